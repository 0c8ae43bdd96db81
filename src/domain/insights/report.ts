import type { Cluster } from './clusters.ts'
import type { Figures } from './figures.ts'
import { FORMULA_VERSION, type ScoreInputs, type SubScores, scoreOf, subScoresOf } from './formula.ts'
import type { Measured } from './measure.ts'
import type { ScorePeriod } from './score-period.ts'
import { type Coverage, missingData } from './sufficiency.ts'

/** Mean milliseconds of each phase. */
export type Phases = Readonly<
  Record<'dns' | 'tcp' | 'handshake' | 'upload' | 'processing' | 'download' | 'redirect', number>
>

/** A report as it is stored. Locations are named by their keys, so that a renamed location has its new name in old reports. */
export type Report = {
  readonly formula: number
  readonly score: number | null
  /** Why there is no score, as a sentence. */
  readonly missing: string | null
  readonly all: Figures
  readonly coverage: Coverage
  /** Hours with counted results, and the steady ones. */
  readonly hours: { readonly count: number; readonly steady: number }
  readonly inputs: ScoreInputs
  /** Null without counted results. */
  readonly subScores: SubScores | null
  readonly driftRatio: number | null
  readonly tailRatio: number | null
  readonly worstLocation: number | null
  readonly fastAnomalies: number
  readonly phases: Phases | null
  readonly locations: readonly (Figures & { readonly key: number; readonly baseline: number | null })[]
  readonly clouds: readonly (Figures & { readonly name: string })[]
  readonly regions: readonly (Figures & { readonly name: string })[]
  /** Number of clusters, and of the failures and outliers within them. */
  readonly clustered: { readonly clusters: number; readonly count: number; readonly failures: number }
  /** The newest clusters, newest first. */
  readonly clusters: readonly Cluster[]
}

/** Clusters that a report keeps. */
const MOST_CLUSTERS = 50

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Makes the report of a period. */
export const reportOf = (period: ScorePeriod, measured: Measured, phases: Phases | null): Report => {
  const { all, coverage, hours, inputs, driftRatio, tailRatio, worstLocation, fastAnomalies, clusters } = measured
  const missing = missingData(period, coverage)
  const subScores = coverage.count === 0 ? null : subScoresOf(inputs)
  return {
    formula: FORMULA_VERSION,
    score: missing === null && subScores ? scoreOf(subScores) : null,
    missing,
    all,
    coverage,
    hours: { count: hours.starts.length, steady: hours.steady },
    inputs,
    subScores,
    driftRatio,
    tailRatio,
    worstLocation,
    fastAnomalies,
    phases,
    locations: measured.locations.map(({ place, ...figures }) => ({ key: place.key, ...figures })),
    clouds: measured.clouds,
    regions: measured.regions,
    clustered: {
      clusters: clusters.length,
      count: total(clusters.map(({ count }) => count)),
      failures: total(clusters.map(({ failures }) => failures)),
    },
    clusters: clusters.slice(-MOST_CLUSTERS).reverse(),
  }
}
