import { mayBecomeAhead, timeAhead } from './time-ahead.ts'
import type { World } from './world.ts'

/** The reader's time zone. */
export const zoneOf = ({ preferences }: Pick<World, 'preferences'>): string =>
  preferences.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The instant in Unix ms that a person's words name on the reader's clock; null where it is no future time. */
export const timeIn = (text: string, world: World): number | null => timeAhead(text, world.now(), zoneOf(world))

/** Whether words that name no future time may still become one. */
export const mayBecomeTime = (text: string, world: World): boolean => mayBecomeAhead(text, world.now(), zoneOf(world))

/** The error for words that name no future time. */
export const notAheadSentence = (text: string): string =>
  `“${text}” is not a future time. Use 14:30, tomorrow 9, mon 8:00 or 2026-01-05 10:00.`

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
