import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop was (ms): half of the times, 99 of 100, and the worst. */
export type LoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

export type LoopDelayMeter = {
  /** Of the last minute, or the longest part of it that is known. */
  read(): LoopDelay
  stop(): void
}

const RESOLUTION_MS = 50
const MINUTE_MS = 60_000
const STAGGERED = 4

/**
 * Measures how late the event loop comes to what is due. Timers count in C++, so that measuring costs next to nothing. Histograms of the
 * loop cannot be added up: several begin one after the other, and the one that has counted for longest is read.
 */
export const openLoopDelay = (): LoopDelayMeter => {
  const monitors = Array.from({ length: STAGGERED }, () => monitorEventLoopDelay({ resolution: RESOLUTION_MS }))
  for (const monitor of monitors) monitor.enable()
  const timer = setInterval(() => {
    const oldest = monitors.shift()
    if (!oldest) return
    oldest.reset()
    monitors.push(oldest)
  }, MINUTE_MS / STAGGERED)
  timer.unref()
  return {
    read: () => {
      const [longest] = monitors
      if (!longest || longest.count === 0) return { p50: 0, p99: 0, max: 0 }
      return { p50: late(longest.percentile(50)), p99: late(longest.percentile(99)), max: late(longest.max) }
    },
    stop: () => {
      clearInterval(timer)
      for (const monitor of monitors) monitor.disable()
    },
  }
}

/** What was measured (ns) is the time from one tick of the timer to the next, of which its own period is no delay. */
const late = (ns: number): number => Math.max(0, Math.round((ns / 1e6 - RESOLUTION_MS) * 10) / 10)
