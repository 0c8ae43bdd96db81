import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { insights } from '../../../contract/insights/insights.ts'
import { bandOf, type ScoreBands } from '../../../domain/core/score-bands.ts'
import type { Cluster } from '../../../domain/insights/clusters.ts'
import { type Figures, ratesOf } from '../../../domain/insights/figures.ts'
import { findingsOf } from '../../../domain/insights/findings.ts'
import { gainOf, type SubScoreName, WEIGHTS } from '../../../domain/insights/formula.ts'
import type { Report } from '../../../domain/insights/report.ts'
import { insightsId, type Range, type ScorePeriod } from '../../../domain/insights/score-period.ts'
import { subScoreWords } from '../../../domain/insights/sub-score-words.ts'

type Shown = AnswerOf<(typeof insights)['insights.report']>

/** Ids and names of locations by key. */
export type Named = { readonly idOf: (key: number) => string; readonly nameOf: (key: number) => string }

type Scored = Pick<Report, 'formula' | 'score' | 'missing'>

export const scoredRow = (callId: string, range: Range, { formula, score, missing }: Scored, bands: ScoreBands) => ({
  insights_id: insightsId(callId, range),
  start: new Date(range.from).toISOString(),
  end: new Date(range.to).toISOString(),
  score,
  band: bandOf(score, bands),
  reason: score === null ? ('insufficient_data' as const) : null,
  missing,
  formula,
})

export const shownFigures = (figures: Figures) => ({
  ...ratesOf(figures),
  mean_latency: figures.mean,
  median: figures.median,
  p95: figures.p95,
})

export const comparisonRow = (callId: string, range: Range, report: Report, bands: ScoreBands) => ({
  ...scoredRow(callId, range, report, bands),
  ...shownFigures(report.all),
})

export const clusterRow = (
  { start, end, count, failures, scope, locations }: Cluster,
  id: string,
  { idOf }: Named,
): Shown['clusters'][number] => ({
  id,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  count,
  failures,
  outliers: count - failures,
  scope,
  locations: locations.map(idOf),
})

const subScoreRows = (report: Report, { nameOf }: Named): Shown['sub_scores'] => {
  const { subScores, score } = report
  if (!subScores) return []
  return (Object.keys(WEIGHTS) as SubScoreName[]).map((name) => ({
    name,
    weight: WEIGHTS[name],
    score: subScores[name],
    gain: score === null ? 0 : gainOf(name, subScores),
    text: subScoreWords(name, report, nameOf),
  }))
}

type Asked = {
  callId: string
  period: ScorePeriod
  range: Range
  report: Report
  before: Range
  previous: Report | null
  named: Named
  bands: ScoreBands
}

/** A report as it is answered, without what the handler adds. */
export const reportRow = ({
  callId,
  period,
  range,
  report,
  before,
  previous,
  named,
  bands,
}: Asked): Omit<Shown, 'name' | 'provisional' | 'computed'> => {
  const { all, clustered, fastAnomalies, phases, locations, clouds, regions, clusters } = report
  const { pass, slow, warning, fail, outliers } = all
  const part = (id: string, figures: Figures) => ({ id, ...shownFigures(figures), outliers: figures.outliers })
  return {
    ...comparisonRow(callId, range, report, bands),
    call_id: callId,
    period,
    pass,
    slow,
    warning,
    fail,
    outliers,
    fast_anomalies: fastAnomalies,
    sub_scores: subScoreRows(report, named),
    phases,
    locations: locations.map(({ key, ...figures }) => part(named.idOf(key), figures)),
    clouds: clouds.map(({ name, ...figures }) => part(name, figures)),
    regions: regions.map(({ name, ...figures }) => part(name, figures)),
    // Numbered from the oldest, as the outliers' clusters are.
    clusters: clusters.map((cluster, index) => clusterRow(cluster, String(clustered.clusters - index), named)),
    findings: findingsOf({ period, report, previous, locationName: named.nameOf }),
    previous: previous && comparisonRow(callId, before, previous, bands),
  }
}
