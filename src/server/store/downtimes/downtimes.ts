import { sql } from 'kysely'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { DowntimeTimes } from '../../../domain/downtimes/downtime-rules.ts'
import type { Db } from '../core/database.ts'
import { objectsOf, type Stored } from '../core/objects.ts'

/** A downtime at rest. */
export type DowntimeDoc = DowntimeTimes & {
  /** A schedule's id, or `all`. */
  readonly schedule_id: string
}

export const downtimes = objectsOf<DowntimeDoc>('downtime')

/** Ties a new downtime to its schedule, with which it is deleted; `null` for all schedules of the project. */
export const tieToSchedule = async (
  db: Db,
  downtime: { readonly key: number; readonly project_key: number },
  scheduleKey: number | null,
): Promise<void> => {
  await db
    .insertInto('downtime')
    .values({ key: downtime.key, project_key: downtime.project_key, schedule_key: scheduleKey, until: 0 })
    .execute()
}

/** Narrows a list to the downtimes that cover a schedule. */
export const coveringSchedule = (scheduleKey: number) =>
  sql<boolean>`exists (select from downtime d where d.key = object.key
    and (d.schedule_key is null or d.schedule_key = ${scheduleKey}))`

/** The downtimes that are of one schedule alone. */
export const downtimesOf = async (
  db: Db,
  projectKey: number,
  scheduleKey: number,
): Promise<readonly Stored<DowntimeDoc>[]> => {
  const { rows } = await downtimes.list(
    db,
    projectKey,
    { limit: 1000 },
    sql<boolean>`exists (select from downtime d where d.key = object.key and d.schedule_key = ${scheduleKey})`,
  )
  return rows
}

/** Counts the downtimes of a schedule, or of all schedules, that are not over, and holds off others that count until the transaction ends. */
export const downtimesToCome = async (
  db: Db,
  projectKey: number,
  { schedule_id }: Pick<DowntimeDoc, 'schedule_id'>,
  now: number,
): Promise<number> => {
  // Without the lock, two concurrent requests would both count the same free place.
  await sql`select pg_advisory_xact_lock(hashtextextended('downtimes ' || ${projectKey}::int || ' ' || ${schedule_id}::text, 1))`.execute(
    db,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from object where project_key = ${projectKey} and kind = ${downtimes.kind}
      and doc ->> 'schedule_id' = ${schedule_id}
      and (doc ->> 'repeat_days' <> '0' or doc ->> 'end_time' > ${formatTime(now)})`.execute(db)
  return rows[0]?.count ?? 0
}
