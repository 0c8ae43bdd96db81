import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'
import type { ResultFilter } from '../results/result-search.ts'
import { runOfId } from '../results/runs.ts'
import { TRIAL_SOURCE } from './trials.ts'

/** A run that is due or running and has no result yet. */
export type QueuedRun = RunColumns & {
  /** Start time; for retries later than the run's due time. */
  start: number
  trigger: number
  location_id: string
  target_id: string
  target_name: string
  target_kind: string
  url: string
  schedule_id: string | null
  /** End of the agent's lease; null if none has it. */
  lease_until: number | null
}

/** Leaves trials out: no list holds them. */
const SELECT = sql`
  select j.target_key, j.due, j.location_key, j.source, j.attempt, coalesce(j.not_before, j.due) as start, j.trigger, j.lease_until, l.id as location_id, t.id as target_id,
    t.name as target_name, t.kind as target_kind, t.doc #>> '{request,url}' as url, s.id as schedule_id
  from job j join location l on l.key = j.location_key join object t on t.key = j.target_key
  left join object s on s.key = j.source
  where j.source <> ${sql.lit(TRIAL_SOURCE)}`

export const queuedRun = async (db: Db, projectKey: number, id: string): Promise<QueuedRun | undefined> => {
  const run = runOfId(id)
  if (!run) return undefined
  const { rows } = await sql<QueuedRun>`${SELECT}
    and j.project_key = ${projectKey} and j.target_key = ${run.target_key} and j.due = ${run.due}
      and j.location_key = ${run.location_key} and j.source = ${run.source} and j.attempt = ${run.attempt}`.execute(db)
  return rows[0]
}

/** Returns the queued attempt of a run; undefined if there is none. */
export const queuedAttempt = async (
  db: Db,
  { target_key, due, location_key, source }: RunColumns,
): Promise<(RunColumns & { start: number }) | undefined> => {
  const { rows } = await sql<RunColumns & { start: number }>`
    select target_key, due, location_key, source, attempt, coalesce(not_before, due) as start from job
    where target_key = ${target_key} and due = ${due} and location_key = ${location_key} and source = ${source}`.execute(
    db,
  )
  return rows[0]
}

/** Returns queued runs of a project's monitors, or of one monitor or workflow, in the order of results: the latest due time first. */
export const queuedRuns = async (db: Db, filter: ResultFilter): Promise<QueuedRun[]> => {
  const { projectKey, targetKey, targetKeys, locationKey, trigger, newer = false, limit, from, to } = filter
  const after = filter.after === undefined ? null : runOfId(filter.after)
  const direction = newer ? sql`asc` : sql`desc`
  const { rows } = await sql<QueuedRun>`${SELECT}
    and j.project_key = ${projectKey} ${targetKey === undefined ? sql`and t.kind <> 'workflow'` : sql`and j.target_key = ${targetKey}`}
      ${targetKeys ? sql`and j.target_key = any(${[...targetKeys]}::int[])` : sql``}
      and j.due >= ${from} ${to === undefined ? sql`` : sql`and j.due <= ${to}`}
      ${locationKey === undefined ? sql`` : sql`and j.location_key = ${locationKey}`}
      ${trigger === undefined ? sql`` : sql`and j.trigger = ${trigger}`}
      ${
        after === null
          ? sql``
          : sql`and (j.due, j.target_key, j.location_key, j.source, j.attempt) ${newer ? sql`>` : sql`<`}
              (${after.due}::bigint, ${after.target_key}::int, ${after.location_key}::smallint, ${after.source}::int, ${after.attempt}::smallint)`
      }
    order by j.due ${direction}, j.target_key ${direction}, j.location_key ${direction}, j.source ${direction}, j.attempt ${direction}
    limit ${limit}`.execute(db)
  return newer ? rows.reverse() : rows
}
