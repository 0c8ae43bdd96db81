import { DAY_MS, type Period, periodEnd, periodStart } from '../core/periods.ts'
import { parseTime } from '../core/wire-time.ts'

/** Periods that have reports: UTC weeks from Monday to Sunday, and calendar months. */
export type ScorePeriod = 'week' | 'month'

/** A half-open time range in milliseconds since 1970. */
export type Range = { readonly from: number; readonly to: number }

const PERIOD: Readonly<Record<ScorePeriod, Period>> = { week: 'WEEK', month: 'MONTH' }

/** The period that contains `ms`. */
export const periodAt = (period: ScorePeriod, ms: number): Range => {
  const from = periodStart(PERIOD[period], ms)
  return { from, to: periodEnd(PERIOD[period], from) }
}

/** The period before `range`. */
export const periodBefore = (period: ScorePeriod, { from }: Range): Range => periodAt(period, from - 1)

/** The newest period that is over at `now`. */
export const lastPeriod = (period: ScorePeriod, now: number): Range => periodBefore(period, periodAt(period, now))

/** Returns `range` and the periods before it, newest first, `count` in all. */
export const periodsUpTo = (period: ScorePeriod, range: Range, count: number): Range[] => {
  const ranges = [range]
  for (let last = range; ranges.length < count; ranges.push(last)) last = periodBefore(period, last)
  return ranges
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The start and end of a range as dates, for addresses. */
export const datesOf = ({ from, to }: Range): { start: string; end: string } => ({ start: dayOf(from), end: dayOf(to) })

/** The id of a report: the monitor's id, start and end, with double underscores between them. */
export const insightsId = (callId: string, range: Range): string => {
  const { start, end } = datesOf(range)
  return `${callId}__${start}__${end}`
}

/** Parses the id of a report. Null unless it names a whole week or month. */
export const parseInsightsId = (id: string): { callId: string; period: ScorePeriod; range: Range } | null => {
  const parts = id.split('__')
  const [end = '', start = ''] = [parts.pop(), parts.pop()]
  const callId = parts.join('__')
  const [from, to] = [parseTime(start), parseTime(end)]
  if (callId === '' || from === null || to === null) return null
  for (const period of ['week', 'month'] as const) {
    const range = periodAt(period, from)
    if (range.from === from && range.to === to) return { callId, period, range }
  }
  return null
}

/** Whether an instant is on a Saturday or Sunday (UTC). */
export const isWeekend = (ms: number): boolean => [0, 6].includes(new Date(ms).getUTCDay())

/** Latencies of this long before a period say what is usual in it. */
export const REFERENCE_MS = 7 * DAY_MS
/** The medians of this long before a period are its baseline. */
export const BASELINE_MS = 28 * DAY_MS
