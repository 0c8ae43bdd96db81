/** Version of the formula, stored with each report. Any change to this file's rules or to the inputs is a new version. */
export const FORMULA_VERSION = 1

/** Highest score. */
const MOST = 9.99

/** Measured values that make a score; see `docs/score.md`. */
export type ScoreInputs = {
  /** FAIL / (PASS + SLOW + FAIL). */
  readonly failRate: number
  /** Outliers / (PASS + SLOW). */
  readonly outlierRate: number
  /** Share of hours without failures and with a usual latency. */
  readonly steadyHours: number
  /** Median over baseline median, weighted by location, as its factor: min(1, (1.05 / r)²). */
  readonly drift: number
  /** p95 over p50, weighted by location, as its factor: min(1, 1.5 / ratio). */
  readonly tail: number
  /** Effective pass rate minus that of the worst location; 0 where locations cannot be compared. */
  readonly gap: number
  /** Milliseconds; null without any response. */
  readonly medianMs: number | null
}

/** Weights of the sub-scores, heaviest first. They add up to 1. */
export const WEIGHTS = {
  pass_rate: 0.5,
  outliers: 0.15,
  consistency: 0.1,
  drift: 0.08,
  tail: 0.08,
  geography: 0.05,
  speed: 0.04,
} as const

export type SubScoreName = keyof typeof WEIGHTS
export type SubScores = Readonly<Record<SubScoreName, number>>

/** Sub-scores other than the pass rate never fall below this: one bad property does not make the score 0. */
const LEAST = 0.01
/** A median up to this is fast enough. */
const FAST_MS = 450

const within = (value: number): number => Math.min(1, Math.max(LEAST, value))

/** 1 at 0, 0 at 1, and steep at the beginning: `steepness` says how much the first errors cost. */
const fallOff = (share: number, steepness: number): number =>
  1 - Math.log10(1 + steepness * share) / Math.log10(1 + steepness)

/** Factor of a location's drift: up to 5 % slower than its baseline costs nothing. */
export const driftFactor = (medianMs: number, baselineMs: number): number =>
  medianMs > 0 ? Math.min(1, ((1.05 * baselineMs) / medianMs) ** 2) : 1

/** Factor of a location's tail: a p95 up to 1.5 times the median costs nothing. */
export const tailFactor = (p50: number, p95: number): number => (p95 > 0 ? Math.min(1, (1.5 * p50) / p95) : 1)

/** Computes the sub-scores, each from 0.01 to 1; the pass rate's may be 0. */
export const subScoresOf = (inputs: ScoreInputs): SubScores => ({
  pass_rate: Math.max(0, fallOff(inputs.failRate, 1000)),
  outliers: within(fallOff(inputs.outlierRate, 200)),
  consistency: within(inputs.steadyHours),
  drift: within(inputs.drift),
  tail: within(inputs.tail),
  geography: within(1 - 2 * inputs.gap),
  speed: inputs.medianMs === null || inputs.medianMs <= 0 ? 1 : within(Math.sqrt(FAST_MS / inputs.medianMs)),
})

/** Factor of open conformance issues, which are not part of the inputs. 1 where conformance is not checked. */
export const conformanceFactor = ({ high, medium }: { readonly high: number; readonly medium: number }): number =>
  Math.max(0.8, 1 - 0.02 * high - 0.005 * medium)

/** Rounding noise of the product, far below a hundredth. */
const EPSILON = 1e-9

/** The score from 0 to 9.99: the weighted geometric mean of the sub-scores, rounded down to two decimals. */
export const scoreOf = (subScores: SubScores, conformance = 1): number => {
  if (subScores.pass_rate <= 0) return 0
  let logarithm = 0
  for (const [name, weight] of Object.entries(WEIGHTS)) logarithm += weight * Math.log(subScores[name as SubScoreName])
  return Math.min(MOST, Math.floor(MOST * Math.exp(logarithm) * conformance * 100 + EPSILON) / 100)
}

/** Points that the score would gain if one sub-score were perfect. */
export const gainOf = (name: SubScoreName, subScores: SubScores, conformance = 1): number =>
  Math.round((scoreOf({ ...subScores, [name]: 1 }, conformance) - scoreOf(subScores, conformance)) * 100) / 100
