import { largestOf } from '../core/extremes.ts'
import { type Downtime, type Window, windowFrom } from './downtime-windows.ts'

/** More windows in a row than this are not followed: two daily downtimes can cover every minute for good. */
const MOST_IN_A_ROW = 60

/** The times that several downtimes cover together. */
export type Coverage = {
  /** The window that holds at a moment, else the next one, of whichever downtime is first; null where none is to come. */
  next(atMs: number): Window | null
  /** When the downtimes that hold at a moment end, with those that follow without a gap; null where none holds. */
  until(atMs: number): number | null
}

/** The window of one source that holds at a moment, else the next one; null where none is to come. */
export type WindowSource = (atMs: number) => Window | null

/** Looks windows up for a clock that moves on: a window that was found is kept until it is over, so a tick costs no calendar. */
export const coverageBy = (sources: readonly WindowSource[]): Coverage => {
  const kept = sources.map((source) => ({
    source,
    fromMs: Number.POSITIVE_INFINITY,
    window: null as Window | null,
  }))
  const windowsAt = (atMs: number): Window[] =>
    kept.flatMap((each) => {
      const isKnown = atMs >= each.fromMs && (each.window === null || atMs < each.window.endMs)
      if (!isKnown) Object.assign(each, { fromMs: atMs, window: each.source(atMs) })
      return each.window ?? []
    })
  return {
    next: (atMs) => windowsAt(atMs).toSorted((a, b) => a.startMs - b.startMs)[0] ?? null,
    until(atMs) {
      let until = atMs
      for (let followed = 0; followed < MOST_IN_A_ROW; followed++) {
        const ends = windowsAt(until).flatMap(({ startMs, endMs }) => (startMs <= until ? [endMs] : []))
        if (ends.length === 0) break
        until = largestOf(ends)
      }
      return until === atMs ? null : until
    },
  }
}

/** The times that downtimes cover together. */
export const coverageOf = (downtimes: readonly Downtime[]): Coverage =>
  coverageBy(downtimes.map((downtime) => (atMs) => windowFrom(downtime, atMs)))
