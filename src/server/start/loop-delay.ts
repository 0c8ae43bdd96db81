import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'

/** How late the event loop was (ms): half of the times, 99 of 100, and the worst. */
export type LoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

export type LoopDelayMeter = {
  /** Of the last minute. */
  read(): LoopDelay
  stop(): void
}

const RESOLUTION_MS = 20
const SLICE_MS = 10_000
const SLICES = 6

/** Measures how late the event loop comes to what is due. A timer counts in C++, so that measuring costs next to nothing. */
export const openLoopDelay = (): LoopDelayMeter => {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  monitor.enable()
  let slices: RecordableHistogram[] = []
  const timer = setInterval(() => {
    const slice = createHistogram()
    slice.add(monitor as unknown as RecordableHistogram)
    monitor.reset()
    slices = [...slices, slice].slice(-SLICES)
  }, SLICE_MS)
  timer.unref()
  return {
    read: () => {
      const minute = createHistogram()
      // The monitor is a histogram in all but its type.
      for (const slice of [...slices, monitor as unknown as RecordableHistogram]) if (slice.count > 0) minute.add(slice)
      if (minute.count === 0) return { p50: 0, p99: 0, max: 0 }
      return { p50: late(minute.percentile(50)), p99: late(minute.percentile(99)), max: late(minute.max) }
    },
    stop: () => {
      clearInterval(timer)
      monitor.disable()
    },
  }
}

/** What was measured (ns) is the time from one tick of the timer to the next, of which its own period is no delay. */
const late = (ns: number): number => Math.max(0, Math.round((ns / 1e6 - RESOLUTION_MS) * 10) / 10)
