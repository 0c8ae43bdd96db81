import { type AnyEventObject, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import type { Example } from './example.ts'
import { eventsIn, type Path, stepTo } from './paths.ts'
import { wordsOf } from './transitions.ts'

/** The most simple paths of one chart: more than that nobody runs. */
export const MOST_SIMPLE_PATHS = 2_000

/** A chart has more simple paths than anybody would run. */
export class TooManyPaths extends Error {
  override name = 'TooManyPaths'
}

/** An event in words, with the number of its payload where it is not the example's first. */
export const numberedWords =
  ({ cases = {} }: Example) =>
  (event: AnyEventObject): string => {
    const { type, ...given } = event
    const index = (cases[type] ?? []).findIndex((payload) => {
      const fields = Object.entries(payload)
      return fields.length === Object.keys(given).length && fields.every(([key, value]) => Object.is(given[key], value))
    })
    return index > 0 ? `${wordsOf(event.type)} ${index + 1}` : wordsOf(event.type)
  }

/** All paths of an example that visit no state twice and cannot go on. */
export const simplePaths = (example: Example): readonly Path[] => {
  const { machine, input } = example
  const found: Path[] = []
  const follow = (at: AnyMachineSnapshot, steps: Path, visited: readonly string[]) => {
    let goesOn = false
    for (const event of eventsIn(example, at)) {
      const next: AnyMachineSnapshot = transition(machine, at, event)[0]
      const state = JSON.stringify(next.value)
      if (visited.includes(state)) continue
      goesOn = true
      follow(next, [...steps, stepTo(example, event, next)], [...visited, state])
    }
    if (goesOn) return
    found.push(steps)
    if (found.length > MOST_SIMPLE_PATHS)
      throw new TooManyPaths(
        `The chart ${machine.id} has more than ${MOST_SIMPLE_PATHS} simple paths. Use --coverage transitions, which takes each transition once.`,
      )
  }
  const start: AnyMachineSnapshot = initialTransition(machine, input)[0]
  const first = stepTo(example, { type: 'xstate.init' }, start)
  follow(start, [first], [JSON.stringify(start.value)])
  return found
}
