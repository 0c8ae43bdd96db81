import { DAY_MS, type Period, periodEnd, periodStart } from '../core/periods.ts'
import { parseTime } from '../core/wire-time.ts'
import { instantOf, localTime } from '../core/zone-time.ts'
import type { Window } from '../statistics/windows.ts'

/** The period of a report: its newest days, weeks or months, or from one day up to another. */
export type ReportPeriod =
  | { readonly kind: 'last'; readonly value: number; readonly unit: 'DAY' | 'WEEK' | 'MONTH' }
  | { readonly kind: 'fixed'; readonly from: string; readonly to: string }

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** The instant of a day's midnight in a time zone, or of a time; null for text that is neither. */
export const boundOf = (text: string, timeZone: string): number | null => {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (year === '') return parseTime(text)
  const local = { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0 }
  const isDay = new Date(Date.UTC(local.year, local.month - 1, local.day)).toISOString().slice(0, 10) === text
  return isDay ? instantOf(local, timeZone) : null
}

/**
 * The window of a period at a moment. The current day, week (from Monday) or month is one of the `value` newest ones; the window ends
 * with the current hour, as that of the last 24 hours does.
 */
export const windowOfPeriod = (period: ReportPeriod, timeZone: string, now: number): Window => {
  if (period.kind === 'fixed')
    return { from: boundOf(period.from, timeZone) ?? now, to: boundOf(period.to, timeZone) ?? now }
  const today = { ...localTime(now, timeZone), hour: 0, minute: 0 }
  const { value, unit } = period
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() || 7
  const first =
    unit === 'MONTH'
      ? { ...today, day: 1, month: today.month - (value - 1) }
      : unit === 'WEEK'
        ? { ...today, day: today.day - (weekday - 1) - 7 * (value - 1) }
        : { ...today, day: today.day - (value - 1) }
  return { from: instantOf(first, timeZone), to: periodEnd('HOUR', periodStart('HOUR', now)) }
}

const UNITS = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

/** A period as words: “the last 7 days, today included”, “1 Nov 2026 to 30 Nov 2026”. */
export const periodWords = (period: ReportPeriod, timeZone: string): string => {
  if (period.kind === 'last') {
    const { value, unit } = period
    const noun = UNITS[unit]
    const current = unit === 'DAY' ? 'today' : `this ${noun}`
    return value === 1 ? current : `last ${value} ${noun}s, ${current} included`
  }
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  const [from, to] = [boundOf(period.from, timeZone), boundOf(period.to, timeZone)]
  if (from === null || to === null) return `${period.from} to ${period.to}`
  const [first, last] = [day.format(from), day.format(to - 1)].map((text) => text.replace('Sept', 'Sep'))
  return first === last ? `${first}` : `${first} to ${last}`
}

/** The steps of time of a report's sparklines and charts: at most about 100. */
export const stepOf = ({ from, to }: Window): Period => {
  const days = (to - from) / DAY_MS
  if (days <= 3) return 'HOUR'
  if (days <= 93) return 'DAY'
  return days <= 700 ? 'WEEK' : 'MONTH'
}

/** The kind of score that fits a window: of a month from 28 days on, else of a week. */
export const scorePeriodOf = ({ from, to }: Window): 'week' | 'month' => (to - from >= 28 * DAY_MS ? 'month' : 'week')
