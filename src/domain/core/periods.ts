/** Periods of rollups. All boundaries are UTC; weeks begin on Monday. */
export type Period = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** 1970-01-01 was a Thursday, so the first Monday came four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The first moment of a month of UTC. `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
const monthStart = (year: number, month: number): number => new Date(0).setUTCFullYear(year, month, 1)

/** Start of the period that contains `ms`, in milliseconds since 1970. */
export const periodStart = (period: Period, ms: number): number => {
  if (period === 'HOUR') return Math.floor(ms / HOUR_MS) * HOUR_MS
  if (period === 'DAY') return Math.floor(ms / DAY_MS) * DAY_MS
  if (period === 'WEEK') return Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
  const date = new Date(ms)
  return monthStart(date.getUTCFullYear(), date.getUTCMonth())
}

/** End (exclusive) of the period that begins at `start`. */
export const periodEnd = (period: Period, start: number): number => {
  if (period === 'HOUR') return start + HOUR_MS
  if (period === 'DAY') return start + DAY_MS
  if (period === 'WEEK') return start + WEEK_MS
  const date = new Date(start)
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The shortest period that divides a time range into at most about 400 steps, which fit on a chart. */
export const periodFor = (spanMs: number): Period => {
  if (spanMs <= 400 * HOUR_MS) return 'HOUR'
  if (spanMs <= 400 * DAY_MS) return 'DAY'
  return spanMs <= 400 * WEEK_MS ? 'WEEK' : 'MONTH'
}
