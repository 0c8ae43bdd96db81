import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { HOURS } from '../downtimes/window-origins.ts'
import { applyDowntime, cutWindows } from '../downtimes/written-windows.ts'
import type { ScheduleDoc } from './schedules.ts'

const same = (a: ScheduleDoc | undefined, b: ScheduleDoc): boolean =>
  JSON.stringify(a?.business_hours ?? null) === JSON.stringify(b.business_hours ?? null)

/** Puts the business hours of a schedule into effect from now on, where they changed. `before` is absent for a new schedule. */
export const applyHours = async (
  db: Db,
  { key, project_key, doc }: Stored<ScheduleDoc>,
  before: ScheduleDoc | undefined,
  now: number,
): Promise<void> => {
  if (same(before, doc)) return
  if (doc.business_hours) {
    await sql`insert into schedule_hours (key, project_key, schedule_key, until)
      values (${key}, ${project_key}, ${key}, 0) on conflict do nothing`.execute(db)
    await applyDowntime(db, { key, doc }, now, HOURS)
    return
  }
  await cutWindows(db, key, now, { origin: HOURS })
  await sql`delete from schedule_hours where key = ${key}`.execute(db)
}
