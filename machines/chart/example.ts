import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

/**
 * One way to try a chart: what it begins with, and for each event (effects included: `xstate.done.actor.<id>`,
 * `xstate.error.actor.<id>`, `xstate.snapshot.<id>`) the payloads with which it is worth trying.
 */
export type Example = {
  readonly machine: AnyStateMachine
  readonly input?: unknown
  readonly cases?: Readonly<Record<string, readonly object[]>>
  /** What tells two moments apart; all of the context, unless it grows without end. */
  readonly tells?: (context: AnyMachineSnapshot['context']) => unknown
  /** Rules out what cannot happen in a state, such as the end of an effect that has ended. */
  readonly happens?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean
}
