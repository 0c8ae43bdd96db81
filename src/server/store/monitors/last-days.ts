import { sql } from 'kysely'
import { HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { lastDay } from '../../../domain/statistics/windows.ts'
import type { Database, Db } from '../core/database.ts'
import { categories } from '../identity/codes.ts'
import { lastResults } from '../results/last-results.ts'
import { aloneToSumUp } from '../statistics/compaction.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'
import { ALL_LOCATIONS } from '../statistics/sum-rows.ts'

const MONITORS_AT_ONCE = 500

/** Begins of the windows that are summed up within the hour that begins at `hour`: of the last 24 hours now, and in the next hour. */
const beginsAt = (hour: number): [number, number] => {
  const { from } = lastDay(hour)
  return [from, from + HOUR_MS]
}

/**
 * Sums up the last 24 hours of monitors whose hours are all summed up, some at a time: the home of a project adds them up, instead of
 * 23 hours of each monitor. Returns whether there were any. No hour is summed up meanwhile.
 */
export const sumUpLastDays = (database: Database, now: number): Promise<boolean> =>
  aloneToSumUp(database, (db) => sumUpSome(db, now))

const sumUpSome = async (db: Db, now: number): Promise<boolean> => {
  const to = periodStart('HOUR', now)
  const [from, next] = beginsAt(to)
  const { rows } = await sql<{ key: number }>`
    select o.key from object o
    where o.kind = 'monitor'
      and not exists (select from last_day d where d.target_key = o.key and d."from" = ${next} and d."to" = ${to})
      and not exists (select from rollup_stale s where s.target_key = o.key and s.kind = ${PERIOD_KINDS.HOUR}
        and s.hour >= ${from} and s.hour < ${to})
    order by o.key limit ${MONITORS_AT_ONCE}`.execute(db)
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) return false
  const last = await lastResults(db, keys, now)
  const codes = keys.map((key) => {
    const category = last.get(key)?.result_category
    return category === undefined ? null : categories.code(category)
  })
  await sql`delete from last_day where target_key = any(${keys}::int[])`.execute(db)
  await sql`
    insert into last_day (target_key, "from", "to", project_key, pass, slow, warning, fail, answered, sum_ms, last_category)
    select o.key, b."from", ${to}, o.project_key, coalesce(sum(r.pass), 0), coalesce(sum(r.slow), 0), coalesce(sum(r.warning), 0),
      coalesce(sum(r.fail), 0), coalesce(sum(r.answered), 0), coalesce(sum(r.sum_ms), 0), min(k.last)
    from unnest(${keys}::int[], ${codes}::smallint[]) k(key, last) join object o on o.key = k.key
      cross join unnest(${[from, next]}::bigint[]) b("from")
      left join rollup r on r.target_key = o.key and r.kind = ${PERIOD_KINDS.HOUR} and r.location_key = ${ALL_LOCATIONS}
        and r.start >= b."from" and r.start < ${to}
    group by o.key, b."from", o.project_key`.execute(db)
  return true
}
