import { sql } from 'kysely'
import { regionsOf } from '../../../domain/agents/regions.ts'
import { type Coverage, coverageOf } from '../../../domain/downtimes/coverage.ts'
import type { BusinessHours } from '../../../domain/schedules/business-hours.ts'
import type { BackoffMethod } from '../../../domain/schedules/retry-settings.ts'
import type { Location } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import { objectsOf, type Stored } from '../core/objects.ts'
import { nextRuns, restsOfSchedules } from './next-runs.ts'

/** A stored schedule; its targets are in `schedule_target`. */
export type ScheduleDoc = {
  readonly tags: string[]
  readonly frequency_seconds: number
  readonly regions: string[]
  readonly locations: string[]
  readonly backoff_method: BackoffMethod | null
  readonly enabled: boolean
  /** Absent or null: at all times. */
  readonly business_hours?: BusinessHours | null
}

export const schedules = objectsOf<ScheduleDoc>('schedule')

/** Returns the locations that a schedule runs from: those it lists and those of its regions, without simulated and closed ones. */
export const locationsOf = (doc: ScheduleDoc, locations: readonly Location[]): Location[] =>
  locations.filter(
    (location) =>
      !location.place.simulated &&
      !location.closed &&
      (doc.locations.includes(location.id) || regionsOf(location.place).some((region) => doc.regions.includes(region))),
  )

export type ScheduleFigures = {
  targets: string[]
  nextRun: number | null
  /** When it makes no runs. */
  rests: Coverage
  missed: number
  overlapped: number
}

/** Returns figures of each schedule by key: targets in order of creation, next due time, runs not made. */
export const scheduleFigures = async (
  db: Db,
  stored: readonly Stored<ScheduleDoc>[],
): Promise<Map<number, ScheduleFigures>> => {
  const keys = stored.map((schedule) => schedule.key)
  type Row = { key: number; targets: string[] | null; next_run: number | null; missed: number; overlapped: number }
  const counts = sql`select missed, overlapped from slot where schedule_key = s.key
    union all select missed, overlapped from schedule_count where schedule_key = s.key`
  const rows = await sql<Row>`
    select s.key,
      (select array_agg(o.id order by o.key) from schedule_target t join object o on o.key = t.target_key where t.schedule_key = s.key) as targets,
      (select min(next_due) from slot where schedule_key = s.key) as next_run,
      (select coalesce(sum(missed), 0) from (${counts}) c)::int as missed,
      (select coalesce(sum(overlapped), 0) from (${counts}) c)::int as overlapped
    from unnest(${keys}::int[]) s(key)`.execute(db)
  const firsts = rows.rows.flatMap(({ key, next_run }) => (next_run === null ? [] : [[key, next_run] as const]))
  const rests = await restsOfSchedules(db, stored)
  const next = await nextRuns(db, rests, new Map(firsts))
  const nextRun = (key: number) => next.get(key) ?? null
  return new Map(
    rows.rows.map(({ key, targets, missed, overlapped }) => [
      key,
      { targets: targets ?? [], nextRun: nextRun(key), rests: rests.get(key) ?? coverageOf([]), missed, overlapped },
    ]),
  )
}

export const addTargets = async (db: Db, scheduleKey: number, targetKeys: readonly number[]): Promise<void> => {
  await sql`insert into schedule_target (schedule_key, target_key)
    select ${scheduleKey}, unnest(${[...targetKeys]}::int[]) on conflict do nothing`.execute(db)
}

/** Removes all targets except these. */
export const removeOtherTargets = async (db: Db, scheduleKey: number, targetKeys: readonly number[]): Promise<void> => {
  await sql`delete from schedule_target where schedule_key = ${scheduleKey} and target_key <> all(${[...targetKeys]}::int[])`.execute(
    db,
  )
}

export const removeTarget = async (db: Db, scheduleKey: number, targetKey: number): Promise<boolean> => {
  const gone = await db
    .deleteFrom('schedule_target')
    .where('schedule_key', '=', scheduleKey)
    .where('target_key', '=', targetKey)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
