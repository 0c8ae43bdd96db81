import type { Json } from './column-types.ts'

/** A monitor's report about a week or month. */
type ScoreReportColumns = {
  target_key: number
  kind: number
  start: number
  project_key: number
  formula: number
  score: number | null
  /** Why there is no score, as a sentence. */
  missing: string | null
  count: number
  computed: number
  doc: Json<unknown>
}

/** Tables of scores: reports, those that are to be computed, and the periods that have been queued. */
export type ScoreTables = {
  score_report: ScoreReportColumns
  score_due: { kind: number; start: number; target_key: number }
  score_period: { kind: number; start: number }
}
