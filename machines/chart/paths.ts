import { type ActorLogic, type AnyEventObject, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { TestModel } from 'xstate/graph'
import type { Example } from './example.ts'
import { plain } from './plain.ts'

/** One step of a path: what happens, the state that it leads to, and what tells that moment apart (see `Example`). */
export type Step = { readonly event: AnyEventObject; readonly value: unknown; readonly told: unknown }
/** A way through a chart from its beginning. */
export type Path = readonly Step[]

/**
 * The events that can happen in a state: those that it or a state around it answers, with the payloads of the example. An
 * effect that ends, and a delay that is over, are events like any other.
 */
const eventsIn = ({ cases = {}, happens = () => true }: Example, snapshot: AnyMachineSnapshot): AnyEventObject[] =>
  [...new Set(snapshot.status === 'active' ? snapshot._nodes.flatMap((node) => [...node.transitions.keys()]) : [])]
    .filter((type) => type !== '' && type !== '*')
    .flatMap((type) => (cases[type] ?? [{}]).map((payload) => ({ type, ...payload })))
    .filter((event) => happens(snapshot, event))

/** What tells a moment of an example apart, as JSON can hold it. */
export const toldOf = ({ tells = (context: unknown) => context }: Example, { context }: AnyMachineSnapshot): unknown =>
  plain(tells(context))

/**
 * The chart as logic without a memory of its own: each step in a system of its own, so that a child that is stopped on one way is
 * not in the way of another.
 */
const memoryless = ({ machine }: Example): ActorLogic<AnyMachineSnapshot, AnyEventObject, unknown> => ({
  transition: (snapshot, event) => transition(machine, snapshot, event)[0],
  getInitialSnapshot: (_, input) => initialTransition(machine, input)[0],
  getPersistedSnapshot: (snapshot) => snapshot,
})

/** The shortest paths over every way from every state into another, generated from the chart itself. Effects do not run. */
export const pathsOf = (example: Example): readonly Path[] => {
  const keyOf = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, toldOf(example, snapshot)])
  // `createTestModel` refuses charts with effects or delays; the class takes any, and asks for the type of each event.
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(memoryless(example), {
    input: example.input,
    events: (snapshot) => eventsIn(example, snapshot),
    serializeState: (snapshot, event, before) =>
      keyOf(snapshot) + (before ? ` by ${JSON.stringify(plain(event))} from ${keyOf(before)}` : ''),
  })
  return model
    .getShortestPaths()
    .map(({ steps }) => steps.map(({ event, state }) => ({ event, value: state.value, told: toldOf(example, state) })))
}
