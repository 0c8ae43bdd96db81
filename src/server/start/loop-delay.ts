import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Event loop delay in milliseconds: median, 99th percentile and maximum. */
export type LoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

export type LoopDelayMeter = {
  /** Delay over the last minute, or since the start if that is shorter. */
  read(): LoopDelay
  stop(): void
}

const RESOLUTION_MS = 50
const MINUTE_MS = 60_000
const STAGGERED = 4

/**
 * Measures the event loop delay. Timers count in C++, so measuring costs almost nothing. Node's histograms cannot be merged, so several
 * start one after another, and the oldest is read.
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

/** Converts a measured interval in ns to a delay in ms: the interval includes the timer's own period, which is no delay. */
const late = (ns: number): number => Math.max(0, Math.round((ns / 1e6 - RESOLUTION_MS) * 10) / 10)
