import { expect, test } from 'vitest'
import { enterOf, markedIn } from '../../../src/commands/core/line/enter.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, shownProblem } from '../../../src/commands/core/line/reading.ts'
import { completed, suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { exampleWorld } from '../world.ts'

const { world: example } = exampleWorld()
const NAMES = ['Checkout', 'checkout', 'Login', 'login staging']

const worldOf = (names: readonly string[]): typeof example => ({
  ...example,
  focus: null,
  entities: (kind) => (kind === 'monitor' ? names.map((name) => ({ kind, id: `id of ${name}`, name })) : []),
})

/** The monitor that a line comes to by Tab or by Enter; null where neither goes on, so that a person has to choose. */
const reached = (key: 'Tab' | 'Enter', begun: string, world: typeof example, recent: readonly string[]): unknown => {
  let line = begun
  for (let presses = 0; presses < 4; presses++) {
    const reading = readLine(line, world)
    if (isComplete(reading) || reading.args.monitor !== undefined) return reading.args.monitor
    const groups = suggestionsFor(line, world, recent)
    const state = { reading, groups, moved: null, isRefused: shownProblem(reading) !== null }
    const entered = enterOf(state)
    const next =
      key === 'Tab' ? completed(reading, groups, markedIn(state)) : entered.does === 'write' ? entered.line : null
    if (next === null) return null
    line = next
  }
  return null
}

test('Tab and Enter come to the same one of two names that differ in case, whatever was typed of them', () => {
  for (const names of [NAMES, NAMES.toReversed()])
    for (const recent of [[], ['run monitor Checkout'], ['run monitor checkout']])
      for (const verb of ['run monitor ', 'rename monitor ', 'show monitor '])
        for (const typed of ['c', 'C', 'chec', 'Chec', 'CHEC', 'checkout', 'Checkout', 'CHECKOUT', 'log', 'Login']) {
          const world = worldOf(names)
          const [byTab, byEnter] = [
            reached('Tab', verb + typed, world, recent),
            reached('Enter', verb + typed, world, recent),
          ]
          expect([verb + typed, names[0], recent, byTab]).toEqual([verb + typed, names[0], recent, byEnter])
        }
})

test('a name that is typed whole is the one in that case, and one in neither case is asked about', () => {
  for (const names of [NAMES, NAMES.toReversed()])
    for (const key of ['Tab', 'Enter'] as const)
      for (const recent of [[], ['run monitor Checkout'], ['run monitor checkout']]) {
        const world = worldOf(names)
        for (const name of ['Checkout', 'checkout']) {
          expect(reached(key, `rename monitor ${name}`, world, recent)).toBe(`id of ${name}`)
          expect(reached(key, `run ${name}`, world, recent)).toBe(`id of ${name}`)
        }
        expect(reached(key, 'run monitor CHECKOUT', world, recent)).toBeNull()
      }
})
