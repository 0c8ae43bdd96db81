import { BODY_DAYS, RESULT_DAYS } from '../../contract/core/retention-days.ts'
import { DAY_MS, periodStart } from './periods.ts'

/** Days for which a project keeps results and their details. */
export type Retention = { readonly resultDays: number; readonly bodyDays: number }

/** A project that keeps everything as long as the installation does. */
export const FULL_RETENTION: Retention = { resultDays: RESULT_DAYS, bodyDays: BODY_DAYS }

/** The due time from which rows are kept for a number of days: the beginning of a day of UTC. */
export const keptFrom = (days: number, now: number): number => periodStart('DAY', now) - days * DAY_MS

/** Details are kept at most as long as their results. */
export const bodyDaysOf = ({ resultDays, bodyDays }: Retention): number => Math.min(resultDays, bodyDays)
