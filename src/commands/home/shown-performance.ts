import { type Period, periodEnd, periodStart } from '../../domain/core/periods.ts'
import { parseTime } from '../../domain/core/wire-time.ts'
import type { Search } from '../routes.ts'

/** Spans that are compared with what is usual: days, weeks from Monday and months, in UTC. */
export type PerformancePeriod = 'day' | 'week' | 'month'

/** The day, week or month that the screen shows. `date`: its first day, such as 2026-01-05. */
export type ShownPerformance = {
  readonly period: PerformancePeriod
  readonly from: number
  readonly to: number
  readonly date: string
}

const PERIODS: Readonly<Record<PerformancePeriod, Period>> = { day: 'DAY', week: 'WEEK', month: 'MONTH' }

const isPeriod = (text: string | null | undefined): text is PerformancePeriod =>
  text !== undefined && text !== null && Object.hasOwn(PERIODS, text)

/** The span of a period that contains an instant. */
export const performanceAt = (period: PerformancePeriod, ms: number): ShownPerformance => {
  const from = periodStart(PERIODS[period], ms)
  return { period, from, to: periodEnd(PERIODS[period], from), date: new Date(from).toISOString().slice(0, 10) }
}

/** The part of an address that cannot be shown; null if all of it is. */
export const performanceProblem = ({ period, date }: Search, now: number): 'period' | 'date' | 'future' | null => {
  if (typeof period === 'string' && period !== '' && !isPeriod(period)) return 'period'
  if (typeof date !== 'string' || date === '') return null
  const asked = parseTime(date)
  return asked === null ? 'date' : asked > now ? 'future' : null
}

/** The span that an address names; by default the current day. Spans that are yet to come are the current one. */
export const shownPerformance = ({ period, date }: Search, now: number): ShownPerformance => {
  const asked = parseTime(typeof date === 'string' ? date : '')
  return performanceAt(isPeriod(period as string) ? (period as PerformancePeriod) : 'day', Math.min(asked ?? now, now))
}
