import { DAY_MS } from '../core/periods.ts'
import { instantOf, type LocalTime, localTime } from '../core/zone-time.ts'
import { latest } from '../statistics/windows.ts'

/** Frequencies of digests. */
export const DIGEST_OPTIONS = ['daily', 'weekly', 'monthly'] as const
export type DigestOption = (typeof DIGEST_OPTIONS)[number]

export const isDigestOption = (text: string): text is DigestOption => DIGEST_OPTIONS.some((each) => each === text)

/** Hour at which digests are sent, in the recipient's time zone. */
const DIGEST_HOUR = 7

/** A time range in milliseconds; the end is exclusive. */
export type Span = { readonly from: number; readonly to: number }

/** Day of the week, from 1 for Monday to 7 for Sunday. */
const weekdayOf = ({ year, month, day }: LocalTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7

/** First day of the period that contains this day. */
const firstDay = (option: DigestOption, wall: LocalTime): LocalTime => {
  if (option === 'monthly') return { ...wall, day: 1 }
  return option === 'weekly' ? { ...wall, day: wall.day - weekdayOf(wall) + 1 } : wall
}

/** Moves a local time by a number of periods. */
const moved = (option: DigestOption, wall: LocalTime, by: number): LocalTime => {
  if (option === 'monthly') return { ...wall, month: wall.month + by }
  return { ...wall, day: wall.day + by * (option === 'weekly' ? 7 : 1) }
}

/** When the next digest after an instant is sent: at 7 in the morning, daily, on Mondays, or on the first of the month. */
export const nextDigest = (option: DigestOption, afterMs: number, timeZone: string): number => {
  const first = { ...firstDay(option, localTime(afterMs, timeZone)), hour: DIGEST_HOUR, minute: 0 }
  const due = instantOf(first, timeZone)
  return due > afterMs ? due : instantOf(moved(option, first, 1), timeZone)
}

/** Time range of a digest sent at an instant: the last complete day, week or month, and the one before it. */
export const digestSpans = (
  option: DigestOption,
  dueMs: number,
  timeZone: string,
): { readonly span: Span; readonly before: Span } => {
  const end = { ...firstDay(option, localTime(dueMs, timeZone)), hour: 0, minute: 0 }
  const [to, from, earlier] = [0, -1, -2].map((by) => instantOf(moved(option, end, by), timeZone))
  return spans(earlier ?? 0, from ?? 0, to ?? 0)
}

const LENGTH_MS: Readonly<Record<DigestOption, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS }

/** Time range of a digest on demand: the last 24 hours, 7 days or 30 days up to the end of this hour, and the range before it. */
export const recentSpans = (option: DigestOption, nowMs: number): { readonly span: Span; readonly before: Span } => {
  const length = LENGTH_MS[option]
  const { from, to } = latest(length, nowMs)
  return spans(from - length, from, to)
}

const spans = (earlier: number, from: number, to: number) => ({
  span: { from, to },
  before: { from: earlier, to: from },
})
