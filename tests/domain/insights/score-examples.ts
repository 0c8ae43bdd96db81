/** Measured values of an imaginary monitor, and the score that was computed by hand. */
export type ScoreExample = {
  readonly name: string
  /** FAIL / (PASS + SLOW + FAIL). */
  readonly f: number
  /** Outliers / (PASS + SLOW). */
  readonly o: number
  /** Share of steady hours. */
  readonly c: number
  /** Median over baseline. */
  readonly r: number
  /** p95 over p50. */
  readonly tail: number
  /** Effective pass rate minus that of the worst location. */
  readonly gap: number
  readonly medianMs: number
  readonly score: number
}

const example = (
  name: string,
  ...[f, o, c, r, tail, gap, medianMs, score]: readonly [number, number, number, number, number, number, number, number]
): ScoreExample => ({ name, f, o, c, r, tail, gap, medianMs, score })

/** The worked examples of `docs/score.md`, which also test the formula. */
export const SCORE_EXAMPLES: readonly ScoreExample[] = [
  example('excellent', 0, 0.002, 1, 1, 1.3, 0, 180, 9.89),
  example('good', 0.001, 0.008, 0.97, 1.02, 1.6, 0.002, 320, 9.12),
  example('slow drift', 0, 0.01, 0.85, 1.6, 2, 0.01, 700, 8.58),
  example('flaky', 0.02, 0.03, 0.8, 1.1, 2.6, 0.04, 420, 6.45),
  example('one location broken', 0.03, 0.01, 0.75, 1, 1.6, 0.27, 300, 6.36),
  example('bad', 0.1, 0.06, 0.5, 1.5, 4, 0.1, 1200, 4.11),
  example('half dead', 0.5, 0.05, 0.3, 1.2, 3, 0.1, 600, 2.33),
  example('dead', 1, 0, 0, 1, 1.3, 0, 450, 0),
]
