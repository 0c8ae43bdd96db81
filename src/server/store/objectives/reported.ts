import { projectScore } from '../../../domain/insights/band.ts'
import { periodBefore, type Range } from '../../../domain/insights/score-period.ts'
import type { ObjectivePeriod } from '../../../domain/objectives/slo.ts'
import type { Db } from '../core/database.ts'
import { lastSettled } from '../insights/score-queue.ts'
import { rankedReports } from '../insights/score-reports.ts'

/** Scores and outliers of the monitors of a scope in one week or month. */
export type Reported = {
  readonly range: Range
  /** The mean score; null without one. */
  readonly score: number | null
  readonly scores: readonly number[]
  /** Passed and slow results, and the outliers among them. */
  readonly rated: number
  readonly outliers: number
}

/** Reads the reports of the last week or month that is over (`back` 0), or of the one before (1). */
export const readReported = async (
  db: Db,
  {
    projectKey,
    targetKeys,
    period,
    now,
    back,
  }: {
    readonly projectKey: number
    readonly targetKeys: readonly number[]
    readonly period: ObjectivePeriod
    readonly now: number
    readonly back: 0 | 1
  },
): Promise<Reported> => {
  const of = period === 'MONTH' ? 'month' : 'week'
  const last = lastSettled(of, now)
  const range = back === 0 ? last : periodBefore(of, last)
  const within = new Set(targetKeys)
  const rows = (await rankedReports(db, projectKey, of, range.from)).filter(({ key }) => within.has(key))
  const scored = rows.map(({ doc }) => ({ score: doc.score, count: doc.all.pass + doc.all.slow + doc.all.fail }))
  return {
    range,
    score: projectScore(scored),
    scores: scored.flatMap(({ score }) => score ?? []),
    rated: rows.reduce((sum, { doc }) => sum + doc.all.pass + doc.all.slow, 0),
    outliers: rows.reduce((sum, { doc }) => sum + doc.all.outliers, 0),
  }
}
