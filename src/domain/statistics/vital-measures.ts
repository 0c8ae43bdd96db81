import type { MEASURES } from '../../contract/statistics/browser-performance.ts'
import { exactQuantile } from './statistics.ts'

export type Measure = (typeof MEASURES)[number]

const quantileAt = (share: number) => (values: readonly number[]) => exactQuantile(values, share) ?? 0

/** The measures of values that are not empty. */
const MEASURED: Readonly<Record<Measure, (values: readonly number[]) => number>> = {
  p50: quantileAt(0.5),
  p75: quantileAt(0.75),
  p90: quantileAt(0.9),
  p95: quantileAt(0.95),
  p99: quantileAt(0.99),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: quantileAt(0),
  max: quantileAt(1),
}

/** Vitals are kept with four digits after the point. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** Measures of values; null if there are none, because 0 would be a value. */
export const measuresOf = (
  values: readonly number[],
  measures: readonly Measure[],
): Readonly<Record<string, number>> | null =>
  values.length === 0 ? null : Object.fromEntries(measures.map((name) => [name, rounded(MEASURED[name](values))]))
