import { sql } from 'kysely'
import type { Db } from '../store/database.ts'
import { runOfId } from '../store/runs.ts'
import type { RunColumns } from '../store/tables.ts'

/** How long a job is one agent's without a word from it; then another may have it. */
export const LEASE_MS = 30_000
/** Jobs are handed out this long before they are due, so that agents start them by their own clock, to the millisecond. */
const AHEAD_MS = 1_000
/** They become free in steps, so that an agent gets what falls due within one at once instead of job by job. */
const STEP_MS = 250

/** `start`: when it begins, which for attempts after the first is later than when the run was due. */
export type LeasedJob = RunColumns & { start: number; context: Record<string, string> | null }

/** Leases up to `limit` jobs of a location to an agent: what is due first, first. No two agents ever get the same. */
export const leaseJobs = async (
  db: Db,
  asked: { locationKey: number; agentId: string; limit: number; now: number },
): Promise<LeasedJob[]> => {
  const { rows } = await sql<LeasedJob>`
    with free as materialized (
      select target_key, due, location_key, source, attempt from job
      where location_key = ${asked.locationKey} and coalesce(not_before, due) <= ${Math.floor(asked.now / STEP_MS) * STEP_MS + AHEAD_MS} and expires > ${asked.now}
        and (lease_until is null or lease_until <= ${asked.now})
      order by coalesce(not_before, due) limit ${asked.limit} for update skip locked)
    update job set lease_until = greatest(coalesce(not_before, job.due), ${asked.now}) + ${LEASE_MS}, agent_id = ${asked.agentId}, leases = leases + 1
    from free where (job.target_key, job.due, job.location_key, job.source, job.attempt)
      = (free.target_key, free.due, free.location_key, free.source, free.attempt)
    returning job.target_key, job.due, job.location_key, job.source, job.attempt, job.context,
      coalesce(not_before, job.due) as start`.execute(db)
  return rows.sort((a, b) => a.start - b.start)
}

/** Keeps jobs leased that an agent is still at. */
export const renewLeases = async (db: Db, agentId: string, ids: readonly string[], now: number): Promise<void> => {
  const runs = ids.map(runOfId).filter((run) => run !== null)
  if (runs.length === 0) return
  // Never waits for a row: whoever holds one is about to close the job, and two that wait for each other would end in an error.
  await sql`
    with mine as materialized (
      select job.target_key, job.due, job.location_key, job.source, job.attempt from job join ${runsTable(runs)} run
        on (job.target_key, job.due, job.location_key, job.source, job.attempt)
          = (run.target_key, run.due, run.location_key, run.source, run.attempt)
      where agent_id = ${agentId} for update of job skip locked)
    update job set lease_until = ${now + LEASE_MS} from mine
    where (job.target_key, job.due, job.location_key, job.source, job.attempt)
      = (mine.target_key, mine.due, mine.location_key, mine.source, mine.attempt)`.execute(db)
}

/** Many runs as one parameter that a query can join. */
export const runsTable = (runs: readonly RunColumns[]) =>
  sql`(select * from json_to_recordset(${JSON.stringify(runs)}::json) as row(target_key int, due bigint, location_key smallint, source int, attempt smallint))`

/** Drops jobs that nobody took in time; each counts as a missed run of its schedule, but for retries, whose run was made. Answers how many. */
export const dropExpired = async (db: Db, now: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with expired as materialized (
      select target_key, due, location_key, source, attempt from job
      where expires <= ${now} and (lease_until is null or lease_until <= ${now}) for update skip locked),
    gone as (
      delete from job using expired where (job.target_key, job.due, job.location_key, job.source, job.attempt)
        = (expired.target_key, expired.due, expired.location_key, expired.source, expired.attempt)
      returning job.target_key, job.location_key, job.source, job.attempt),
    missed as (
      update slot set missed = slot.missed + lost.count
      from (select source, target_key, location_key, count(*)::int from gone where attempt = 0 group by 1, 2, 3) lost
      where (slot.schedule_key, slot.target_key, slot.location_key) = (lost.source, lost.target_key, lost.location_key))
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}
