import { sql } from 'kysely'
import type { Coverage } from '../../../domain/downtimes/coverage.ts'
import { type DowntimeTimes, downtimeOf } from '../../../domain/downtimes/downtime-rules.ts'
import { MOST_RESTS, restsOf } from '../../../domain/schedules/resting.ts'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import type { ScheduleDoc } from './schedules.ts'

/** A downtime that may be to come, of one schedule or (null) of all of a project. */
type Covering = { readonly project_key: number; readonly schedule_key: number | null; readonly doc: DowntimeTimes }

const downtimesOf = async (db: Db, projectKeys: readonly number[]): Promise<readonly Covering[]> => {
  const { rows } = await sql<Covering>`
    select d.project_key, d.schedule_key, o.doc from downtime d join object o on o.key = d.key
      where d.project_key = any(${[...projectKeys]}::int[])
    union all
    select c.project_key, null, d.doc from organization_downtime_project c join organization_downtime d on d.key = c.key
      where c.project_key = any(${[...projectKeys]}::int[])`.execute(db)
  return rows
}

type Waiting = { readonly key: number; readonly at: number }

/** The first due time of each schedule's slots at or after a moment. */
const dueFrom = async (db: Db, waiting: readonly Waiting[]): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select w.key, min(s.anchor + greatest(0, ceil((w.at - s.anchor)::numeric / s.frequency))::bigint * s.frequency)::bigint as at
    from json_to_recordset(${JSON.stringify(waiting)}::json) as w(key int, at bigint) join slot s on s.schedule_key = w.key
    group by w.key`.execute(db)
  return rows
}

/** When each of some schedules makes no runs, by the schedule's key: in its downtimes, and outside of its business hours. */
export const restsOfSchedules = async (
  db: Db,
  stored: readonly Stored<ScheduleDoc>[],
): Promise<ReadonlyMap<number, Coverage>> => {
  const downtimes = await downtimesOf(db, [...new Set(stored.map(({ project_key }) => project_key))])
  return new Map(
    stored.map(({ key, project_key, doc }) => {
      const own = downtimes.filter(
        (each) => each.project_key === project_key && (each.schedule_key === null || each.schedule_key === key),
      )
      return [
        key,
        restsOf(
          own.map((each) => downtimeOf(each.doc)),
          doc?.business_hours ?? null,
        ),
      ]
    }),
  )
}

/**
 * When the next run of each schedule is due, by the schedule's key: the first due time outside of downtimes and within business hours.
 * Schedules without one are absent. `firsts`: the next due times of their slots.
 */
export const nextRuns = async (
  db: Db,
  rests: ReadonlyMap<number, Coverage>,
  firsts: ReadonlyMap<number, number>,
): Promise<Map<number, number>> => {
  const found = new Map<number, number>()
  let waiting: readonly Waiting[] = [...firsts].map(([key, at]) => ({ key, at }))
  for (let round = 0; waiting.length > 0 && round < MOST_RESTS; round++) {
    const resting: Waiting[] = []
    for (const { key, at } of waiting) {
      const until = rests.get(key)?.until(at) ?? null
      if (until === null) found.set(key, at)
      else resting.push({ key, at: until })
    }
    waiting = resting.length > 0 ? await dueFrom(db, resting) : []
  }
  return found
}
