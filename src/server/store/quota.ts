import { sql } from 'kysely'
import { HOUR_MS } from '../../domain/periods.ts'
import type { Db } from './database.ts'
import { PERIOD_KINDS } from './rollups.ts'

export type MonthlyUse = {
  last_hour_run_count: number
  /** Runs of the month in the organization, and in this project. */
  org_test_run_count: number
  user_test_run_count: number
  /** Monitors on a schedule that is switched on, and all monitors. */
  scheduled_test_count: number
  test_setup_count: number
}

/** What a project used since the month began; every run at one location counts as one. */
export const monthlyUse = async (
  db: Db,
  project: { key: number; orgId: string | null },
  month: number,
  now: number,
): Promise<MonthlyUse> => {
  const { rows } = await sql<MonthlyUse>`
    with used as (
      select r.project_key, r.start, r.pass + r.slow + r.warning + r.fail as runs from rollup r
      join project p on p.key = r.project_key
      where (p.key = ${project.key} or p.org_id = ${project.orgId}) and r.kind = ${PERIOD_KINDS.HOUR} and r.location_key > 0
        and r.start >= ${month})
    select
      (select coalesce(sum(runs), 0) from used where project_key = ${project.key} and start > ${now - HOUR_MS})::int as last_hour_run_count,
      (select coalesce(sum(runs), 0) from used)::int as org_test_run_count,
      (select coalesce(sum(runs), 0) from used where project_key = ${project.key})::int as user_test_run_count,
      (select count(distinct target_key) from slot where project_key = ${project.key})::int as scheduled_test_count,
      (select count(*) from object where project_key = ${project.key} and kind = 'monitor')::int as test_setup_count`.execute(
    db,
  )
  const use = rows[0]
  if (!use) throw new Error('The use of the month was not counted.')
  return use
}
