import { parseResultId, resultId } from '../results/result-id.ts'

/** The source of what is told about no data. No run has it: schedules count up from 1, runs on demand down from -1 to -(2^31 - 1). */
const SILENCE_SOURCE = -(2 ** 31)

/** No data begins, data comes again, or no schedule expects any. What is stored is the place in the list. */
const STEPS = ['no_data', 'data', 'not_expected'] as const
export type SilenceStep = (typeof STEPS)[number]

/** The id under which alerts tell of a step, in the form of a result's id, so that decisions and deliveries are kept alike. */
export const silenceId = (about: {
  readonly target: number
  readonly location: number
  /** When it was noticed, in milliseconds since 1970. */
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

/** The step that an id stands for; null for the id of a result. */
export const silenceStepOf = (id: string): SilenceStep | null => {
  const key = parseResultId(id)
  return key?.source === SILENCE_SOURCE ? (STEPS[key.attempt] ?? null) : null
}
