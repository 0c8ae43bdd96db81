import type { Shape } from '../../contract/core/endpoint.ts'
import type { reportFigures, reportRowFigures } from '../../contract/reports/report-figures.ts'
import { projectScore } from '../insights/band.ts'
import { type Figures, joinFigures } from '../statistics/figures.ts'
import type { Measured } from '../statistics/measures.ts'
import { allOf, errorRate, outlierRate, passRate } from '../statistics/statistics.ts'

export type RowFigures = Shape<typeof reportRowFigures>
export type ReportFigures = Shape<typeof reportFigures>

/** A score with the number of results that it was computed from. */
export type Scored = { readonly score: number | null; readonly count: number }

/** Parts of a row: results of the window, outliers among them (null: not measured), and the score (null: none). */
export type RowParts = {
  readonly figures: Figures
  readonly outliers: number | null
  readonly scored: Scored | null
}

const QUANTILES = [0.5, 0.9, 0.95, 0.99]

/** Figures as they are answered. `quantile`: the one that the report is set to. */
export const rowFigures = (
  { figures, outliers, scored }: RowParts,
  measure: Measured,
  quantile: number,
): RowFigures => {
  const { pass, slow, warning, fail } = figures
  const counts = { pass, slow, warning, fail }
  const values = figures.measured[measure]
  const [p50 = null, p90 = null, p95 = null, p99 = null, value = null] =
    values?.quantiles([...QUANTILES, quantile]) ?? []
  return {
    ...counts,
    count: allOf(counts),
    pass_rate: passRate(counts),
    error_rate: errorRate(counts),
    mean: values && values.count > 0 ? values.sum / values.count : null,
    p50,
    p90,
    p95,
    p99,
    value,
    outliers,
    outlier_rate: outliers === null ? null : outlierRate({ ...counts, outliers }),
    score: scored?.score ?? null,
  }
}

/**
 * Several rows together. Counts and sums are added, quantiles are those of all results; outliers are only known where those of each row
 * with results are.
 */
export const togetherOf = (rows: readonly RowParts[], measure: Measured): RowParts => {
  const measured = rows.filter(({ figures }) => allOf(figures) > 0)
  const outliers = measured.reduce<number | null>(
    (sum, one) => (sum === null || one.outliers === null ? null : sum + one.outliers),
    0,
  )
  const scores = rows.flatMap(({ scored }) => scored ?? [])
  return {
    figures: joinFigures(
      rows.map(({ figures }) => figures),
      [measure],
    ),
    outliers,
    scored: { score: projectScore(scores), count: scores.reduce((sum, { count }) => sum + count, 0) },
  }
}

type Accounting = ReportFigures['meta']['accounting'][number]

/** The rules of counting that hold for a report, as sentences. */
export const accountingOf = ({
  isExact,
  isCut,
  locations,
  outliersMissing,
  scoreDays,
}: {
  readonly isExact: boolean
  /** Results of a part of the period are gone. */
  readonly isCut: boolean
  readonly locations: number
  readonly outliersMissing: string | null
  /** Days of results that scores were computed from, where the project keeps fewer than the period has; else null. */
  readonly scoreDays: number | null
}): Accounting[] => [
  { about: 'retries', text: 'A failed attempt that a retry replaces does not count.' },
  { about: 'downtimes', text: 'Runs within downtimes do not count.' },
  { about: 'warnings', text: 'Warnings are results, but neither pass nor fail: they change no pass rate.' },
  {
    about: 'quantiles',
    text: isExact
      ? 'Quantiles are exact. Those of a group are of all its results.'
      : 'Quantiles are within 1 %. Those of a group are of all its results.',
  },
  ...(outliersMissing === null ? [] : [{ about: 'outliers' as const, text: outliersMissing }]),
  ...(locations > 0
    ? [{ about: 'score' as const, text: 'Scores are of all locations, whichever the report counts.' }]
    : []),
  ...(scoreDays === null
    ? []
    : [
        {
          about: 'score' as const,
          text: `Scores are computed from what is left of their period: the project keeps results for ${scoreDays} ${scoreDays === 1 ? 'day' : 'days'}.`,
        },
      ]),
  ...(isCut
    ? [
        {
          about: 'coverage' as const,
          text: 'Results of the beginning of the period are no longer kept: it is shorter.',
        },
      ]
    : []),
]
