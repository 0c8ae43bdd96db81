import { sql } from 'kysely'
import { ONLINE_WITHIN_MS } from '../store/agents/agents.ts'
import type { Db } from '../store/core/database.ts'
import { duesInDowntime, isInDowntime } from '../store/downtimes/downtime-windows.ts'
import { neededBy } from '../store/monitors/needs.ts'
import { jobIsUnderWay } from '../store/workflows/workflow-jobs.ts'

/** Jobs are made this long before they are due: enough for a slow moment, too short for a change to come too late. */
const HORIZON_MS = 3_000
/** A run that could not be made in time, as after a restart, is still made while it is at most this late; older ones are missed. */
const GRACE_MS = 60_000
/** A job waits at least this long for an agent, so that one whose agent dies is done again after its lease. */
const PATIENCE_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
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
 * The due time is `anchor + k · frequency` whatever earlier runs took, and the job's key holds it, so no run is made twice. A run whose
 * slot still has one under way or queued waits for it until it is due; then it is not made, and counted as overlapped. Slots are taken
 * of each project in turn, so that a project with many of them makes nobody else's late. A run that is due within a downtime of its
 * schedule is not made, and not counted as missed: its slot moves on. A run beyond the results that its project may store in a day is
 * missed. A location none of whose agents asked for work lately, or can make
 * the run, is away: its runs are missed, not queued up. Runs of a workflow that may not overlap wait for each other in the same way,
 * whichever schedule and location they are of. `agentsReturn`: agents may not have come back since this server started, so runs that wait
 * for an earlier one, or for a location that is away, are left for later.
 */
export const makeDueRuns = async (
  db: Db,
  now: number,
  { agentsReturn = false }: { agentsReturn?: boolean } = {},
): Promise<DueRuns> => {
  // A retry that no agent has begun is given up when the next run is due, so nothing waits for it.
  const isBlocked = sql`(exists (select from job j where j.target_key = slot.target_key and j.source = slot.schedule_key
    and j.location_key = slot.location_key and j.due < slot.next_due
    and ${jobIsUnderWay(now)})
    or exists (select from workflow_setting w join job j on j.target_key = w.target_key
      where w.target_key = slot.target_key and w.exclusive and ${jobIsUnderWay(now)}))`
  const isJudged = agentsReturn
    ? sql`(not ${isBlocked} and (not exists (
          select from agent where location_key = slot.location_key and revoked is null) or exists (
          select from agent where location_key = slot.location_key and revoked is null and last_seen > ${now - ONLINE_WITHIN_MS})))`
    : sql`(next_due <= ${now} or not ${isBlocked})`
  const schedule = { project: sql`run.project_key`, schedule: sql`run.schedule_key` }
  const skippedInDowntime = duesInDowntime({
    ...schedule,
    first: sql`run.next_due`,
    frequency: sql`run.frequency`,
    count: sql`run.skipped`,
  })
  const { rows } = await sql<{ slots: number; lag: number | null; locations: number[] | null }>`
    with recursive scheduled (key) as (
      (select project_key from slot order by project_key limit 1)
      union all
      select (select s.project_key from slot s where s.project_key > p.key order by s.project_key limit 1)
      from scheduled p where p.key is not null),
    ripe as (
      select s.*, row_number() over (partition by p.key order by s.next_due) as nth from scheduled p cross join lateral (
        select schedule_key, target_key, location_key, next_due, ${isBlocked} as blocked from slot
        where project_key = p.key and next_due <= ${now + HORIZON_MS} and ${isJudged}
        order by next_due limit ${SLOTS_AT_ONCE}) s
      where p.key is not null),
    first as materialized (
      select schedule_key, target_key, location_key, next_due, blocked from ripe order by nth, next_due limit ${SLOTS_AT_ONCE}),
    due as materialized (
      select slot.schedule_key, slot.target_key, slot.location_key, slot.project_key, slot.frequency, slot.next_due, first.blocked
      from slot join first on (slot.schedule_key, slot.target_key, slot.location_key, slot.next_due)
        = (first.schedule_key, first.target_key, first.location_key, first.next_due)
      for update of slot skip locked),
    late as (
      select due.*, greatest(0, ${now} - next_due) / frequency as skipped,
        needs, case when needs is null then location_key in (select location_key from agent where last_seen > ${now - ONLINE_WITHIN_MS} and revoked is null)
          else (location_key, needs) in (select location_key, unnest(capabilities) from agent where last_seen > ${now - ONLINE_WITHIN_MS} and revoked is null)
          end as online,
        project_key in (select key from project where held) as held,
        project_key in (select key from project where spent_until > ${now}) as spent,
        exists (select from workflow_setting w where w.target_key = due.target_key and w.exclusive) as exclusive
      from due cross join lateral (select ${neededBy(sql`due.target_key`)} as needs) n),
    run as materialized (
      select late.*, next_due + skipped * frequency as run_due from late),
    able as materialized (
      select run.*, down, case when skipped = 0 then 0 else ${skippedInDowntime} end as skipped_down,
        online and blocked and not held and not down as overlapped,
        online and not blocked and not held and not spent and not down and ${now} - run_due <= ${GRACE_MS} as made
      from run cross join lateral (select ${isInDowntime({ ...schedule, at: sql`run.run_due` })} as down) d),
    ranked as (
      select able.*, exclusive and made and row_number() over (partition by target_key, made order by run_due, location_key) > 1 as second
      from able),
    judged as materialized (
      select schedule_key, target_key, location_key, project_key, frequency, run_due, needs, skipped, skipped_down, held, down,
        overlapped or second as overlapped, made and not second as made from ranked),
    made as (
      insert into job (target_key, due, location_key, source, attempt, project_key, trigger, needs, expires)
      select target_key, run_due, location_key, schedule_key, 0, project_key, 0, needs,
        greatest(run_due, ${now}) + least(greatest(frequency, ${PATIENCE_MS}), ${LONGEST_WAIT_MS})
      from judged where made on conflict do nothing returning location_key, due),
    moved as (
      update slot set next_due = run.run_due + run.frequency, overlapped = slot.overlapped + run.overlapped::int,
        missed = slot.missed + case when run.held then 0
          else run.skipped - run.skipped_down + (not run.made and not run.overlapped and not run.down)::int end
      from judged run
      where (slot.schedule_key, slot.target_key, slot.location_key) = (run.schedule_key, run.target_key, run.location_key)
      returning 1)
    select (select count(*) from moved) as slots, max(${now} - due) as lag, array_agg(distinct location_key) as locations from made`.execute(
    db,
  )
  const row = rows[0]
  const slots = row?.slots ?? 0
  return { slots, full: slots === SLOTS_AT_ONCE, locationKeys: row?.locations ?? [], lagMs: Math.max(0, row?.lag ?? 0) }
}

/**
 * Brings slots back that lie more than a period ahead, as after a clock that was ahead for a while: their next run is the next of their
 * own times. Answers how many there were.
 */
export const resetFutureSlots = async (db: Db, now: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update slot set next_due = anchor + (floor((${now}::bigint - anchor)::numeric / frequency)::bigint + 1) * frequency
    where next_due > ${now + HORIZON_MS}::bigint + frequency`.execute(db)
  return Number(numAffectedRows ?? 0)
}
