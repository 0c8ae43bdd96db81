import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'

/** Results that a project stored of the day of `now` (UTC), by the hours that count its runs; `project` is its key. */
export const resultsOfDay = (project: ReturnType<typeof sql>, now: number) =>
  sql`(select coalesce(sum(runs), 0) from usage where project_key = ${project} and start >= ${periodStart('DAY', now)})`

/**
 * Marks the projects that have stored `most` results of the day until its end, and frees those that have not, as after the operator raised
 * the limit; null: no limit.
 */
export const markSpentDays = async (db: Db, most: number | null, now: number): Promise<void> => {
  const ends = periodStart('DAY', now) + DAY_MS
  const until = most === null ? sql`0` : sql`case when r.used >= ${most}::bigint then ${ends}::bigint else 0 end`
  const used = most === null ? sql`0` : resultsOfDay(sql`p.key`, now)
  await sql`
    update project set spent_until = d.until from (
      select p.key, ${until} as until from project p cross join lateral (select ${used} as used) r
      where p.removed is null) d
    where project.key = d.key and project.spent_until <> d.until and (d.until > 0 or project.spent_until > ${now})`.execute(
    db,
  )
}

/** Returns the results of a project's day if no run is made in it any more today; else null. */
export const spentDay = async (db: Db, projectKey: number, now: number): Promise<number | null> => {
  const { rows } = await sql<{ used: number }>`
    select ${resultsOfDay(sql`p.key`, now)}::bigint as used from project p
    where p.key = ${projectKey} and p.spent_until > ${now}`.execute(db)
  return rows[0]?.used ?? null
}
