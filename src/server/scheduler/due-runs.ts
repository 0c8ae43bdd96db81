import { sql } from 'kysely'
import type { Db } from '../store/database.ts'

/** Jobs are made this long before they are due: enough for a slow moment, too short for a change to come too late. */
const HORIZON_MS = 3_000
/** A run that could not be made in time, as after a restart, is still made while it is at most this late; older ones are missed. */
const GRACE_MS = 60_000
/** A job waits at least this long for an agent, so that one whose agent dies is done again after its lease. */
const PATIENCE_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** A location none of whose agents asked for work within this time is away: its runs are missed, not queued up. */
export const ONLINE_WITHIN_MS = 60_000
const SLOTS_AT_ONCE = 5_000

export type DueRuns = {
  /** Slots that were advanced; as many as `SLOTS_AT_ONCE` means that more are waiting. */
  slots: number
  full: boolean
  /** Locations that have new jobs. */
  locationKeys: number[]
  /** How late the latest of these runs was made, in milliseconds; 0 where all are still to come. */
  lagMs: number
}

/**
 * Turns slots that are due into jobs and moves each on by whole periods, in one statement: a crash leaves both done or neither.
 * The due time is `anchor + k · frequency` whatever earlier runs took, and the job's key holds it, so no run is made twice.
 */
export const makeDueRuns = async (db: Db, now: number): Promise<DueRuns> => {
  const { rows } = await sql<{ slots: number; lag: number | null; locations: number[] | null }>`
    with due as materialized (
      select schedule_key, target_key, location_key, project_key, frequency, next_due from slot
      where next_due <= ${now + HORIZON_MS} order by next_due limit ${SLOTS_AT_ONCE} for update skip locked),
    late as (
      select due.*, greatest(0, ${now} - next_due) / frequency as skipped,
        location_key in (select location_key from agent where last_seen > ${now - ONLINE_WITHIN_MS}) as online,
        project_key in (select key from project where held) as held
      from due),
    run as (
      select late.*, next_due + skipped * frequency as run_due,
        online and not held and ${now} - (next_due + skipped * frequency) <= ${GRACE_MS} as made
      from late),
    made as (
      insert into job (target_key, due, location_key, source, attempt, project_key, trigger, expires)
      select target_key, run_due, location_key, schedule_key, 0, project_key, 0,
        greatest(run_due, ${now}) + least(greatest(frequency, ${PATIENCE_MS}), ${LONGEST_WAIT_MS})
      from run where made on conflict do nothing returning location_key, due),
    moved as (
      update slot set next_due = run.run_due + run.frequency, missed = slot.missed + case when run.held then 0 else run.skipped + (not run.made)::int end
      from run where (slot.schedule_key, slot.target_key, slot.location_key) = (run.schedule_key, run.target_key, run.location_key)
      returning 1)
    select (select count(*) from moved) as slots, max(${now} - due) as lag, array_agg(distinct location_key) as locations from made`.execute(
    db,
  )
  const row = rows[0]
  const slots = row?.slots ?? 0
  return { slots, full: slots === SLOTS_AT_ONCE, locationKeys: row?.locations ?? [], lagMs: Math.max(0, row?.lag ?? 0) }
}
