import { sql } from 'kysely'
import { nextDue, offsetMs } from '../../../domain/schedules/schedule-times.ts'
import { projectsWithin } from '../agents/binding.ts'
import { type Location, locationsWithin } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { locationsOf, type ScheduleDoc, schedules } from './schedules.ts'

/** `only`: the location that a workflow always runs from. */
type Target = { key: number; id: string; only: number | null }

const targetsOf = async (db: Db, scheduleKey: number, only?: readonly number[]): Promise<Target[]> => {
  const rows = await sql<Target>`select o.key, o.id, w.location_key as only
    from schedule_target t join object o on o.key = t.target_key left join workflow_setting w on w.target_key = o.key
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
  const known = schedule.doc.enabled
    ? (await locationsWithin(db, schedule.project_key)).filter(({ closed }) => !closed)
    : []
  const locations = locationsOf(schedule.doc, known)
  const targets = await targetsOf(db, schedule.key, only)
  const narrowed = only ? [...only] : null
  // Their counts stay with the schedule.
  await sql`with gone as (
    delete from slot where schedule_key = ${schedule.key}
    and (${narrowed}::int[] is null or target_key = any(${narrowed}::int[]))
    and (location_key <> all(${
      schedule.doc.enabled
        ? sql`coalesce((select array[w.location_key] from workflow_setting w
          where w.target_key = slot.target_key and w.location_key is not null), ${locations.map(({ key }) => key)}::smallint[])`
        : sql`'{}'::smallint[]`
    })
      or location_key <> all(${known.map(({ key }) => key)}::smallint[])
      or target_key <> all(${targets.map((target) => target.key)}::int[]))
    returning missed, overlapped)
    insert into schedule_count as c (schedule_key, missed, overlapped)
    select ${schedule.key}, sum(missed), sum(overlapped) from gone having sum(missed) + sum(overlapped) > 0
    on conflict (schedule_key) do update
      set missed = c.missed + excluded.missed, overlapped = c.overlapped + excluded.overlapped`.execute(db)
  await addSlots(db, schedule, targets, { locations, known }, now)
}

/** Synchronizes one target's slots in all of its schedules. */
export const syncTarget = async (db: Db, target: { key: number; project_key: number }, now: number): Promise<void> => {
  const { rows } = await sql<{ schedule_key: number }>`
    select schedule_key from schedule_target where target_key = ${target.key}`.execute(db)
  const keys = new Set(rows.map(({ schedule_key }) => schedule_key))
  for (const schedule of await schedules.all(db, target.project_key))
    if (keys.has(schedule.key)) await syncSlots(db, schedule, now, [target.key])
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
  if (location.closed) return deleteSlotsAt(db, location.key)
  for (const project_key of within)
    for (const schedule of await schedules.all(db, project_key))
      if (schedule.doc.enabled && locationsOf(schedule.doc, [location]).length > 0)
        await addSlots(
          db,
          schedule,
          await targetsOf(db, schedule.key),
          { locations: [location], known: [location] },
          now,
        )
}

/** Deletes a location's slots; their counts stay with their schedules. */
const deleteSlotsAt = async (db: Db, locationKey: number): Promise<void> => {
  await sql`with gone as (
    delete from slot where location_key = ${locationKey} returning schedule_key, missed, overlapped)
    insert into schedule_count as c (schedule_key, missed, overlapped)
    select schedule_key, sum(missed), sum(overlapped) from gone group by schedule_key having sum(missed) + sum(overlapped) > 0
    on conflict (schedule_key) do update
      set missed = c.missed + excluded.missed, overlapped = c.overlapped + excluded.overlapped`.execute(db)
}

const addSlots = async (
  db: Db,
  schedule: Stored<ScheduleDoc>,
  targets: readonly Target[],
  { locations, known }: { locations: readonly Location[]; known: readonly Location[] },
  now: number,
): Promise<void> => {
  const frequencyMs = schedule.doc.frequency_seconds * 1000
  const slots = targets.flatMap((target) =>
    (target.only === null ? locations : known.filter(({ key }) => key === target.only)).map((location) => {
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
