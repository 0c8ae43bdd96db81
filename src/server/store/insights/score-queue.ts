import { sql } from 'kysely'
import { lastPeriod, periodsUpTo, type Range, type ScorePeriod } from '../../../domain/insights/score-period.ts'
import type { Db } from '../core/database.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'
import { SCORE_KINDS } from './score-reports.ts'

/** Results of a period may arrive this late and are still in its reports. */
const SETTLED_AFTER_MS = 15 * 60_000

/** Past periods whose reports are made up for: the history that the ranking shows. */
const CAUGHT_UP = 12

export const SCORE_PERIODS = ['week', 'month'] as const satisfies readonly ScorePeriod[]

/** The newest period that is over and whose results have settled. */
export const lastSettled = (period: ScorePeriod, now: number): Range => lastPeriod(period, now - SETTLED_AFTER_MS)

/** Returns the periods that are over and settled, newest first. */
const periodsOver = (period: ScorePeriod, now: number): Range[] =>
  periodsUpTo(period, lastSettled(period, now), CAUGHT_UP)

/** Queues the reports of the monitors that have results in a period, whether their hours are summed up yet or not. */
const queue = async (db: Db, period: ScorePeriod, { from, to }: Range, projectKey: number | null): Promise<void> => {
  await sql`
    insert into score_due (kind, start, target_key)
    select ${SCORE_KINDS[period]}, ${from}, o.key from object o
    where o.kind = 'monitor' and (${projectKey}::int is null or o.project_key = ${projectKey}) and exists (
      select 1 from rollup r where r.target_key = o.key and r.kind = ${PERIOD_KINDS.HOUR}
        and r.location_key = any(array(select key from location)) and r.start >= ${from} and r.start < ${to}
      union all
      select 1 from rollup_stale s where s.target_key = o.key and s.kind = ${PERIOD_KINDS.HOUR} and s.hour >= ${from} and s.hour < ${to})
    on conflict do nothing`.execute(db)
}

/**
 * Queues the reports of the weeks and months that are over, each once: of the last one, and of earlier ones that ended while the server
 * was away.
 */
export const queueEndedPeriods = async (db: Db, now: number): Promise<void> => {
  const over = SCORE_PERIODS.flatMap((period) => periodsOver(period, now).map((range) => ({ period, range })))
  const known = await db.selectFrom('score_period').select(['kind', 'start']).execute()
  const isKnown = new Set(known.map(({ kind, start }) => `${kind}:${start}`))
  for (const { period, range } of over) {
    if (isKnown.has(`${SCORE_KINDS[period]}:${range.from}`)) continue
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql`insert into score_period (kind, start) values (${SCORE_KINDS[period]}, ${range.from})
        on conflict do nothing returning start`.execute(tx)
      if (rows.length > 0) await queue(tx, period, range, null)
    })
  }
}

/** Queues the reports of one project for all recent periods: its results were copied in, or it was restored. */
export const queueProject = async (db: Db, projectKey: number, now: number): Promise<void> => {
  for (const period of SCORE_PERIODS)
    for (const range of periodsOver(period, now)) await queue(db, period, range, projectKey)
}

export type DueReport = { readonly kind: number; readonly start: number; readonly target_key: number }

/**
 * Takes the next reports from the queue, newest periods first, with the project of each monitor. They are only gone when the transaction
 * ends, and other servers skip them until then.
 */
export const takeDueReports = async (
  tx: Db,
  limit: number,
): Promise<(DueReport & { project_key: number | null })[]> => {
  const { rows } = await sql<DueReport & { project_key: number | null }>`
    with taken as (
      delete from score_due where (kind, start, target_key) in (
        select kind, start, target_key from score_due order by start desc, kind, target_key limit ${limit} for update skip locked)
      returning kind, start, target_key)
    select t.*, o.project_key from taken t left join object o on o.key = t.target_key and o.kind = 'monitor'`.execute(
    tx,
  )
  return rows
}

/** Whether reports of a project's monitors are still to be computed. */
export const hasDueReports = async (
  db: Db,
  projectKey: number,
  period: ScorePeriod,
  start: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from score_due d join object o on o.key = d.target_key
    where d.kind = ${SCORE_KINDS[period]} and d.start = ${start} and o.project_key = ${projectKey} limit 1`.execute(db)
  return rows.length > 0
}
