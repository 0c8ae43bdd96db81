import { type ActorLogic, type AnyEventObject, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { TestModel } from 'xstate/graph'
import type { Example } from './example.ts'
import { plain } from './plain.ts'

/** One step of a path: the event, the state it leads to, and the distinguishing part of the context (see `Example`). */
export type Step = { readonly event: AnyEventObject; readonly value: unknown; readonly told: unknown }
/** A path through a chart from its start. */
export type Path = readonly Step[]

/** The events that can happen in a state, with the example's payloads. The end of an effect or a delay is an event too. */
const eventsIn = ({ cases = {}, happens = () => true }: Example, snapshot: AnyMachineSnapshot): AnyEventObject[] =>
  [...new Set(snapshot.status === 'active' ? snapshot._nodes.flatMap((node) => [...node.transitions.keys()]) : [])]
    .filter((type) => type !== '' && type !== '*')
    .flatMap((type) => (cases[type] ?? [{}]).map((payload) => ({ type, ...payload })))
    .filter((event) => happens(snapshot, event))

/** The distinguishing part of the context as JSON. */
export const contextText = (
  { tells = (context: unknown) => context }: Example,
  { context }: AnyMachineSnapshot,
): unknown => plain(tells(context))

/** The chart as a stateless transition function. Each step runs in a system of its own, so that stopped children do not affect other paths. */
const memoryless = ({ machine }: Example): ActorLogic<AnyMachineSnapshot, AnyEventObject, unknown> => ({
  transition: (snapshot, event) => transition(machine, snapshot, event)[0],
  getInitialSnapshot: (_, input) => initialTransition(machine, input)[0],
  getPersistedSnapshot: (snapshot) => snapshot,
})

/** The shortest paths over all transitions, generated from the chart. Effects do not run. */
export const pathsOf = (example: Example): readonly Path[] => {
  const keyOf = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, contextText(example, snapshot)])
  // `createTestModel` rejects charts with effects or delays; the class accepts any, but needs the type of each event.
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(memoryless(example), {
    input: example.input,
    events: (snapshot) => eventsIn(example, snapshot),
    serializeState: (snapshot, event, before) =>
      keyOf(snapshot) + (before ? ` by ${JSON.stringify(plain(event))} from ${keyOf(before)}` : ''),
  })
  return model
    .getShortestPaths()
    .map(({ steps }) =>
      steps.map(({ event, state }) => ({ event, value: state.value, told: contextText(example, state) })),
    )
}
