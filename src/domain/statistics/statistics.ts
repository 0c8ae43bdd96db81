import { rankOf } from '../core/sketch.ts'

/** Number of results per category, without those left out of statistics: ignored attempts, downtime and skipped runs. */
export type Counts = {
  readonly pass: number
  readonly slow: number
  readonly warning: number
  readonly fail: number
}

/** A fraction from 0 to 1; null if nothing was counted. */
export type Rate = number | null

const share = (part: number, whole: number): Rate => (whole > 0 ? part / whole : null)

/** PASS + SLOW + FAIL: warnings do not count, because they say nothing certain about the target. */
export const countedResults = ({ pass, slow, fail }: Counts): number => pass + slow + fail

/** PASS, SLOW, WARNING and FAIL together. */
export const allOf = ({ pass, slow, warning, fail }: Counts): number => pass + slow + warning + fail

/** (PASS + SLOW) / (PASS + SLOW + FAIL). */
export const passRate = (counts: Counts): Rate => share(counts.pass + counts.slow, countedResults(counts))

/** FAIL / (PASS + SLOW + FAIL). */
export const errorRate = (counts: Counts): Rate => share(counts.fail, countedResults(counts))

/** WARNING / (PASS + SLOW + FAIL + WARNING). */
export const warningRate = (counts: Counts): Rate => share(counts.warning, countedResults(counts) + counts.warning)

/** Share of results in which the target was available; failures with HTTP_SERVER_ERROR or CONNECTION_ERROR are `unavailable`. */
export const availability = (counts: Counts & { readonly unavailable: number }): Rate => {
  const counted = countedResults(counts)
  return share(counted - counts.unavailable, counted)
}

/** Share of outliers among PASS and SLOW. */
export const outlierRate = (counts: Counts & { readonly outliers: number }): Rate =>
  share(counts.outliers, counts.pass + counts.slow)

/** The pass rate if outliers had not passed: (PASS + SLOW − outliers) / (PASS + SLOW + FAIL). */
export const effectivePassRate = (counts: Counts & { readonly outliers: number }): Rate =>
  share(counts.pass + counts.slow - counts.outliers, countedResults(counts))

/** Adds two counts. */
export const sumCounts = (a: Counts, b: Counts): Counts => ({
  pass: a.pass + b.pass,
  slow: a.slow + b.slow,
  warning: a.warning + b.warning,
  fail: a.fail + b.fail,
})

/**
 * The exact quantile `q` (0 to 1): the value at rank ⌊q · (n − 1)⌋, from 0, of the values in ascending order. It is always one of the
 * values. Null for an empty set.
 */
export const exactQuantile = (values: ArrayLike<number>, q: number): number | null => {
  if (values.length === 0 || !(q >= 0 && q <= 1)) return null
  return Float64Array.from(values).sort()[rankOf(q, values.length)] ?? null
}
