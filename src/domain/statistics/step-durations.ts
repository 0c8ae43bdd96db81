import { STEP_DURATIONS } from '../../contract/statistics/performance-query.ts'
import type { Period } from '../core/periods.ts'

type Duration = (typeof STEP_DURATIONS)[number]

/** The period that each duration of a step names. */
export const PERIOD_OF: Readonly<Record<Duration, Period>> = { PT1H: 'HOUR', P1D: 'DAY', P1W: 'WEEK', P1M: 'MONTH' }

/** The duration of a period, as queries write it. */
export const durationOf = (period: Period): Duration =>
  STEP_DURATIONS.find((name) => PERIOD_OF[name] === period) ?? 'PT1H'
