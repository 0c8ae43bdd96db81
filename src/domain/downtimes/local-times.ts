import { DAY_MS } from '../core/periods.ts'
import { momentReached, wallClockAt } from '../core/zone-time.ts'
import type { Downtime, Window } from './downtime-windows.ts'
import { MONTHS } from './downtime-words.ts'

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

const dayWords = (wallMs: number): string => {
  const date = new Date(wallMs)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
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

const isSkipped = (wallMs: number, timeZone: string): boolean =>
  wallClockAt(momentReached(wallMs, timeZone), timeZone) !== wallMs

/** A repeat whose first windows begin or end in a change of the clocks begins at most this many repeats later. */
const MOST_PUT_OFF = 8

/**
 * The first window of typed local times. A time that clocks skip is reached at the jump. One window that they skip whole is moved
 * forward by as much as they are (the reading of RFC 5545, 3.3.5). A repeat begins on the first of its days on which its local times
 * exist, since its later windows follow from the first.
 */
export const firstWindowOf = ({ startWall, endWall, everyDays, timeZone }: LocalDowntime): Window => {
  const readAt = (moved: number) => ({
    startMs: momentReached(startWall + moved, timeZone),
    endMs: momentReached(endWall + moved, timeZone),
  })
  const first = readAt(0)
  if (startWall >= endWall) return first
  if (everyDays > 0) {
    const period = everyDays * DAY_MS
    const days = Array.from({ length: MOST_PUT_OFF }, (_, k) => k * period)
    const whole = days.find((moved) => ![startWall, endWall].some((wall) => isSkipped(wall + moved, timeZone)))
    return readAt(whole ?? 0)
  }
  if (first.startMs < first.endMs) return first
  const offset = wallClockAt(first.startMs - 1, timeZone) - (first.startMs - 1)
  return { startMs: startWall - offset, endMs: endWall - offset }
}

/** Says that clocks skip local times on the first day of a repeat, so that it begins on a later day; null where they do not. */
export const putOffNote = (local: LocalDowntime): string | null => {
  const { startWall, endWall, everyDays, timeZone } = local
  if (everyDays === 0) return null
  const skipped = [startWall, endWall].find((wall) => isSkipped(wall, timeZone))
  if (skipped === undefined || wallClockAt(firstWindowOf(local).startMs, timeZone) === startWall) return null
  return `${clock(skipped)} does not exist on ${dayWords(skipped)}, because clocks go forward: the first window is on ${dayWords(wallClockAt(firstWindowOf(local).startMs, timeZone))}.`
}

/** Sentences about the effects of daylight saving on one window of a downtime. */
export const clockNotes = (local: LocalDowntime, { startMs, endMs }: Window): string[] => {
  const { startWall, endWall, everyDays, timeZone } = local
  const [shownStart, shownEnd] = [wallClockAt(startMs, timeZone), wallClockAt(endMs, timeZone)]
  const isMoved = everyDays === 0 && shownStart > startWall && shownEnd - shownStart === endWall - startWall
  if (isMoved)
    return [
      `${clock(startWall)}–${clock(endWall)} does not exist on this day, because clocks go forward: it holds ${clock(shownStart)}–${clock(shownEnd)}.`,
    ]
  const period = everyDays * DAY_MS
  // The window's number: clocks move a window by far less than half a day.
  const since = wallClockAt(startMs, timeZone) - startWall + DAY_MS / 2
  const moved = period === 0 ? 0 : Math.floor(since / period) * period
  return [
    noteOf('starts', startWall + moved, startMs, timeZone),
    noteOf('ends', endWall + moved, endMs, timeZone),
  ].filter((note) => note !== null)
}
