import {
  type Counts,
  countedResults,
  effectivePassRate,
  errorRate,
  outlierRate,
  passRate,
  type Rate,
} from '../statistics/statistics.ts'
import { atRank, mergedSorted } from './series.ts'

/** Counts and latencies of a location, of several, or of a whole report. */
export type Figures = Counts & {
  readonly outliers: number
  /** Mean, median and p95 of all results with a response, in milliseconds; null without one. */
  readonly mean: number | null
  readonly median: number | null
  readonly p95: number | null
}

/** Figures with the latencies that they were made of, sorted. */
export type Sample = Figures & { readonly latencies: Float64Array }

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)

/** Makes a sample of counts and sorted latencies. */
export const sampleOf = (counts: Counts & { outliers: number }, latencies: Float64Array): Sample => {
  const { pass, slow, warning, fail, outliers } = counts
  return {
    pass,
    slow,
    warning,
    fail,
    outliers,
    mean: latencies.length === 0 ? null : sum(latencies) / latencies.length,
    median: atRank(latencies, 0.5),
    p95: atRank(latencies, 0.95),
    latencies,
  }
}

const NOTHING = { pass: 0, slow: 0, warning: 0, fail: 0, outliers: 0 }

/** Merges samples of several locations. */
export const mergedSample = (samples: readonly Sample[]): Sample =>
  sampleOf(
    samples.reduce(
      (all, one) => ({
        pass: all.pass + one.pass,
        slow: all.slow + one.slow,
        warning: all.warning + one.warning,
        fail: all.fail + one.fail,
        outliers: all.outliers + one.outliers,
      }),
      NOTHING,
    ),
    mergedSorted(samples.map(({ latencies }) => latencies)),
  )

/** Drops the latencies of a sample. */
export const figuresOf = ({ latencies: _, ...figures }: Sample): Figures => figures

/** Rates as they are answered; null without results. */
export const ratesOf = (
  figures: Figures,
): Record<'pass_rate' | 'effective_pass_rate' | 'error_rate' | 'outlier_rate', Rate> & { count: number } => ({
  count: countedResults(figures),
  pass_rate: passRate(figures),
  effective_pass_rate: effectivePassRate(figures),
  error_rate: errorRate(figures),
  outlier_rate: outlierRate(figures),
})
