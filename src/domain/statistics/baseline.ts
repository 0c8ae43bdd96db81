import { DAY_MS } from '../core/periods.ts'
import { exactQuantile } from './statistics.ts'
import type { Window } from './windows.ts'

/** Days of the history that a figure is compared with. */
export const HISTORY_DAYS = 28

/** Length of the history that a figure is compared with, in milliseconds. */
export const HISTORY_MS = HISTORY_DAYS * DAY_MS

/** Fewer medians are no baseline: a week of days, a day of hours. */
export const LEAST_MEDIANS = { DAY: 7, HOUR: 24 } as const

/** The factor that makes the median absolute deviation of normally distributed values their standard deviation. */
const NORMAL = 1.4826
/** Half of the width of the usual band, in scaled median absolute deviations (Pearson 2002). */
const BAND = 3

/** The usual median latency and its median absolute deviation, in milliseconds; null where the history is too short. */
export type Baseline = { readonly p50: number; readonly mad: number }

/** The 28 days before a window. */
export const historyOf = ({ from }: Window): Window => ({ from: from - HISTORY_MS, to: from })

/** The median absolute deviation from the median; null without values. */
export const medianDeviation = (values: readonly number[]): number | null => {
  const middle = exactQuantile(values, 0.5)
  if (middle === null) return null
  return exactQuantile(
    values.map((value) => Math.abs(value - middle)),
    0.5,
  )
}

/** The baseline of the medians of days or hours: their median and its deviation. Null if there are fewer than `LEAST_MEDIANS`. */
export const baselineOf = (medians: readonly number[], step: 'DAY' | 'HOUR'): Baseline | null => {
  if (medians.length < LEAST_MEDIANS[step]) return null
  const [p50, mad] = [exactQuantile(medians, 0.5), medianDeviation(medians)]
  return p50 === null || mad === null ? null : { p50, mad }
}

/** The change from a baseline in percent: 100 is twice as slow. Null without either, and from a baseline of 0. */
export const deltaPct = (value: number | null, baseline: number | null): number | null =>
  value === null || baseline === null || baseline === 0 ? null : 100 * (value / baseline - 1)

/**
 * The largest change in percent that cannot be told from none: both medians may come from sketches, each within 1 %, and
 * 1.01 ÷ 0.99 is 2.02 % more than 1.
 */
const LEAST_CHANGE_PCT = 2.05

/** Whether a change in percent cannot be told from none. */
export const isAsUsual = (delta: number): boolean => Math.abs(delta) <= LEAST_CHANGE_PCT

/** The band of usual medians: baseline ± 3 scaled median absolute deviations, from 0. */
export const usualBand = ({ p50, mad }: Baseline): { readonly low: number; readonly high: number } => {
  const half = BAND * NORMAL * mad
  return { low: Math.max(0, p50 - half), high: p50 + half }
}
