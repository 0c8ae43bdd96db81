import { parseTime } from '../../domain/core/wire-time.ts'
import { instantOf, type LocalTime, localTime, momentReached } from '../../domain/core/zone-time.ts'
import { durationIn } from './duration.ts'

/** No way to write a time is longer: `wednesday 14:30`, `2026-01-31T12:00:00.000+02:00`. */
const LONGEST = 64
const CLOCK = /^(?:([a-z]+)\s+)?(\d{1,2})(?::(\d{2}))?$/i
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?)?$/
const WITH_ZONE = /^\d{4}-.*T.*(Z|[+-]\d{2}:\d{2})$/
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const SHORTEST_DAY = 3

/** Where the words of a person point: to the next time that is so, or to the last one. */
export type Toward = 'ahead' | 'back'

/** The moment at which words are said, the zone (an IANA name) whose clocks they refer to, and whether they look ahead or back. */
export type Said = { readonly now: number; readonly zone: string; readonly toward: Toward }

/** Words for days. */
export const DAY_WORDS = {
  ahead: ['today', 'tomorrow', ...WEEKDAYS],
  back: ['today', 'yesterday', ...WEEKDAYS],
} as const satisfies Record<Toward, readonly string[]>

/** The hour that a day without a clock means: its morning, or its beginning. */
const HOUR_OF_DAY = { ahead: 9, back: 0 } as const

/** The day that a word says: in full, or by its first letters such as `fri`. */
const dayIn = (word: string, toward: Toward): string | null =>
  word.length < SHORTEST_DAY ? null : (DAY_WORDS[toward].find((day) => day.startsWith(word.toLowerCase())) ?? null)

const weekdayOf = ({ year, month, day }: LocalTime): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** How many days from today are meant, and after how many more, forth or back, the same words mean a time again; 0 for never. */
const daysOf = (word: string | undefined, today: LocalTime, toward: Toward): { first: number; again: number } => {
  const way = toward === 'ahead' ? 1 : -1
  if (word === undefined) return { first: 0, again: way }
  if (!WEEKDAYS.includes(word)) return { first: word === 'today' ? 0 : way, again: 0 }
  const ahead = (WEEKDAYS.indexOf(word) - weekdayOf(today) + 7) % 7
  return { first: toward === 'ahead' || ahead === 0 ? ahead : ahead - 7, again: 7 * way }
}

/** The sentence about a day that its month does not have, such as 31 November; null where the text has none. */
export const impossibleDay = (text: string): string | null => {
  const [date, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text.trim()) ?? []
  if (date === undefined || Number(month) < 1 || Number(month) > 12) return null
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) >= 1 && Number(day) <= last) return null
  return `There is no ${date}: the last day of that month is ${year}-${month}-${last}.`
}

const ofDuration = (words: string, { now, toward }: Said): number | null => {
  const [, ahead] = /^in\s+(.+)$/i.exec(words) ?? []
  const [, back = toward === 'back' ? words : ''] = /^(.+)\s+ago$/i.exec(words) ?? []
  const seconds = durationIn(ahead ?? back)
  return seconds === null ? null : now + (ahead === undefined ? -1 : 1) * seconds * 1000
}

const ofDate = (words: string, { zone, toward }: Said): number | null => {
  // A date alone begins as in statistics, where no time of a plan is meant.
  const whole = toward === 'back' || !/^\d{4}-\d\d-\d\d$/.test(words) ? parseTime(words) : null
  if (whole !== null) return whole
  if (WITH_ZONE.test(words)) return Number.isNaN(Date.parse(words)) ? null : Date.parse(words)
  const [, year, month, day, hour = 0, minute = 0, second = 0] = (DATE.exec(words) ?? []).map((each) =>
    Number(each ?? 0),
  )
  if (year === undefined || month === undefined || day === undefined) return null
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null
  return momentReached(Date.UTC(year, month - 1, day, hour, minute, second), zone)
}

const ofClock = (words: string, { now, zone, toward }: Said): number | null => {
  const text = dayIn(words, toward) === null ? words : `${words} ${HOUR_OF_DAY[toward]}`
  const [, word, hours, minutes = '0'] = CLOCK.exec(text) ?? []
  const named = word === undefined ? undefined : dayIn(word, toward)
  if (hours === undefined || named === null || Number(hours) > 23 || Number(minutes) > 59) return null
  const today = localTime(now, zone)
  const { first, again } = daysOf(named, today, toward)
  const at = (days: number) =>
    instantOf({ ...today, day: today.day + days, hour: Number(hours), minute: Number(minutes) }, zone)
  const isMeant = toward === 'ahead' ? at(first) > now : at(first) <= now
  return isMeant ? at(first) : at(first + again)
}

/**
 * A time that a person writes, as an instant in Unix ms: `now`, `in 2 hours`, `14:30`, `tomorrow 9`, `mon 08:00`, or a date with its time. What
 * says no zone is as the walls of `zone` show it; a duration alone is so long ago where words point back. Null where it is no time.
 */
export const saidTime = (text: string, said: Said): number | null => {
  const words = text.trim()
  if (words.length > LONGEST || impossibleDay(words) !== null) return null
  if (words.toLowerCase() === 'now') return said.now
  return ofDate(words, said) ?? ofDuration(words, said) ?? ofClock(words, said)
}
