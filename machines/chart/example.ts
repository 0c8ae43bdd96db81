import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'

/**
 * An example of a chart for tests and drawings: its input, and the payloads to try for each event, including effects
 * (`xstate.done.actor.<id>`, `xstate.error.actor.<id>`, `xstate.snapshot.<id>`).
 */
export type Example = {
  readonly machine: AnyStateMachine
  readonly input?: unknown
  readonly cases?: Readonly<Record<string, readonly object[]>>
  /** The part of the context that distinguishes two moments; all of it, unless it grows without end. */
  readonly tells?: (context: AnyMachineSnapshot['context']) => unknown
  /** Whether an event can happen in a state. Excludes, for example, the end of an effect that has already ended. */
  readonly happens?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean
}
