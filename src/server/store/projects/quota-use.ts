import { type RawBuilder, sql } from 'kysely'
import type { Quota } from '../../../contract/core/quotas.ts'
import type { Db } from '../core/database.ts'
import { resultsOfDay } from './spent-days.ts'

export type QuotaUse = { readonly project_key: number; readonly used: number }

const USE: Readonly<Record<Quota, (now: number) => RawBuilder<unknown>>> = {
  monitors: () => sql`select project_key, count(*)::float8 as used from object where kind = 'monitor' group by 1`,
  documents: () => sql`select project_key, sum(bytes)::float8 as used from document_use group by 1`,
  // Contents that were replaced, and uploads under way, are gone within an hour.
  files: () =>
    sql`select project_key, sum(size)::float8 as used from file_content where file_key is not null and kept_until is null group by 1`,
  results: (now) => sql`select p.key as project_key, ${resultsOfDay(sql`p.key`, now)}::float8 as used from project p`,
}

/** Returns the projects that use at least `least` of a limit. */
export const usersOf = async (
  db: Db,
  about: Quota,
  { now, least }: { now: number; least: number },
): Promise<QuotaUse[]> => {
  const { rows } = await sql<QuotaUse>`
    select u.project_key, u.used from (${USE[about](now)}) u join project p on p.key = u.project_key
    where u.used >= ${least}::float8 and p.removed is null order by u.project_key`.execute(db)
  return rows
}

/** Records that a project was told of a step of a limit; false if it was told of this step or a higher one before. */
export const takeStep = async (
  db: Db,
  { project_key, about, step }: { project_key: number; about: Quota; step: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into quota_notice (project_key, about, step) values (${project_key}, ${about}, ${step})
    on conflict (project_key, about) do update set step = excluded.step where quota_notice.step < excluded.step
    returning step`.execute(db)
  return rows.length > 0
}

/** Lowers the recorded step of projects that are below it again by a margin, so that they are told of it the next time. */
export const lowerSteps = async (
  db: Db,
  about: Quota,
  { now, most, margin, steps }: { now: number; most: number; margin: number; steps: readonly number[] },
): Promise<void> => {
  await sql`
    with use as (${USE[about](now)}),
    below as (
      select n.project_key, (select max(s) from unnest(${[...steps]}::smallint[]) s
        where coalesce(u.used, 0) >= s * ${most}::float8 / 100) as step
      from quota_notice n left join use u on u.project_key = n.project_key
      where n.about = ${about} and coalesce(u.used, 0) * 100 < (n.step - ${margin}::int) * ${most}::float8)
    update quota_notice n set step = coalesce(b.step, 0) from below b
    where n.about = ${about} and n.project_key = b.project_key`.execute(db)
}
