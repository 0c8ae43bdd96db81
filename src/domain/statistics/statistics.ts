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
 * The exact quantile `q` (0 to 1) of a small set: type 7 of Hyndman and Fan (1996), linear between neighbors.
 * Null for an empty set.
 */
export const exactQuantile = (values: readonly number[], q: number): number | null => {
  if (values.length === 0 || !(q >= 0 && q <= 1)) return null
  const sorted = [...values].sort((a, b) => a - b)
  const position = q * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? 0
  return below + (above - below) * (position - Math.floor(position))
}
