import { DAY_MS, HOUR_MS } from '../core/periods.ts'
import { momentOf, type WallTime, wallTime } from '../core/zone-time.ts'

/** How often a digest comes. */
export const DIGEST_OPTIONS = ['daily', 'weekly', 'monthly'] as const
export type DigestOption = (typeof DIGEST_OPTIONS)[number]

export const isDigestOption = (text: string): text is DigestOption => DIGEST_OPTIONS.some((each) => each === text)

/** The hour of the day at which digests leave, on the clock of whoever gets them. */
const DIGEST_HOUR = 7

/** A stretch of time in milliseconds, the end excluded. */
export type Span = { readonly from: number; readonly to: number }

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = ({ year, month, day }: WallTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7

/** The day on which the period that holds this day began. */
const firstDay = (option: DigestOption, wall: WallTime): WallTime => {
  if (option === 'monthly') return { ...wall, day: 1 }
  return option === 'weekly' ? { ...wall, day: wall.day - weekdayOf(wall) + 1 } : wall
}

/** So many periods on, or back. */
const moved = (option: DigestOption, wall: WallTime, by: number): WallTime => {
  if (option === 'monthly') return { ...wall, month: wall.month + by }
  return { ...wall, day: wall.day + by * (option === 'weekly' ? 7 : 1) }
}

/** When the next digest leaves after a moment: at 7 in the morning, of every day, of Monday, or of the first of the month. */
export const nextDigest = (option: DigestOption, afterMs: number, timeZone: string): number => {
  const first = { ...firstDay(option, wallTime(afterMs, timeZone)), hour: DIGEST_HOUR, minute: 0 }
  const due = momentOf(first, timeZone)
  return due > afterMs ? due : momentOf(moved(option, first, 1), timeZone)
}

/** What a digest that leaves at a moment is about: the day, week or month that ended last, and the one before it. */
export const digestSpans = (
  option: DigestOption,
  dueMs: number,
  timeZone: string,
): { readonly span: Span; readonly before: Span } => {
  const end = { ...firstDay(option, wallTime(dueMs, timeZone)), hour: 0, minute: 0 }
  const [to, from, earlier] = [0, -1, -2].map((by) => momentOf(moved(option, end, by), timeZone))
  return spans(earlier ?? 0, from ?? 0, to ?? 0)
}

const LENGTH_MS: Readonly<Record<DigestOption, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS }

/** What a digest that is asked for now is about: the last 24 hours, 7 days or 30 days to the end of this hour, and as much before. */
export const spansUpTo = (option: DigestOption, nowMs: number): { readonly span: Span; readonly before: Span } => {
  const length = LENGTH_MS[option]
  const to = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  return spans(to - 2 * length, to - length, to)
}

const spans = (earlier: number, from: number, to: number) => ({
  span: { from, to },
  before: { from: earlier, to: from },
})
