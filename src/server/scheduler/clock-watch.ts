/** Smaller steps are those of a clock that is kept right while it runs. */
const STEP_MS = 2_000
const TOLD_FOR_MS = 3_600_000

/** By how much the wall clock was set, negative for back, and when: by the clock as it is since then. */
export type ClockStep = { readonly steppedMs: number; readonly at: number }

/** Compares the wall clock with one that never goes back. */
export const watchClock = ({ clock, steadyMs }: { clock: () => number; steadyMs: () => number }) => {
  let ahead = clock() - steadyMs()
  let seenMs = steadyMs()
  let newest: (ClockStep & { seenMs: number }) | null = null
  return {
    /** A step since the last look; null where there was none. */
    look(): ClockStep | null {
      const now = clock()
      seenMs = steadyMs()
      const steppedMs = Math.round(now - seenMs - ahead)
      ahead = now - seenMs
      if (Math.abs(steppedMs) < STEP_MS) return null
      newest = { steppedMs, at: now, seenMs }
      return newest
    },
    /** The newest step of the last hour. */
    newest(): ClockStep | null {
      return newest && steadyMs() - newest.seenMs < TOLD_FOR_MS ? { steppedMs: newest.steppedMs, at: newest.at } : null
    },
  }
}
