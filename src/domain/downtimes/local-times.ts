import { DAY_MS } from '../core/periods.ts'
import { momentReached, wallClockAt } from '../core/zone-time.ts'
import type { Downtime, Window } from './downtime-windows.ts'

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/

/** A moment as a control for local dates and times shows it: `2026-11-22T02:00`, with seconds only where there are some. */
export const localText = (ms: number, timeZone: string): string =>
  new Date(wallClockAt(ms, timeZone)).toISOString().replace(/(:00)?\.000Z$|Z$/, '')

/** The wall clock that a control for local dates and times holds, as if it showed UTC: milliseconds; null where it is empty. */
export const wallOf = (text: string): number | null => {
  const ms = FORM.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** The moment of a local time: the first of two where clocks go back, the jump where they go forward over it. */
export const momentOf = (text: string, timeZone: string): number | null => {
  const wall = wallOf(text)
  return wall === null ? null : momentReached(wall, timeZone)
}

const clock = (wallMs: number): string => new Date(wallMs).toISOString().slice(11, 16)

/** Whether the wall shows a time again after a moment, because clocks go back. */
const showsAgain = (ms: number, wallMs: number, timeZone: string): boolean => {
  const later = wallMs - (wallClockAt(ms + DAY_MS, timeZone) - ms - DAY_MS)
  return later > ms && wallClockAt(later, timeZone) === wallMs
}

/** Says what daylight saving does to a local time; null where it does nothing. `ms` is the moment that stands for it. */
const noteOf = (verb: string, wallMs: number, ms: number, timeZone: string): string | null => {
  const shown = wallClockAt(ms, timeZone)
  if (shown !== wallMs)
    return `${clock(wallMs)} does not exist on this day, because clocks go forward: it ${verb} at ${clock(shown)}.`
  if (showsAgain(ms, wallMs, timeZone))
    return `${clock(wallMs)} occurs twice on this day, because clocks go back: it ${verb} at the first.`
  return null
}

/** A downtime as it is typed: the local times of its first window, as the wall shows them. */
export type LocalDowntime = Omit<Downtime, 'startMs' | 'endMs'> & {
  readonly startWall: number
  readonly endWall: number
}

/** Sentences about the effects of daylight saving on one window of a downtime. */
export const clockNotes = (local: LocalDowntime, { startMs, endMs }: Window): string[] => {
  const { startWall, endWall, everyDays, timeZone } = local
  const period = everyDays * DAY_MS
  // The window's number: clocks move a window by far less than half a day.
  const since = wallClockAt(startMs, timeZone) - startWall + DAY_MS / 2
  const moved = period === 0 ? 0 : Math.floor(since / period) * period
  return [
    noteOf('starts', startWall + moved, startMs, timeZone),
    noteOf('ends', endWall + moved, endMs, timeZone),
  ].filter((note) => note !== null)
}
