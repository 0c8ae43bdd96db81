import { DAY_MS } from '../core/periods.ts'
import { momentReached, wallClockAt } from '../core/zone-time.ts'

/** When a downtime holds: a window, and after how many days it comes again. Instants are milliseconds since 1970. */
export type Downtime = {
  readonly startMs: number
  readonly endMs: number
  /** 0: it holds once; 1: every day; 7: every week. */
  readonly everyDays: 0 | 1 | 7
  /** An IANA name. Later windows keep the local start and end of the first, whatever daylight saving does. */
  readonly timeZone: string
}

/** A half-open time range. */
export type Window = { readonly startMs: number; readonly endMs: number }

export type DowntimeStatus = 'active' | 'upcoming' | 'past'

/** Windows of a repeat that daylight saving leaves out, one after the other: never more than this. */
const MOST_LEFT_OUT = 8

/**
 * Window number `k` of a downtime, counted from 0. It begins and ends when the wall shows the local times of the first window, or would
 * have: it is empty on a day on which clocks skip all of it.
 */
const windowAt = ({ startMs, endMs, everyDays, timeZone }: Downtime, k: number): Window => {
  if (k === 0) return { startMs, endMs }
  const moved = (ms: number) => momentReached(wallClockAt(ms, timeZone) + k * everyDays * DAY_MS, timeZone)
  return { startMs: moved(startMs), endMs: moved(endMs) }
}

/** The number of a window that ends at or before a moment, or 0: an offset from UTC changes by a day at most. */
const numberBefore = ({ endMs, everyDays }: Downtime, ms: number): number =>
  Math.max(0, Math.floor((ms - endMs) / (everyDays * DAY_MS)) - 2)

/** The windows of a downtime that overlap `[fromMs, toMs)`, whole and in order. */
export const windowsOf = (downtime: Downtime, fromMs: number, toMs: number): Window[] => {
  const isWithin = ({ startMs, endMs }: Window) => startMs < endMs && endMs > fromMs && startMs < toMs
  if (downtime.everyDays === 0) return [windowAt(downtime, 0)].filter(isWithin)
  const windows: Window[] = []
  for (let k = numberBefore(downtime, fromMs); ; k++) {
    const window = windowAt(downtime, k)
    if (window.startMs >= toMs) return windows
    if (isWithin(window)) windows.push(window)
  }
}

/** The window that holds at a moment, else the next one; null where the last is over. */
export const windowFrom = (downtime: Downtime, atMs: number): Window | null => {
  if (downtime.everyDays === 0) return windowsOf(downtime, atMs, Number.POSITIVE_INFINITY)[0] ?? null
  const first = numberBefore(downtime, atMs)
  for (let k = first; k < first + MOST_LEFT_OUT; k++) {
    const window = windowAt(downtime, k)
    if (window.startMs < window.endMs && window.endMs > atMs) return window
  }
  return null
}

/** Whether a downtime holds at a moment. */
export const isDown = (downtime: Downtime, atMs: number): boolean => windowsOf(downtime, atMs, atMs + 1).length > 0

export const downtimeStatus = (downtime: Downtime, atMs: number): DowntimeStatus => {
  const window = windowFrom(downtime, atMs)
  if (!window) return 'past'
  return window.startMs <= atMs ? 'active' : 'upcoming'
}
