import { type RawBuilder, sql } from 'kysely'
import { mayUseLocation } from '../store/agents/binding.ts'
import type { Db } from '../store/core/database.ts'
import type { RunColumns } from '../store/core/tables.ts'
import { runOfId } from '../store/results/runs.ts'

/** Duration of a lease without renewal; then another agent may take the job. */
export const LEASE_MS = 30_000
/** Agents come back to a server that has started again within a second or two, renew the leases of their jobs and report what they made. */
export const AGENTS_RETURN_MS = 5_000
/** Jobs are handed out this long before they are due, so that agents start them by their own clock, to the millisecond. */
const AHEAD_MS = 1_000
/** They become free in steps, so that an agent gets what falls due within one at once instead of job by job. */
const STEP_MS = 250

/** `start`: when it begins, which for attempts after the first is later than when the run was due. */
export type LeasedJob = RunColumns & { start: number; project_key: number; context: Record<string, string> | null }

/** A run that so many agents took without a result is given up. */
export const MAX_LEASES = 3
/** From so many lost leases on a run is a suspect, and no other suspect is with the same agent. */
const SUSPECT_LEASES = 2
/** Leases that ended longer ago than this are of agents that did not come back. */
const LONGEST_ABSENCE_MS = 600_000
/** A run whose agent died stays queued for this long after its lease. */
const PATIENCE_MS = 60_000

const isSuspect = sql`(j.leases >= ${sql.lit(SUSPECT_LEASES)}
  or exists (select from suspect_target s where s.target_key = j.target_key))`

/**
 * Jobs `j` that may be leased: due, free, and the first of their target at their location. One that is under way there, or waits in
 * front, keeps the others queued, so that runs of one target never overlap. Of a workflow that forbids it, none is leased while one is
 * under way at another location.
 */
const isFree = (
  now: number,
  capabilities: readonly string[],
) => sql`(j.needs is null or j.needs = any(${[...capabilities]}::text[])) and coalesce(j.not_before, j.due) <= ${Math.floor(now / STEP_MS) * STEP_MS + AHEAD_MS}
  and j.expires > ${now} and j.leases < ${sql.lit(MAX_LEASES)} and (j.lease_until is null or j.lease_until <= ${now})
  and not exists (select from job o where o.target_key = j.target_key and o.location_key = j.location_key
    and (o.lease_until > ${now} or (o.expires > ${now} and (coalesce(o.not_before, o.due), o.source, o.due, o.attempt)
      < (coalesce(j.not_before, j.due), j.source, j.due, j.attempt))))
  and not (exists (select from workflow_setting w where w.target_key = j.target_key and w.exclusive)
    and exists (select from job o where o.target_key = j.target_key and o.lease_until > ${now}))`

/** Whether a project's runs may go to an agent: its location's binding admits the project, and the agent is not revoked. */
const isAdmitted = (
  projectKey: RawBuilder<unknown>,
  { locationKey, agentId }: { locationKey: number; agentId: string },
) => sql`(
  exists (select from (select ${projectKey} as key) wanted join location l on l.key = ${locationKey}
    left join project p on p.key = wanted.key where ${mayUseLocation})
  and not exists (select from agent g where g.id = ${agentId} and g.revoked is not null))`

/** What a lease writes into its job's row. An attempt after the first is never made later than its run allows. */
const leaseTo = (agentId: string, now: number) => sql`
  lease_until = greatest(coalesce(not_before, job.due), ${now}) + ${LEASE_MS}, agent_id = ${agentId}, leases = leases + 1,
  expires = case when job.attempt > 0 then expires
    else greatest(expires, greatest(coalesce(not_before, job.due), ${now}) + ${LEASE_MS + PATIENCE_MS}) end`

/**
 * How often runs of a workflow that may not overlap were leased; null for anything else. Two leases at the same moment see the same number,
 * and only the one that raises it gets its job.
 */
const claimsOf = (targetKey: RawBuilder<unknown>) =>
  sql`(select w.claims from workflow_setting w where w.target_key = ${targetKey} and w.exclusive)`

/** Raises the numbers of `claimsOf`, unless another lease has done so meanwhile or is about to. */
const claimed = (candidates: RawBuilder<unknown>) => sql`
    unclaimed as materialized (
      select w.target_key from workflow_setting w join ${candidates} c on c.target_key = w.target_key
      where w.exclusive and w.claims = c.claims for update of w skip locked),
    claimed as (
      update workflow_setting w set claims = w.claims + 1 from unclaimed u where w.target_key = u.target_key returning w.target_key)`

const isClaimed = (candidate: RawBuilder<unknown>) =>
  sql`(${candidate}.claims is null or ${candidate}.target_key in (select target_key from claimed))`

const RETURNED = sql`job.target_key, job.due, job.location_key, job.source, job.attempt, job.project_key, job.context,
  coalesce(not_before, job.due) as start`

/**
 * Leases up to `limit` jobs of a location to an agent, of each project in turn the first that are due. The projects are found by
 * skipping through the index from one to the next, so that many due runs of one cost the others nothing. Nothing is leased of
 * projects in `full`, and no more than `optimisticUpdates` runs of a project are in flight. No two agents ever get the same job.
 */
export const leaseJobs = async (
  db: Db,
  asked: {
    locationKey: number
    agentId: string
    limit: number
    now: number
    capabilities?: readonly string[]
    full?: readonly number[]
    optimisticUpdates?: number | null
  },
): Promise<LeasedJob[]> => {
  const { locationKey, agentId, limit, now, full = [], optimisticUpdates = null, capabilities = [] } = asked
  const room =
    optimisticUpdates === null
      ? sql`${limit}`
      : sql`greatest(0, least(${limit}, ${optimisticUpdates} - (select count(*) from job h where h.location_key = ${locationKey}
          and h.project_key = p.key and coalesce(h.not_before, h.due) <= ${now + AHEAD_MS} and h.lease_until > ${now})))`
  const { rows } = await sql<LeasedJob>`
    with recursive busy (key) as (
      (select project_key from job where location_key = ${locationKey} order by project_key limit 1)
      union all
      select (select j.project_key from job j where j.location_key = ${locationKey} and j.project_key > p.key
        order by j.project_key limit 1) from busy p where p.key is not null),
    free as (
      select f.*, row_number() over (partition by p.key order by f.start) as nth from busy p cross join lateral (
        select j.target_key, j.due, j.location_key, j.source, j.attempt, coalesce(j.not_before, j.due) as start from job j
        where j.location_key = ${locationKey} and j.project_key = p.key and ${isFree(now, capabilities)} and not ${isSuspect}
        order by coalesce(j.not_before, j.due) limit ${room}) f
      where p.key is not null and p.key <> all(${[...full]}::int[]) and ${isAdmitted(sql`p.key`, asked)}),
    first as materialized (
      select target_key, due, location_key, source, attempt, ${claimsOf(sql`free.target_key`)} as claims
      from free order by nth, start limit ${limit}),
    ${claimed(sql`first`)},
    taken as materialized (
      select job.target_key, job.due, job.location_key, job.source, job.attempt from job join first
        on (job.target_key, job.due, job.location_key, job.source, job.attempt)
          = (first.target_key, first.due, first.location_key, first.source, first.attempt)
      where (job.lease_until is null or job.lease_until <= ${now}) and ${isClaimed(sql`first`)} for update of job skip locked)
    update job set ${leaseTo(agentId, now)}
    from taken where (job.target_key, job.due, job.location_key, job.source, job.attempt)
      = (taken.target_key, taken.due, taken.location_key, taken.source, taken.attempt)
    returning ${RETURNED}`.execute(db)
  return rows.sort((a, b) => a.start - b.start)
}

/** Leases the suspect that has waited longest, unless this agent has one already: an agent that dies tells which it was. */
export const leaseSuspect = async (
  db: Db,
  asked: { locationKey: number; agentId: string; now: number; capabilities?: readonly string[] },
): Promise<LeasedJob[]> => {
  const { locationKey, agentId, now, capabilities = [] } = asked
  const { rows } = await sql<LeasedJob>`
    with first as materialized (
      select j.target_key, j.due, j.location_key, j.source, j.attempt, ${claimsOf(sql`j.target_key`)} as claims from job j
      where j.location_key = ${locationKey} and ${isFree(now, capabilities)} and ${isSuspect} and ${isAdmitted(sql`j.project_key`, asked)} and not exists (
        select from job h where h.location_key = ${locationKey} and h.agent_id = ${agentId} and h.lease_until > ${now}
          and (h.leases > ${sql.lit(SUSPECT_LEASES)} or exists (select from suspect_target s where s.target_key = h.target_key)))
      order by coalesce(j.not_before, j.due) limit 1 for update of j skip locked),
    ${claimed(sql`first`)},
    taken as (select * from first where ${isClaimed(sql`first`)})
    update job set ${leaseTo(agentId, now)}
    from taken where (job.target_key, job.due, job.location_key, job.source, job.attempt)
      = (taken.target_key, taken.due, taken.location_key, taken.source, taken.attempt)
    returning ${RETURNED}`.execute(db)
  return rows
}

/** The locations at which suspects wait. */
export const suspectLocations = async (db: Db, now: number): Promise<Set<number>> => {
  const { rows } = await sql<{ location_key: number }>`
    select distinct j.location_key from job j
    where ${isSuspect} and j.expires > ${now} and j.leases < ${sql.lit(MAX_LEASES)}`.execute(db)
  return new Set(rows.map((row) => row.location_key))
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

/** Whether a job is one of the runs with these ids. */
const isAmong = (ids: readonly string[]) => sql`exists (
  select from ${runsTable(ids.map(runOfId).filter((run) => run !== null))} run
  where (job.target_key, job.due, job.location_key, job.source, job.attempt)
    = (run.target_key, run.due, run.location_key, run.source, run.attempt))`

/** Gives jobs back that an agent has not begun or was not handed: anyone may take them at once, and nothing counts against them. */
export const returnLeases = async (db: Db, agentId: string, jobs: readonly RunColumns[]): Promise<void> => {
  if (jobs.length === 0) return
  await sql`
    update job set lease_until = null, agent_id = null, leases = leases - 1 from ${runsTable(jobs)} run
    where (job.target_key, job.due, job.location_key, job.source, job.attempt)
      = (run.target_key, run.due, run.location_key, run.source, run.attempt) and agent_id = ${agentId}`.execute(db)
}

/** Gives all jobs of an agent back, except those named. Answers how many there were. */
export const returnOtherLeases = async (
  db: Db,
  { agentId, locationKey, kept }: { agentId: string; locationKey: number; kept: readonly string[] },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update job set lease_until = null, agent_id = null, leases = greatest(0, leases - 1)
    where location_key = ${locationKey} and agent_id = ${agentId} and lease_until is not null and not ${isAmong(kept)}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Holds leases that ended while no server ran until this time: an agent that still has the job comes back and renews them, and nobody
 * makes the run twice. Answers how many there were.
 */
export const holdLeases = async (db: Db, until: number, now: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    update job set lease_until = ${until}, expires = greatest(expires, ${until + PATIENCE_MS})
    where lease_until < ${until} and lease_until > ${now - LONGEST_ABSENCE_MS} and agent_id is not null and expires > ${now}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Frees what an agent held that is known to be dead, so that its runs are made again at once. Answers at which locations. */
export const releaseLeases = async (
  db: Db,
  agentId: string,
  kept: readonly string[],
  now: number,
): Promise<number[]> => {
  const { rows } = await sql<{ location_key: number }>`
    update job set lease_until = ${now} where agent_id = ${agentId} and lease_until > ${now} and not ${isAmong(kept)}
    returning location_key`.execute(db)
  return [...new Set(rows.map((row) => row.location_key))]
}

/**
 * Drops jobs that nobody took in time; each counts as a missed run of its schedule, but for retries, whose run was made. A suspect's
 * monitor stays one, though its run was not judged. Answers how many.
 */
export const dropExpired = async (db: Db, now: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with expired as materialized (
      select target_key, due, location_key, source, attempt from job
      where expires <= ${now} and leases < ${sql.lit(MAX_LEASES)} and (lease_until is null or lease_until <= ${now})
      for update skip locked),
    gone as (
      delete from job using expired where (job.target_key, job.due, job.location_key, job.source, job.attempt)
        = (expired.target_key, expired.due, expired.location_key, expired.source, expired.attempt)
      returning job.target_key, job.location_key, job.source, job.attempt, job.leases),
    missed as (
      update slot set missed = slot.missed + lost.count
      from (select source, target_key, location_key, count(*)::int from gone where attempt = 0 group by 1, 2, 3) lost
      where (slot.schedule_key, slot.target_key, slot.location_key) = (lost.source, lost.target_key, lost.location_key)),
    suspected as (
      insert into suspect_target (target_key, since)
      select distinct o.key, ${now}::bigint from gone join object o on o.key = gone.target_key
      where gone.leases >= ${sql.lit(SUSPECT_LEASES)} on conflict do nothing)
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}
