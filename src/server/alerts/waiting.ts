import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'
import type { ResultRow, RunColumns } from '../store/core/tables.ts'
import { idOfRun } from '../store/results/runs.ts'

/**
 * Longest wait of a result for an earlier run of its monitor that is still running: results of several locations arrive out of order,
 * but a late alert helps nobody, and the slow result counts when it arrives.
 */
const LONGEST_MS = 5_000

/** Pause before alerts of a monitor that failed are looked at again. */
export const PUT_OFF_MS = 600_000

/** Defers the results that overtook a run of the same monitor; returns their ids. */
export const deferOvertaking = async (db: Db, results: readonly ResultRow[], now: number): Promise<Set<string>> => {
  const { rows } = await sql<{ target_key: number; due: number }>`
    select target_key, min(due) as due from job
    where target_key = any(${[...new Set(results.map((result) => result.target_key))]}::int[]) and due <= ${now} and lease_until > ${now}
    group by target_key`.execute(db)
  const earliest = new Map(rows.map((row) => [row.target_key, row.due]))
  const held = results.filter((result) => result.due > (earliest.get(result.target_key) ?? Number.POSITIVE_INFINITY))
  if (held.length > 0)
    await sql`insert into alert_waiting (target_key, due, location_key, source, attempt, until)
      select target_key, due, location_key, source, attempt, ${now + LONGEST_MS}
      from json_to_recordset(${JSON.stringify(held.map(runOf))}::json) as row(
        target_key int, due bigint, location_key smallint, source int, attempt smallint) on conflict do nothing`.execute(
      db,
    )
  return new Set(held.map(idOfRun))
}

const runOf = ({ target_key, due, location_key, source, attempt }: RunColumns): RunColumns => ({
  target_key,
  due,
  location_key,
  source,
  attempt,
})

/** Removes and returns the deferred results of these monitors that wait for nothing any more, or have waited long enough. */
export const releaseReady = async (db: Db, targetKeys: readonly number[], now: number): Promise<ResultRow[]> => {
  const { rows } = await sql<ResultRow>`
    with ready as (
      delete from alert_waiting w where target_key = any(${[...targetKeys]}::int[]) and (until <= ${now} or not exists (
        select 1 from job j where j.target_key = w.target_key and j.due < w.due and j.lease_until > ${now}))
      returning target_key, due, location_key, source, attempt)
    select r.* from ready join result r using (target_key, due, location_key, source, attempt)`.execute(db)
  return rows
}

/** Returns the monitors with deferred results whose wait is over. */
export const overdueTargets = async (db: Db, now: number): Promise<number[]> => {
  const { rows } = await sql<{ target_key: number }>`
    select distinct target_key from alert_waiting where until <= ${now} limit 500`.execute(db)
  return rows.map((row) => row.target_key)
}

/** Puts off the deferred results of monitors whose alerts failed, so that they are not looked at every second. */
export const putOffWaiting = async (db: Db, targetKeys: readonly number[], until: number): Promise<void> => {
  if (targetKeys.length === 0) return
  await sql`update alert_waiting set until = greatest(until, ${until}::bigint)
    where target_key = any(${[...targetKeys]}::int[])`.execute(db)
}
