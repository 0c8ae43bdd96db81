import { type ActorLogic, type AnyEventObject, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { TestModel, type TestModelOptions } from 'xstate/graph'
import type { Example } from './example.ts'
import { plain } from './plain.ts'
import { type Taken, takenAtStart, takenBy } from './taken.ts'

/** One step of a path: the event, the state it leads to, and the distinguishing part of the context (see `Example`). */
export type Step = { readonly event: AnyEventObject; readonly value: unknown; readonly told: unknown }
/** A path through a chart from its start. */
export type Path = readonly Step[]

/** The events that can happen in a state, with the example's payloads. The end of an effect or a delay is an event too. */
export const eventsIn = ({ cases = {}, happens = () => true }: Example, snapshot: AnyMachineSnapshot) =>
  [...new Set(snapshot.status === 'active' ? snapshot._nodes.flatMap((node) => [...node.transitions.keys()]) : [])]
    .filter((type) => type !== '' && type !== '*')
    .flatMap((type) => (cases[type] ?? [{}]).map((payload): AnyEventObject => ({ type, ...payload })))
    .filter((event) => happens(snapshot, event))

/** The distinguishing part of the context as JSON. */
export const contextText = (
  { tells = (context: unknown) => context }: Example,
  { context }: AnyMachineSnapshot,
): unknown => plain(tells(context))

export const stepTo = (example: Example, event: AnyEventObject, snapshot: AnyMachineSnapshot): Step => ({
  event,
  value: snapshot.value,
  told: contextText(example, snapshot),
})

type Key = (snapshot: AnyMachineSnapshot) => string

/** Names a moment of a chart: two with the same state and the same told context are one. */
const momentKey = (example: Example): Key => {
  const keys = new WeakMap<AnyMachineSnapshot, string>()
  return (snapshot) => {
    const known = keys.get(snapshot)
    if (known !== undefined) return known
    const key = JSON.stringify([snapshot.value, contextText(example, snapshot)])
    keys.set(snapshot, key)
    return key
  }
}

const eventKey = (event: AnyEventObject): string => JSON.stringify(plain(event))

type Logic = ActorLogic<AnyMachineSnapshot, AnyEventObject, unknown>

/** The chart as a stateless transition function. Each step runs in a system of its own, so that stopped children do not affect other paths. */
const memoryless = ({ machine }: Example): Logic => ({
  transition: (snapshot, event) => transition(machine, snapshot, event)[0],
  getInitialSnapshot: (_, input) => initialTransition(machine, input)[0],
  getPersistedSnapshot: (snapshot) => snapshot,
})

const pathOf = (
  example: Example,
  { steps }: { steps: readonly { event: AnyEventObject; state: AnyMachineSnapshot }[] },
): Path => steps.map(({ event, state }) => stepTo(example, event, state))

// `createTestModel` rejects charts with effects or delays; the class accepts any, but needs the type of each event.
const modelOf = (logic: Logic, options: Partial<TestModelOptions<AnyMachineSnapshot, AnyEventObject, unknown>>) =>
  new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(logic, options)

/** The shortest paths over all steps: each event in each moment, generated from the chart. Effects do not run. */
export const pathsOf = (example: Example): readonly Path[] => {
  const keyOf = momentKey(example)
  return modelOf(memoryless(example), {
    input: example.input,
    events: (snapshot) => eventsIn(example, snapshot),
    serializeState: (to, event, from) =>
      keyOf(to) + (from && event ? ` by ${eventKey(event)} from ${keyOf(from)}` : ''),
  })
    .getShortestPaths()
    .map((path) => pathOf(example, path))
}

/** A path, and the keys of the transitions that its last step takes (see `transitionsOf`). */
export type Taking = { readonly path: Path; readonly taken: readonly string[] }

/**
 * The shortest path to each moment by each event and set of transitions, shortest first. Looks no further once `isEnough` holds for a
 * step.
 */
export const takingPaths = (example: Example, isEnough: (step: Taken) => boolean): readonly Taking[] => {
  const { machine } = example
  const keyOf = momentKey(example)
  const taken = new WeakMap<AnyMachineSnapshot, readonly string[]>()
  let isOver = false
  const noted = (step: Taken): AnyMachineSnapshot => {
    taken.set(step.snapshot, step.keys)
    isOver ||= isEnough(step)
    return step.snapshot
  }
  const takenTo = (snapshot: AnyMachineSnapshot | undefined) => (snapshot && taken.get(snapshot)) ?? []
  return modelOf(
    {
      transition: (snapshot, event) => noted(takenBy(machine, snapshot, event)),
      getInitialSnapshot: (_, input) => noted(takenAtStart(machine, input)),
      getPersistedSnapshot: (snapshot) => snapshot,
    },
    {
      input: example.input,
      events: (snapshot) =>
        eventsIn(example, snapshot).filter((event) => machine.getTransitionData(snapshot, event).length > 0),
      serializeState: (to, event) => `${keyOf(to)} by ${takenTo(to).join()} with ${event ? eventKey(event) : ''}`,
      stopWhen: () => isOver,
    },
  )
    .getShortestPaths({ allowDuplicatePaths: true })
    .map((path) => ({ path: pathOf(example, path), taken: takenTo(path.state) }))
    .sort((one, other) => one.path.length - other.path.length)
}
