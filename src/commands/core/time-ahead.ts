import { instantOf, type LocalTime, localTime } from '../../domain/core/zone-time.ts'

/** No way to write a time is longer: `wednesday 14:30`, `2026-01-31T12:00:00.000+02:00`. */
const LONGEST = 64
const CLOCK = /^(?:(today|tomorrow|sun|mon|tue|wed|thu|fri|sat)[a-z]*\s+)?(\d{1,2})(?::(\d{2}))?$/i
const DATE = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})$/
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const weekdayOf = ({ year, month, day }: LocalTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** How many days from today are meant, and after how many more the same words mean a time again; 0 for never. */
const daysOf = (word: string | undefined, today: LocalTime): { ahead: number; again: number } => {
  if (word === undefined) return { ahead: 0, again: 1 }
  if (word === 'today' || word === 'tomorrow') return { ahead: word === 'today' ? 0 : 1, again: 0 }
  return { ahead: (DAYS.indexOf(word) - weekdayOf(today) + 7) % 7, again: 7 }
}

/** What the words say, the first time that this is; in Unix ms. */
const said = (text: string, now: number, zone: string): number => {
  const [, word, hours, minutes = '0'] = CLOCK.exec(text) ?? []
  if (hours === undefined) {
    const [, year, month, day, hour, minute] = (DATE.exec(text) ?? []).map(Number)
    return year === undefined
      ? Date.parse(/^\d{4}-.*T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : '')
      : instantOf({ year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0 }, zone)
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN
  const today = localTime(now, zone)
  const { ahead, again } = daysOf(word?.toLowerCase(), today)
  const at = (days: number) =>
    instantOf({ ...today, day: today.day + days, hour: Number(hours), minute: Number(minutes) }, zone)
  return at(ahead) > now ? at(ahead) : at(ahead + again)
}

/**
 * A time that a person writes, as an instant in Unix ms: `14:30`, `tomorrow 9`, `mon 08:00`, or a date with its time, as the walls of
 * `zone` (an IANA name) show them. A clock alone is the next time it strikes. `now` in Unix ms; null where it is no time, or over.
 */
export const timeAhead = (text: string, now: number, zone: string): number | null => {
  const moment = text.length > LONGEST ? Number.NaN : said(text.trim(), now, zone)
  return moment > now ? moment : null
}
