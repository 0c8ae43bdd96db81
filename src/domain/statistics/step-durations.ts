import { STEP_DURATIONS } from '../../contract/statistics/performance-query.ts'
import type { Step } from './windows.ts'

type Duration = (typeof STEP_DURATIONS)[number]

/** The step that each duration names. */
export const PERIOD_OF: Readonly<Record<Duration, Step>> = {
  PT1M: 'PT1M',
  PT5M: 'PT5M',
  PT1H: 'HOUR',
  P1D: 'DAY',
  P1W: 'WEEK',
  P1M: 'MONTH',
}

/** The duration of a step, as queries write it. */
export const durationOf = (step: Step): Duration => STEP_DURATIONS.find((name) => PERIOD_OF[name] === step) ?? 'PT1H'
