import { sql } from 'kysely'
import type { Report } from '../../../domain/insights/report.ts'
import type { ScorePeriod } from '../../../domain/insights/score-period.ts'
import type { Db } from '../core/database.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'

/** Stored codes of the periods, those of rollups. */
export const SCORE_KINDS: Readonly<Record<ScorePeriod, number>> = {
  week: PERIOD_KINDS.WEEK,
  month: PERIOD_KINDS.MONTH,
}

/** A stored report of a monitor about the period that begins at `start`. */
export type StoredReport = {
  readonly target_key: number
  readonly start: number
  readonly computed: number
  readonly doc: Report
}

/** Stores a report; one of the same monitor and period is replaced. */
export const storeReport = async (
  db: Db,
  {
    targetKey,
    projectKey,
    period,
    start,
    report,
    now,
  }: { targetKey: number; projectKey: number; period: ScorePeriod; start: number; report: Report; now: number },
): Promise<void> => {
  const values = {
    project_key: projectKey,
    formula: report.formula,
    score: report.score,
    missing: report.missing,
    count: report.coverage.count,
    computed: now,
    doc: JSON.stringify(report),
  }
  await db
    .insertInto('score_report')
    .values({ target_key: targetKey, kind: SCORE_KINDS[period], start, ...values })
    .onConflict((conflict) => conflict.columns(['target_key', 'kind', 'start']).doUpdateSet(values))
    .execute()
}

/** Reads the reports of a monitor, newest first. */
export const reportsOf = async (
  db: Db,
  targetKey: number,
  period: ScorePeriod,
  { before, limit }: { before: number; limit: number },
): Promise<StoredReport[]> => {
  const { rows } = await sql<StoredReport>`
    select target_key, start, computed, doc from score_report
    where target_key = ${targetKey} and kind = ${SCORE_KINDS[period]} and start < ${before}
    order by start desc limit ${limit}`.execute(db)
  return rows
}

/** Reads the report of a monitor about one period; null if there is none. */
export const reportAt = async (
  db: Db,
  targetKey: number,
  period: ScorePeriod,
  start: number,
): Promise<StoredReport | null> =>
  (await reportsOf(db, targetKey, period, { before: start + 1, limit: 1 })).find((one) => one.start === start) ?? null

/** A row of the ranking; `doc` only has the parts that it shows. */
export type RankedReport = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly doc: Pick<Report, 'formula' | 'score' | 'missing' | 'all'>
}

/** Reads the reports of a project's monitors about one period. */
export const rankedReports = async (
  db: Db,
  projectKey: number,
  period: ScorePeriod,
  start: number,
): Promise<RankedReport[]> => {
  const { rows } = await sql<RankedReport>`
    select o.key, o.id, o.name, jsonb_build_object('formula', r.doc -> 'formula', 'score', r.doc -> 'score', 'missing', r.doc -> 'missing',
      'all', r.doc -> 'all') as doc
    from score_report r join object o on o.key = r.target_key and o.project_key = r.project_key
    where r.project_key = ${projectKey} and r.kind = ${SCORE_KINDS[period]} and r.start = ${start}`.execute(db)
  return rows
}

/** A score of a monitor in one period. */
export type ScoreAt = {
  readonly target_key: number
  readonly start: number
  readonly score: number | null
  readonly count: number
}

/** Reads the scores of a project's monitors in a range of periods. */
export const scoresBetween = async (
  db: Db,
  projectKey: number,
  period: ScorePeriod,
  { from, to }: { from: number; to: number },
): Promise<ScoreAt[]> => {
  const { rows } = await sql<ScoreAt>`
    select target_key, start, score, count from score_report
    where project_key = ${projectKey} and kind = ${SCORE_KINDS[period]} and start >= ${from} and start < ${to}`.execute(
    db,
  )
  return rows
}

/** Returns the starts of the periods for which a project has reports, newest first. */
export const reportedPeriods = async (db: Db, projectKey: number, period: ScorePeriod): Promise<number[]> => {
  const { rows } = await sql<{ start: number }>`
    select distinct start from score_report where project_key = ${projectKey} and kind = ${SCORE_KINDS[period]}
    order by start desc`.execute(db)
  return rows.map(({ start }) => start)
}
