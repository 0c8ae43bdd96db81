import { sql } from 'kysely'
import { bodyDaysOf, FULL_RETENTION, keptFrom, type Retention } from '../../../domain/core/retention.ts'
import type { Db } from './database.ts'
import { resultsSince } from './partitions.ts'

/** The due times from which results and their details are shown, with the days that a project keeps them. */
export type Kept = Retention & { readonly resultsSince: number; readonly bodiesSince: number }

type Row = {
  readonly result_days: number
  readonly body_days: number
  readonly results_since: number
  readonly bodies_since: number
}

/** Reads a project's retention. What a shorter one has deleted does not come back with a longer one. */
export const keptOf = async (db: Db, projectKey: number, now: number): Promise<Kept> => {
  const row = await db
    .selectFrom('project_retention')
    .select(['result_days', 'body_days', 'results_since', 'bodies_since'])
    .where('project_key', '=', projectKey)
    .executeTakeFirst()
  return keptBy(row, now)
}

const keptBy = (row: Row | undefined, now: number): Kept => {
  const retention = row ? { resultDays: row.result_days, bodyDays: row.body_days } : FULL_RETENTION
  const bodyDays = bodyDaysOf(retention)
  return {
    resultDays: retention.resultDays,
    bodyDays,
    resultsSince: Math.max(row?.results_since ?? 0, keptFrom(retention.resultDays, now)),
    bodiesSince: Math.max(row?.bodies_since ?? 0, keptFrom(bodyDays, now)),
  }
}

/** The due times from which reports about these projects are accepted, where that is later than for the installation. */
export const acceptedSince = async (
  db: Db,
  projectKeys: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db
    .selectFrom('project_retention')
    .select(['project_key', 'result_days', 'body_days', 'results_since', 'bodies_since'])
    .where('project_key', 'in', [...new Set(projectKeys), 0])
    .execute()
  return new Map(rows.map((row) => [row.project_key, keptBy(row, now).resultsSince]))
}

/**
 * Returns the due time from which the results of a target are there, for statistics: later than for the installation where its project
 * has deleted some. Hours before it have complete sums.
 */
export const storedSince = async (
  db: Db,
  targetKeys: readonly number[],
  now: number,
): Promise<(targetKey: number) => number> => {
  const { rows } = await sql<{ key: number; since: number }>`
    select o.key, p.results_since as since from project_retention p
    join (select key, project_key from object where key = any(${[...targetKeys]}::int[])
      union all select key, project_key from deleted_monitor where key = any(${[...targetKeys]}::int[])) o
      on o.project_key = p.project_key
    where p.results_since > 0`.execute(db)
  const since = new Map(rows.map((row) => [row.key, row.since]))
  const all = resultsSince(now)
  return (targetKey) => Math.max(all, since.get(targetKey) ?? 0)
}

/** Changes the days for which a project keeps results and details; undefined leaves them. In the caller's transaction. */
export const changeRetention = async (
  db: Db,
  projectKey: number,
  { resultDays, bodyDays }: { readonly resultDays: number | undefined; readonly bodyDays: number | undefined },
  now: number,
): Promise<void> => {
  if (resultDays === undefined && bodyDays === undefined) return
  const before = await db
    .selectFrom('project_retention')
    .selectAll()
    .where('project_key', '=', projectKey)
    .forUpdate()
    .executeTakeFirst()
  const days = {
    result_days: resultDays ?? before?.result_days ?? FULL_RETENTION.resultDays,
    body_days: bodyDays ?? before?.body_days ?? FULL_RETENTION.bodyDays,
  }
  if (before && before.result_days === days.result_days && before.body_days === days.body_days) return
  await db
    .insertInto('project_retention')
    .values({ project_key: projectKey, ...days, changed: now })
    .onConflict((conflict) => conflict.column('project_key').doUpdateSet({ ...days, changed: now }))
    .execute()
}
