import type { AnyMachineSnapshot } from 'xstate'
import type { RecordedActor, RecordedStep, Recording } from './recorded.ts'

/** The machine that the debug screen shows: as it is (`step` is null) or as it was after a step. */
export type Selection = {
  readonly actor: RecordedActor | null
  readonly step: RecordedStep | null
  /** Why the step in the address is not shown; null if it is. */
  readonly missing: 'another recording' | 'let go' | null
}

/** The search parameter that names a step. It names the recording too, because numbers begin anew when the page is opened. */
export const stepAddress = ({ id }: Recording, { number }: RecordedStep): string => `${id}.${number}`

/** Finds the machine and the step that an address names. Without one: the newest moment of the root machine. */
export const selectionOf = (
  recording: Recording,
  { actor: actorId, step: address }: Readonly<Record<string, string | undefined>>,
): Selection => {
  const { actors } = recording
  const actor = actors.find(({ id }) => id === actorId) ?? actors.find(({ parentId }) => parentId === null) ?? null
  if (!address) return { actor, step: null, missing: null }
  const [recordingId, number] = address.split('.')
  if (recordingId !== recording.id) return { actor, step: null, missing: 'another recording' }
  const step = recording.steps.find((each) => each.number === Number(number))
  if (!step) return { actor, step: null, missing: 'let go' }
  return { actor: actors.find(({ id }) => id === step.actorId) ?? actor, step, missing: null }
}

/** The last step of a machine, or the one that is looked at. */
export const currentStep = ({ actor, step }: Selection): RecordedStep | null => step ?? actor?.steps.at(-1) ?? null

/** The step of the same machine before a step; null where it is the first that is kept. */
export const stepBefore = (actor: RecordedActor, step: RecordedStep): RecordedStep | null =>
  actor.steps[actor.steps.indexOf(step) - 1] ?? null

/** A machine as it was after a step. It is a copy: the running machine is not touched. */
export const snapshotAt = ({ machine }: RecordedActor, { value, context }: RecordedStep): AnyMachineSnapshot =>
  machine.resolveState({ value, context })

/** The step that is `by` places away in a list of steps, newest first; positive is older. Without a step: the newest. */
export const stepAway = (
  steps: readonly RecordedStep[],
  from: RecordedStep | null,
  by: number,
): RecordedStep | undefined => {
  if (!from) return steps[0]
  const at = steps.indexOf(from)
  // A filter may leave the step out: then its neighbor in time is meant.
  const place = at >= 0 ? at + by : steps.findIndex(({ number }) => number < from.number) + Math.min(0, by)
  return steps[Math.min(steps.length - 1, Math.max(0, place))]
}
