import { sql } from 'kysely'
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
