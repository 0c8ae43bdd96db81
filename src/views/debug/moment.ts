import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { wordsOf } from '../../../machines/chart/transitions.ts'
import type { Recorded } from '../app/recorder.ts'

/** What a chart shows of a machine now. */
export type Moment = {
  readonly machine: AnyStateMachine
  /** The ids of the states that it is in, the outer ones too. */
  readonly active: ReadonlySet<string>
  /** The states and the event of its last transition; null while it has made none. */
  readonly last: { readonly from: string; readonly to: string; readonly event: string } | null
}

/** The chart of a machine as it stands, with the transition that it made last. */
export const momentOf = (snapshot: AnyMachineSnapshot, newest: Recorded | undefined): Moment => ({
  machine: snapshot.machine,
  active: new Set(snapshot._nodes.map(({ id }) => id)),
  last: newest ? { from: newest.from, to: newest.to, event: wordsOf(newest.event) } : null,
})

/** Whether a state is the one that a record names, or lies around it: `ready.resting` is in `ready`. `id` has the chart's name first. */
export const isNamedBy = (id: string, chart: string, state: string): boolean =>
  state.split(' | ').some((one) => `${chart}.${one}` === id || `${chart}.${one}`.startsWith(`${id}.`))

/** The events that the states it is in answer, and that come from outside rather than from its own effects and delays. */
export const eventsOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  [...new Set(snapshot._nodes.flatMap(({ transitions }) => [...transitions.keys()]))].filter(
    (type) => type !== '' && type !== '*' && !type.startsWith('xstate.'),
  )
