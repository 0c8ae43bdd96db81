import { parseTime } from '../../domain/core/wire-time.ts'
import { isTimeZone } from '../../domain/core/zone-time.ts'
import { keyOf } from './command.ts'
import { impossibleDay, saidTime } from './said-time.ts'
import { mayBecomeAhead, timeAhead } from './time-ahead.ts'
import { type World, worldWith } from './world.ts'

type Values = Readonly<Record<string, unknown>>

/** The sense in which an argument’s words are a time: one that has to be ahead, the next that is so, or the last. */
export type TimeSense = 'future' | 'next' | 'last'

/** Names of arguments that are times on the wire. */
const SENSES: Readonly<Record<string, TimeSense>> = {
  start_time: 'next',
  end_time: 'next',
  expire_time: 'next',
  from: 'last',
  to: 'last',
  time: 'last',
  start: 'last',
  end: 'last',
  since: 'last',
}
/** The wire's definition of a time. */
const ON_WIRE = 'string <= 40'

/** The sense in which an argument is a time, by its name and definition; null where it is none. */
export const senseOf = (key: string, definition: unknown): TimeSense | null =>
  [definition].flat().includes(ON_WIRE) && Object.hasOwn(SENSES, key) ? (SENSES[key] ?? null) : null

/** The reader's time zone. */
export const zoneOf = ({ preferences }: Pick<World, 'preferences'>): string =>
  preferences.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of times that say none: that of the call, where it has one, else another one, which is the reader's by default. */
export const zoneOfCall = ({ timezone }: Values, world: World, otherwise = zoneOf(world)): string =>
  typeof timezone === 'string' && isTimeZone(timezone) ? timezone : otherwise

/** The instant in Unix ms that a person's words name on the reader's clock; null where it is no future time. */
export const timeIn = (text: string, world: World): number | null => timeAhead(text, world.now(), zoneOf(world))

/** The instant in Unix ms that words name in a sense; null where they name none. */
export const timeOf = (text: string, sense: TimeSense, world: World, zone = zoneOf(world)): number | null =>
  sense === 'future'
    ? timeAhead(text, world.now(), zone)
    : saidTime(text, { now: world.now(), zone, toward: sense === 'next' ? 'ahead' : 'back' })

/** Whether words that name no time may still become one. */
export const mayBecomeTime = (text: string, sense: TimeSense, world: World): boolean =>
  sense === 'last' || mayBecomeAhead(text, world.now(), zoneOf(world))

/** The error for words that name no future time. */
export const notAheadSentence = (text: string): string => noTimeSentence(text, 'future')

/** The error for words that name no time in a sense. */
export const noTimeSentence = (text: string, sense: TimeSense): string =>
  impossibleDay(text) ??
  (sense === 'last'
    ? `“${text}” is not a time. Use 2h, 14:30, yesterday 9, mon 8:00 or 2026-01-05 10:00.`
    : `“${text}” is not a ${sense === 'future' ? 'future ' : ''}time. Use 14:30, tomorrow 9, mon 8:00 or 2026-01-05 10:00.`)

/** A clock alone, which ends a time span at the first such clock after its start. */
const CLOCK = /^\d{1,2}(:\d{2})?$/

/** Arguments with their times as the API takes them. Any other text stays as it is, which the server judges. @throws for a day that its month does not have. */
export const withInstants = <Given extends Values>(
  given: Given,
  definitions: Values,
  world: World,
  zone = zoneOfCall(given, world),
): Given => {
  const read = Object.entries(definitions).flatMap(([written, definition]) => {
    const { key } = keyOf(written)
    const sense = senseOf(key, definition)
    const text = given[key]
    return sense && typeof text === 'string' ? [[key, instantOn(text, sense, world, zone)]] : []
  })
  const times: Values = Object.fromEntries(read)
  const { start_time: start, end_time: end } = { ...given, ...times }
  const isClock = typeof given.end_time === 'string' && CLOCK.test(given.end_time.trim())
  const begun = isClock && typeof start === 'string' && typeof end === 'string' ? parseTime(start) : null
  if (begun === null || begun <= world.now()) return { ...given, ...times }
  const after = worldWith(world, { now: () => begun })
  return { ...given, ...times, end_time: instantOn(String(given.end_time), 'next', after, zone) }
}

const instantOn = (text: string, sense: TimeSense, world: World, zone: string): string => {
  const impossible = impossibleDay(text)
  if (impossible !== null) throw new Error(impossible)
  const at = timeOf(text, sense, world, zone)
  return at === null || parseTime(text) === at ? text : new Date(at).toISOString()
}

/** An instant as the reader's clock shows it: `Tue 6 Jan 2026, 09:00 Europe/Berlin`. */
export const timeWords = (at: number, world: World): string => {
  const timeZone = zoneOf(world)
  const figures = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const part = new Map(figures.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.get('weekday')} ${part.get('day')} ${part.get('month')} ${part.get('year')}, ${part.get('hour')}:${part.get('minute')} ${timeZone}`
}
