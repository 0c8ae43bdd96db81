import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { realDowntimesAfter } from '../downtimes/downtime-windows.ts'

/** Planned time without runs (ms), half open. */
export type Maintenance = { readonly begins: number; readonly ends: number }

/**
 * Reads the planned downtimes of monitors that hold now or are written down ahead, by key, in order. A monitor is under maintenance while
 * all schedules that run it are in a downtime; time outside of business hours is none.
 */
export const plannedMaintenance = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, readonly Maintenance[]>> => {
  if (keys.length === 0) return new Map()
  const held = realDowntimesAfter({
    project: sql`s.project_key`,
    schedule: sql`s.schedule_key`,
    at: sql`${now}::bigint`,
  })
  const { rows } = await sql<{ target_key: number; begins: number; ends: number }>`
    select target_key, lower(r) as begins, upper(r) as ends
    from (select target_key, range_intersect_agg(coalesce(${held}, '{}'::int8multirange)) as common
        from (select distinct target_key, schedule_key, project_key from slot where target_key = any(${[...keys]}::int[])) s
        group by target_key) m
      cross join lateral unnest(m.common) r
    where upper(r) > ${now}::bigint order by begins, ends`.execute(db)
  const found = new Map<number, Maintenance[]>()
  for (const { target_key, begins, ends } of rows) {
    const known = found.get(target_key)
    if (known) known.push({ begins, ends })
    else found.set(target_key, [{ begins, ends }])
  }
  return found
}
