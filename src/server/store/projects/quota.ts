import { sql } from 'kysely'
import { HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import type { ResultRow } from '../core/tables.ts'
import { categories } from '../identity/codes.ts'

export type MonthlyUse = {
  last_hour_run_count: number
  /** Runs this month in the organization and in this project. */
  org_test_run_count: number
  user_test_run_count: number
  /** Monitors on an enabled schedule, and all monitors. */
  scheduled_test_count: number
  test_setup_count: number
}

/** Returns a project's usage since the start of the month; each run at each location counts as one. */
export const monthlyUse = async (
  db: Db,
  project: { key: number; orgId: string | null },
  month: number,
  now: number,
): Promise<MonthlyUse> => {
  const { rows } = await sql<MonthlyUse>`
    with used as (
      select u.project_key, u.start, u.runs from usage u join project p on p.key = u.project_key
      where (p.key = ${project.key} or p.org_id = ${project.orgId}) and u.start >= ${month})
    select
      (select coalesce(sum(runs), 0) from used where project_key = ${project.key} and start > ${now - HOUR_MS})::int as last_hour_run_count,
      (select coalesce(sum(runs), 0) from used)::int as org_test_run_count,
      (select coalesce(sum(runs), 0) from used where project_key = ${project.key})::int as user_test_run_count,
      (select count(distinct target_key) from slot where project_key = ${project.key})::int as scheduled_test_count,
      (select count(*) from object where project_key = ${project.key} and kind = 'monitor')::int as test_setup_count`.execute(
    db,
  )
  const use = rows[0]
  if (!use) throw new Error('The monthly usage was not counted.')
  return use
}

/** Counts the runs of an organization's projects since `month`. */
export const runsOfOrganization = async (db: Db, orgId: string, month: number): Promise<number> => {
  const { rows } = await sql<{ runs: number }>`
    select coalesce(sum(u.runs), 0)::bigint as runs from usage u join project p on p.key = u.project_key
    where p.org_id = ${orgId} and u.start >= ${month}`.execute(db)
  return rows[0]?.runs ?? 0
}

const SKIPPED = categories.code('SKIPPED')
/** Rows per project and hour, so that concurrent transactions do not wait for each other. */
const PARTS = 16

/** Adds new results to the runs of their projects, in the hours they were due. */
export const addUse = async (db: Db, results: readonly ResultRow[]): Promise<void> => {
  const runs = new Map<string, { p: number; s: number; n: number }>()
  for (const { project_key: p, due, category } of results) {
    if (category === SKIPPED) continue
    const s = periodStart('HOUR', due)
    const row = runs.get(`${p}:${s}`) ?? { p, s, n: 0 }
    row.n++
    runs.set(`${p}:${s}`, row)
  }
  if (runs.size === 0) return
  // Always in the same order, to avoid deadlocks.
  const rows = [...runs.values()].sort((a, b) => a.p - b.p || a.s - b.s)
  await sql`insert into usage (project_key, start, part, runs)
    select p, s, pg_backend_pid() % ${PARTS}, n from json_to_recordset(${JSON.stringify(rows)}::json) as row(p int, s bigint, n int)
    on conflict (project_key, start, part) do update set runs = usage.runs + excluded.runs`.execute(db)
}
