import { sql } from 'kysely'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'
import { idOfRun } from '../results/runs.ts'
import { isInRealDowntime } from './downtime-windows.ts'

type Run = RunColumns & { readonly project_key: number }

/**
 * The ids of those runs that were due within a downtime: a scheduled run in one of its schedule; any other in one of all schedules, or
 * when every schedule that runs its monitor was in one. Outside of business hours is no downtime: such runs count.
 */
export const runsInDowntime = async (db: Db, runs: readonly Run[]): Promise<ReadonlySet<string>> => {
  if (runs.length === 0) return new Set()
  const names = runs.map(({ target_key, due, location_key, source, attempt, project_key }) => {
    return { target_key, due, location_key, source, attempt, project_key }
  })
  const dues = runs.map(({ due }) => due)
  const at = { project: sql`run.project_key`, at: sql`run.due` }
  const isDown = (schedule: ReturnType<typeof sql>) => isInRealDowntime({ ...at, schedule })
  const { rows } = await sql<RunColumns>`
    select run.target_key, run.due, run.location_key, run.source, run.attempt
    from json_to_recordset(${JSON.stringify(names)}::json) as run(target_key int, due bigint, location_key smallint, source int,
      attempt smallint, project_key int)
    where run.project_key in (select project_key from downtime_window
        where project_key = any(${[...new Set(runs.map(({ project_key }) => project_key))]}::int[])
          and ends > ${smallestOf(dues)} and begins <= ${largestOf(dues)})
      and (${isDown(sql`run.source`)} or (run.source < 0 and exists (select from slot s where s.target_key = run.target_key)
        and not exists (select from slot s where s.target_key = run.target_key and not ${isDown(sql`s.schedule_key`)})))`.execute(
    db,
  )
  return new Set(rows.map(idOfRun))
}
