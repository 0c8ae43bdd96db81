import { instantOf, type LocalTime, localTime } from '../../domain/core/zone-time.ts'

/** No way to write a time is longer: `wednesday 14:30`, `2026-01-31T12:00:00.000+02:00`. */
const LONGEST = 64
const CLOCK = /^(?:([a-z]+)\s+)?(\d{1,2})(?::(\d{2}))?$/i
const DATE = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})$/
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY_WORDS = ['today', 'tomorrow', ...DAYS]
const SHORTEST_DAY = 3
/** The hour that a day without a clock means. */
const MORNING = '9'

/** The day that a word says: in full, or by its first letters such as `fri`. */
const dayIn = (word: string): string | null =>
  word.length < SHORTEST_DAY ? null : (DAY_WORDS.find((day) => day.startsWith(word.toLowerCase())) ?? null)

const weekdayOf = ({ year, month, day }: LocalTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** How many days from today are meant, and after how many more the same words mean a time again; 0 for never. */
const daysOf = (word: string | undefined, today: LocalTime): { ahead: number; again: number } => {
  if (word === undefined) return { ahead: 0, again: 1 }
  if (word === 'today' || word === 'tomorrow') return { ahead: word === 'today' ? 0 : 1, again: 0 }
  return { ahead: (DAYS.indexOf(word) - weekdayOf(today) + 7) % 7, again: 7 }
}

/** What the words say, the first time that this is; in Unix ms. */
const said = (words: string, now: number, zone: string): number => {
  const text = dayIn(words) === null ? words : `${words} ${MORNING}`
  const [, word, hours, minutes = '0'] = CLOCK.exec(text) ?? []
  if (hours === undefined) {
    const [, year, month, day, hour, minute] = (DATE.exec(text) ?? []).map(Number)
    return year === undefined
      ? Date.parse(/^\d{4}-.*T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : '')
      : instantOf({ year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0 }, zone)
  }
  const named = word === undefined ? undefined : dayIn(word)
  if (named === null || Number(hours) > 23 || Number(minutes) > 59) return Number.NaN
  const today = localTime(now, zone)
  const { ahead, again } = daysOf(named, today)
  const at = (days: number) =>
    instantOf({ ...today, day: today.day + days, hour: Number(hours), minute: Number(minutes) }, zone)
  return at(ahead) > now ? at(ahead) : at(ahead + again)
}

/**
 * A time that a person writes, as an instant in Unix ms: `14:30`, `tomorrow 9`, `mon 08:00`, or a date with its time, as the walls of
 * `zone` (an IANA name) show them. A clock alone is the next time it strikes, a day alone its 9 o'clock. `now` in Unix ms; null where it is no time, or over.
 */
export const timeAhead = (text: string, now: number, zone: string): number | null => {
  const moment = text.length > LONGEST ? Number.NaN : said(text.trim(), now, zone)
  return moment > now ? moment : null
}

/** Ways in which a clock may go on. */
const ENDINGS = [' 23:59', '9', '3:59', '9:59', ':59', '59']
/** Whole dates, of which the end stands in for what is not typed yet. */
const DATES = [
  '9999-12-31 23:59',
  '9999-12-31T23:59',
  '9999-12-31T23:59Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999Z',
]
const OFFSETS = ['+00:00', '-23:59']

/** Whether somebody who goes on typing may be about to name a time ahead: `to` may become `tomorrow`, `yest` nothing. */
export const mayBecomeAhead = (text: string, now: number, zone: string): boolean => {
  const typed = text.trim()
  const wholes = [
    ...DAY_WORDS.filter((day) => day.startsWith(typed.toLowerCase())).map((day) => day + ENDINGS[0]),
    ...ENDINGS.map((ending) => typed + ending),
    ...DATES.map((date) => typed + date.slice(typed.length)),
    ...OFFSETS.map((offset) => typed.replace(/[+-][\d:]*$/, (begun) => begun + offset.slice(begun.length))),
  ]
  return wholes.some((whole) => timeAhead(whole, now, zone) !== null)
}
