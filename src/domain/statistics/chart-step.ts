import { MINUTE_STEPS, type MinuteStep } from './windows.ts'

/** Percentiles of fewer results are the same value several times. */
const LEAST_RUNS = 10

const HOUR = 3_600_000
/** Steps from the finest to the coarsest that a short range is drawn with. */
const LADDER: readonly (readonly [step: MinuteStep | 'HOUR', ms: number])[] = [
  ['PT1M', MINUTE_STEPS.PT1M],
  ['PT5M', MINUTE_STEPS.PT5M],
  ['HOUR', HOUR],
]

const medianCount = (
  points: readonly { readonly time: string; readonly count: number }[],
  lengthMs: number,
): number => {
  const counts = new Map<number, number>()
  for (const { time, count } of points) {
    const start = Math.floor(Date.parse(time) / lengthMs)
    counts.set(start, (counts.get(start) ?? 0) + count)
  }
  const sorted = [...counts.values()].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/**
 * The step of a chart of percentiles: the finest, from `finest` on, of which at least half have 10 results; else the hour. `points` are
 * counts of the finest step.
 */
export const chartStep = (
  points: readonly { readonly time: string; readonly count: number }[],
  finest: MinuteStep,
): MinuteStep | 'HOUR' => {
  if (points.length === 0) return finest
  const steps = LADDER.slice(LADDER.findIndex(([step]) => step === finest))
  return steps.find(([, lengthMs]) => medianCount(points, lengthMs) >= LEAST_RUNS)?.[0] ?? 'HOUR'
}
