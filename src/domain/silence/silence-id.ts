import { parseResultId, resultId } from '../results/result-id.ts'

/** The source of messages about missing data. No run has it: schedules count up from 1, runs on demand down from -1 to -(2^31 - 1). */
const SILENCE_SOURCE = -(2 ** 31)

/** Data stops, data is back, or no schedule expects data. The stored value is the index in this list. */
const STEPS = ['no_data', 'data', 'not_expected'] as const
export type SilenceStep = (typeof STEPS)[number]

/** The id for a step, in the format of a result id, so that decisions and deliveries are stored the same way for both. */
export const silenceId = (about: {
  readonly target: number
  readonly location: number
  /** When the step was noticed, in milliseconds since 1970. */
  readonly atMs: number
  readonly step: SilenceStep
}): string =>
  resultId({
    target: about.target,
    location: about.location,
    source: SILENCE_SOURCE,
    dueMs: about.atMs,
    attempt: STEPS.indexOf(about.step),
  })

/** The id for a moment at which a rule reminds of an incident: stored like a result id, with the monitor and no location. */
export const reminderId = (target: number, location: number, atMs: number): string =>
  resultId({ target, location, source: SILENCE_SOURCE, dueMs: atMs, attempt: STEPS.length })

/** The step of an id; null for the id of a result. */
export const silenceStepOf = (id: string): SilenceStep | null => {
  const key = parseResultId(id)
  return key?.source === SILENCE_SOURCE ? (STEPS[key.attempt] ?? null) : null
}

/** A standing condition begins to hold, or ends. */
const SIGNAL_STEPS = ['begins', 'ends'] as const
export type SignalStep = (typeof SIGNAL_STEPS)[number]

/** The attempts below are those of missing data and of reminders. */
const FIRST_SIGNAL = STEPS.length + 1

/** The id for a moment at which a standing condition began or ended, in the format of a result id. */
export const signalId = (target: number, atMs: number, step: SignalStep): string =>
  resultId({
    target,
    location: 0,
    source: SILENCE_SOURCE,
    dueMs: atMs,
    attempt: FIRST_SIGNAL + SIGNAL_STEPS.indexOf(step),
  })

/** The step of a standing condition that an id is for; null for other ids. */
export const signalStepOf = (id: string): SignalStep | null => {
  const key = parseResultId(id)
  return key?.source === SILENCE_SOURCE ? (SIGNAL_STEPS[key.attempt - FIRST_SIGNAL] ?? null) : null
}
