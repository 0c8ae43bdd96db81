import { sql } from 'kysely'
import type { ScorePeriod } from '../../../domain/insights/score-period.ts'
import type { Db } from '../core/database.ts'
import { isMember } from '../core/entry.ts'
import { SCORE_KINDS } from './score-reports.ts'

/** The score of a monitor in a period, and in the period before it. */
export type ScoredMonitor = {
  readonly project_id: string
  readonly project: string
  readonly id: string
  readonly name: string
  readonly score: number | null
  readonly count: number
  readonly before: number | null
  readonly count_before: number
}

/** Reads the scores of all monitors in the projects that an account is a member of, by project. */
export const scoresForMember = async (
  db: Db,
  accountId: string,
  period: ScorePeriod,
  { start, before }: { start: number; before: number },
): Promise<ScoredMonitor[]> => {
  const { rows } = await sql<ScoredMonitor>`
    select p.id as project_id, p.name as project, o.id, o.name, r.score::float8 as score, r.count::int as count,
      b.score::float8 as before, coalesce(b.count, 0)::int as count_before
    from project p join score_report r on r.project_key = p.key and r.kind = ${SCORE_KINDS[period]} and r.start = ${start}
    join object o on o.key = r.target_key and o.project_key = p.key
    left join score_report b on b.target_key = r.target_key and b.kind = r.kind and b.start = ${before}
    where p.removed is null and ${isMember(accountId)}
    order by p.name, p.key, o.key`.execute(db)
  return rows
}

/** Whether reports of an account's projects are still to be computed. */
export const hasDueReportsFor = async (
  db: Db,
  accountId: string,
  period: ScorePeriod,
  start: number,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from score_due d join object o on o.key = d.target_key join project p on p.key = o.project_key
    where d.kind = ${SCORE_KINDS[period]} and d.start = ${start} and p.removed is null and ${isMember(accountId)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
