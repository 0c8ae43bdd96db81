import { sql } from 'kysely'
import { nextDue, offsetMs } from '../../../domain/schedules/schedule-times.ts'
import { projectsWithin } from '../agents/binding.ts'
import { type Location, locationsWithin } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { locationsOf, type ScheduleDoc, schedules } from './schedules.ts'

type Target = { key: number; id: string }

const targetsOf = async (db: Db, scheduleKey: number, only?: readonly number[]): Promise<Target[]> => {
  const rows = await sql<Target>`select o.key, o.id from schedule_target t join object o on o.key = t.target_key
    where t.schedule_key = ${scheduleKey} and (${only ? [...only] : null}::int[] is null or o.key = any(${only ? [...only] : null}::int[]))`.execute(
    db,
  )
  return rows.rows
}

/**
 * Synchronizes a schedule's slots with its current settings: one per target and location, none while it is disabled. Slots with an
 * unchanged frequency keep their times. `only` limits the targets.
 */
export const syncSlots = async (
  db: Db,
  schedule: Stored<ScheduleDoc>,
  now: number,
  only?: readonly number[],
): Promise<void> => {
  const locations = schedule.doc.enabled
    ? locationsOf(schedule.doc, await locationsWithin(db, schedule.project_key))
    : []
  const targets = await targetsOf(db, schedule.key, only)
  const narrowed = only ? [...only] : null
  await sql`delete from slot where schedule_key = ${schedule.key}
    and (${narrowed}::int[] is null or target_key = any(${narrowed}::int[]))
    and (location_key <> all(${locations.map((location) => location.key)}::smallint[])
      or target_key <> all(${targets.map((target) => target.key)}::int[]))`.execute(db)
  await addSlots(db, schedule, targets, locations, now)
}

/** Creates a location's slots in every schedule that runs from there, and removes those of projects that may not use it. */
export const syncLocation = async (db: Db, location: Location, now: number): Promise<void> => {
  const rows = await db.selectFrom('object').select('project_key').distinct().where('kind', '=', 'schedule').execute()
  const within = await projectsWithin(
    db,
    location.binding,
    rows.map(({ project_key }) => project_key),
  )
  if (location.binding !== null) {
    const others = sql`location_key = ${location.key} and project_key <> all(${[...within]}::int[])`
    await sql`delete from slot where ${others}`.execute(db)
    await sql`delete from job where ${others}`.execute(db)
  }
  for (const project_key of within)
    for (const schedule of await schedules.all(db, project_key))
      if (schedule.doc.enabled && locationsOf(schedule.doc, [location]).length > 0)
        await addSlots(db, schedule, await targetsOf(db, schedule.key), [location], now)
}

const addSlots = async (
  db: Db,
  schedule: Stored<ScheduleDoc>,
  targets: readonly Target[],
  locations: readonly Location[],
  now: number,
): Promise<void> => {
  const frequencyMs = schedule.doc.frequency_seconds * 1000
  const slots = targets.flatMap((target) =>
    locations.map((location) => {
      const offset = offsetMs(schedule.id, target.id, location.id, frequencyMs)
      const times = { startMs: schedule.created, offsetMs: offset, frequencyMs }
      return { t: target.key, l: location.key, a: schedule.created + offset, n: nextDue(times, now) }
    }),
  )
  if (slots.length === 0) return
  await sql`insert into slot (schedule_key, target_key, location_key, project_key, frequency, anchor, next_due, since)
    select ${schedule.key}, t, l, ${schedule.project_key}, ${frequencyMs}::bigint, a, n, ${now}::bigint
    from json_to_recordset(${JSON.stringify(slots)}::json) as slot(t int, l smallint, a bigint, n bigint)
    on conflict (schedule_key, target_key, location_key) do update
      set frequency = excluded.frequency, anchor = excluded.anchor, next_due = excluded.next_due, since = excluded.since
      where slot.frequency <> excluded.frequency`.execute(db)
}
