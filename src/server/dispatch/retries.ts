import { sql } from 'kysely'
import { ignoredIn, isRetried, nextAttempt, type Retry } from '../../domain/schedules/retry.ts'
import { retryOf } from '../../domain/schedules/retry-settings.ts'
import { workflowRetryOf } from '../../domain/workflows/workflow-tags.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { nextDowntimes } from '../store/downtimes/downtime-windows.ts'
import { categories, exceptions, IGNORED } from '../store/identity/codes.ts'
import { neededBy } from '../store/monitors/needs.ts'
import type { NewResult } from '../store/results/result-store.ts'
import { idOfRun } from '../store/results/runs.ts'
import type { ScheduleDoc } from '../store/schedules/schedules.ts'

/** When a failed attempt is made again, and until when that makes sense: milliseconds, by the id of the failed run. */
export type Retries = ReadonlyMap<string, { readonly at: number; readonly nextDueMs: number }>

const NONE: Retries = new Map()

type Options = {
  /** Ids of runs that are not made again. */
  readonly final?: ReadonlySet<string>
  /** The tags of a workflow, by the row of its run; none for a monitor. */
  readonly tagsOf?: (row: NewResult) => readonly string[]
}

/**
 * Decides which failed attempts of scheduled runs are made again, and marks those that do not count. Asks for nothing where
 * nothing failed. Runs whose ids are in `final` are not made again, and none from the beginning of a downtime on: the failed attempt
 * then counts as the last one, since it failed before the downtime. The retry tags
 * of a workflow, which `tagsOf` returns, stand above the settings of the schedule.
 */
export const planRetries = async (
  db: Db,
  rows: readonly NewResult[],
  now: number,
  { final = new Set(), tagsOf = () => [] }: Options = {},
): Promise<{ rows: readonly NewResult[]; retries: Retries }> => {
  const isTried = (row: NewResult) => isFailedRun(row) && !final.has(idOfRun(row))
  const failed = rows.filter(isTried)
  if (failed.length === 0) return { rows, retries: NONE }
  const schedules = await retrying(db, [...new Set(failed.map((row) => row.source))])
  if (schedules.size === 0) return { rows, retries: NONE }
  const downtimes = await nextDowntimes(
    db,
    failed.filter(({ source }) => schedules.has(source)),
    now,
  )
  const retries = new Map<string, { at: number; nextDueMs: number }>()
  const marked = rows.map((row) => {
    const schedule = isTried(row) ? schedules.get(row.source) : undefined
    const own = schedule && workflowRetryOf(tagsOf(row))
    const retry = own === undefined ? schedule?.retry : own
    if (!schedule || !retry) return row
    const nextDueMs = Math.min(row.due + schedule.frequencyMs, downtimes.get(row.source) ?? Number.POSITIVE_INFINITY)
    const at = nextAttempt(retry, { attempt: row.attempt, endMs: row.started + row.total, nextDueMs }, now)
    if (at !== null) retries.set(idOfRun(row), { at, nextDueMs })
    const { statistics, alerts } = ignoredIn(retry, row.attempt, at !== null)
    return { ...row, ignored: (statistics ? IGNORED.statistics : 0) | (alerts ? IGNORED.alerts : 0) }
  })
  return { rows: marked, retries }
}

/** Sources below zero are runs on demand: those are made once. */
const isFailedRun = ({ source, category, exception }: ResultRow): boolean => {
  const type = exceptions.name(exception)
  return source > 0 && isRetried(categories.name(category), type)
}

/** The schedules among these that are on, by key; without `retry` if they do not retry failed runs. */
const retrying = async (
  db: Db,
  keys: readonly number[],
): Promise<Map<number, { retry: Retry | null; frequencyMs: number }>> => {
  const { rows } = await sql<{ key: number; doc: ScheduleDoc }>`
    select key, doc from object where key = any(${[...keys]}::int[]) and kind = 'schedule' and (doc -> 'enabled')::boolean`.execute(
    db,
  )
  return new Map(
    rows.map(({ key, doc }) => [key, { retry: retryOf(doc), frequencyMs: doc.frequency_seconds * 1000 }] as const),
  )
}

/**
 * Queues the next attempts of results that were stored just now, in the transaction that stores them: a crash leaves both done or
 * neither, and a report that comes twice brings about one retry. Targets that were taken off their schedule meanwhile have none.
 */
export const queueRetries = async (db: Db, added: readonly ResultRow[], retries: Retries): Promise<void> => {
  const rows = added.flatMap((result) => {
    const retry = retries.get(idOfRun(result))
    if (!retry) return []
    const { target_key, due, location_key, source, attempt, project_key, trigger } = result
    const run = { target_key, due, location_key, source, attempt: attempt + 1, project_key, trigger }
    return [{ ...run, not_before: retry.at, expires: retry.nextDueMs }]
  })
  if (rows.length === 0) return
  await sql`
    insert into job (target_key, due, location_key, source, attempt, project_key, trigger, needs, not_before, expires)
    select r.target_key, r.due, r.location_key, r.source, r.attempt, r.project_key, r.trigger, ${neededBy(sql`r.target_key`)}, r.not_before, r.expires
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(target_key int, due bigint, location_key smallint, source int,
      attempt smallint, project_key int, trigger smallint, not_before bigint, expires bigint)
    where exists (select from slot
      where (slot.schedule_key, slot.target_key, slot.location_key) = (r.source, r.target_key, r.location_key))
    on conflict do nothing`.execute(db)
}
