import { DAY_MS } from '../core/periods.ts'
import { wallClockAt } from '../core/zone-time.ts'
import type { Downtime, Window } from './downtime-windows.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Short names of the months, January first. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A downtime's local times: "Every Sunday 02:00–04:00 Europe/Berlin", "22 Nov 2026 02:00–04:00 UTC". */
export const downtimeWords = ({ startMs, endMs, everyDays, timeZone }: Downtime): string => {
  const zone = timeZone.replaceAll('_', ' ')
  const wall = (ms: number) => new Date(wallClockAt(ms, timeZone))
  const [start, end] = [wall(startMs), wall(endMs)]
  const isOneDay = start.toISOString().slice(0, 10) === end.toISOString().slice(0, 10)
  if (everyDays === 1) return `Every day ${clock(start)}–${clock(end)} ${zone}`
  const day = everyDays === 7 ? weekday : date
  const range = isOneDay
    ? `${day(start)} ${clock(start)}–${clock(end)}`
    : `${day(start)} ${clock(start)} – ${day(end)} ${clock(end)}`
  return `${everyDays === 7 ? 'Every ' : ''}${range} ${zone}`
}

const clock = (wall: Date): string => wall.toISOString().slice(11, 16)
const weekday = (wall: Date): string => WEEKDAYS[wall.getUTCDay()] ?? ''
const date = (wall: Date): string => `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`

/** A date without its weekday: "22 Nov", with the year where it is not that of `now`. */
const dayOf = (wall: Date, now: Date): string => {
  const year = wall.getUTCFullYear() === now.getUTCFullYear() ? '' : ` ${wall.getUTCFullYear()}`
  return `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]}${year}`
}

/** A short weekday and date: "Sun 22 Nov". */
const shortDate = (wall: Date, now: Date): string => `${weekday(wall).slice(0, 3)} ${dayOf(wall, now)}`

/** The short name of a time zone at a moment: `CET`, `GMT+5:30`. */
const zoneName = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** One window on the wall of a time zone: "Sun 22 Nov, 02:00–04:00 CET"; both names of the zone where clocks change within. */
export const windowWords = ({ startMs, endMs }: Window, timeZone: string, nowMs: number): string => {
  const wall = (ms: number) => new Date(wallClockAt(ms, timeZone))
  const [start, end, now] = [wall(startMs), wall(endMs), wall(nowMs)]
  const [first, last] = [zoneName(startMs, timeZone), zoneName(endMs, timeZone)]
  const from = `${shortDate(start, now)}, ${clock(start)}${first === last ? '' : ` ${first}`}`
  const isOneDay = start.toISOString().slice(0, 10) === end.toISOString().slice(0, 10)
  if (!isOneDay) return `${from} – ${shortDate(end, now)}, ${clock(end)} ${last}`
  return first === last ? `${from}–${clock(end)} ${last}` : `${from} – ${clock(end)} ${last}`
}

/** A moment with its time zone: "Sun 22 Nov, 02:00 CET". */
export const instantWords = (ms: number, timeZone: string, nowMs: number): string => {
  const [at, now] = [new Date(wallClockAt(ms, timeZone)), new Date(wallClockAt(nowMs, timeZone))]
  return `${shortDate(at, now)}, ${clock(at)} ${zoneName(ms, timeZone)}`
}

/** A due time by the second: "Sun 22 Nov, 02:00:14". */
export const dueWords = (ms: number, timeZone: string, nowMs: number): string => {
  const [at, now] = [new Date(wallClockAt(ms, timeZone)), new Date(wallClockAt(nowMs, timeZone))]
  return `${shortDate(at, now)}, ${at.toISOString().slice(11, 19)}`
}

/** A moment to come, as short as it is clear: "04:00" today, "Sun 04:00" within six days, else "29 Nov 04:00", in another year "4 Jan 2027 04:00". */
export const momentWords = (ms: number, timeZone: string, nowMs: number): string => {
  const [at, now] = [new Date(wallClockAt(ms, timeZone)), new Date(wallClockAt(nowMs, timeZone))]
  const days = Math.floor(at.getTime() / DAY_MS) - Math.floor(now.getTime() / DAY_MS)
  if (days === 0) return clock(at)
  if (days > 0 && days <= 6) return `${weekday(at).slice(0, 3)} ${clock(at)}`
  return `${dayOf(at, now)} ${clock(at)}`
}

/** Whether the walls of two time zones show the same at a moment. */
export const readsAlike = (ms: number, zone: string, other: string): boolean =>
  wallClockAt(ms, zone) === wallClockAt(ms, other)

/** A moment to come as a downtime has it: with the name of its time zone where the reader's shows another time. */
export const momentInZone = (ms: number, timeZone: string, readersZone: string, nowMs: number): string =>
  readsAlike(ms, timeZone, readersZone)
    ? momentWords(ms, readersZone, nowMs)
    : `${momentWords(ms, timeZone, nowMs)} ${timeZone.replaceAll('_', ' ')}`

/** Whom a downtime silences, in words: all monitors of its project, or those of one schedule, by its name. */
export const silencedWords = (schedule: string | null): string =>
  schedule === null ? 'all monitors' : `monitors of ${schedule}`

/** Whom a downtime of an organization silences, in words, by the number of projects that it names; 0 for all. */
export const silencedProjects = (projects: number): string =>
  projects === 0 ? 'all projects' : projects === 1 ? '1 project' : `${projects} projects`
