import { DAY_MS } from '../core/periods.ts'
import { momentReached, wallClockAt } from '../core/zone-time.ts'

/** Hours of the day in which a receiver is sent nothing, on the receiver's clock. */
export type QuietHours = {
  /** IANA time zone of the receiver, such as `Europe/Berlin`. */
  readonly zone: string
  /** Minutes since midnight at which the hours begin and end; an end before the begin is on the next day. */
  readonly fromMinute: number
  readonly toMinute: number
  /** Weekdays on which they begin, Monday is 1 and Sunday 7; empty means every day. */
  readonly days: readonly number[]
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** The weekday of a wall clock's time that is written as if it were UTC: Monday is 1, Sunday 7. */
const weekdayOf = (wallMs: number): number => new Date(wallMs).getUTCDay() || 7

/** The wall clock of a zone; null for a zone that this installation does not know (any more): its hours are not quiet. */
const clockIn = (zone: string, ms: number): number | null => {
  try {
    return wallClockAt(ms, zone)
  } catch {
    return null
  }
}

/**
 * The end of the quiet hours that an instant lies in, in milliseconds since 1970; null outside of them. A clock that is put forward or
 * back in the night moves the end with it; an end that the clock shows twice is reached the first time.
 */
export const quietUntil = (hours: QuietHours | null | undefined, ms: number): number | null => {
  const wallMs = hours ? clockIn(hours.zone, ms) : null
  if (!hours || wallMs === null) return null
  const { zone, fromMinute, toMinute, days } = hours
  const lengthMs = ((toMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  const midnightMs = Math.floor(wallMs / DAY_MS) * DAY_MS
  const todayMs = midnightMs + fromMinute * MINUTE_MS
  // They began today, or yesterday and last past midnight.
  const beganMs = wallMs >= todayMs ? todayMs : todayMs - DAY_MS
  const endMs = beganMs + lengthMs
  if (wallMs >= endMs || (days.length > 0 && !days.includes(weekdayOf(beganMs)))) return null
  const end = momentReached(endMs, zone)
  return end > ms ? end : null
}
