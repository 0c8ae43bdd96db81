import { sql } from 'kysely'
import { AWAY_AFTER_MS } from '../../../domain/silence/silence.ts'
import type { Db } from '../core/database.ts'
import { duesInDowntime } from '../downtimes/downtime-windows.ts'

/** A location that went away or came back, for one project that uses it. */
export type LocationAbsence = {
  location_key: number
  location_id: string
  project_key: number
  project_id: string
  project_name: string
  /** Time of its agents' last request for work. */
  since: number
}

const NAMED = sql`x.location_key, l.id as location_id, x.project_key, p.id as project_id, p.name as project_name, x.since`
const NAMES = sql`join location l on l.key = x.location_key join project p on p.key = x.project_key and p.removed is null`

/**
 * Records locations that are away for each project with a schedule that uses them, and returns the new ones. `upSince`: time since which
 * a server answers agents; before that, none could ask for work.
 */
export const storeAwayLocations = async (db: Db, upSince: number, now: number): Promise<LocationAbsence[]> => {
  const { rows } = await sql<LocationAbsence>`
    with away as materialized (
      select l.key, coalesce(max(a.last_seen), l.created) as seen from location l left join agent a on a.location_key = l.key
      group by l.key, l.created having greatest(coalesce(max(a.last_seen), 0), ${upSince}::bigint) <= ${now - AWAY_AFTER_MS}),
    x as (
      insert into absence (location_key, project_key, since, told)
      select distinct s.location_key, s.project_key, away.seen, ${now}::bigint from away join slot s on s.location_key = away.key
      join project p on p.key = s.project_key
      on conflict do nothing returning *)
    select ${NAMED} from x ${NAMES} order by x.location_key, x.project_key`.execute(db)
  return rows
}

/** Deletes the absences of locations whose agents have asked for work since, and returns them. */
export const deleteBackLocations = async (db: Db, now: number): Promise<LocationAbsence[]> => {
  const { rows } = await sql<LocationAbsence>`
    with x as (
      delete from absence x where exists (
        select from agent a where a.location_key = x.location_key and a.last_seen > x.since and a.last_seen > ${now - AWAY_AFTER_MS})
      returning *)
    select ${NAMED} from x ${NAMES} order by x.location_key, x.project_key`.execute(db)
  return rows
}

/** Longest wait of a leased run at its agent before it starts. */
const UNDER_WAY_MS = 60_000

/**
 * Counts a project's runs that were due at a location since a time and were not made, except within downtimes. A disconnected agent still reports runs it has
 * started, and a returned one may have started some already, so results are searched on both ends.
 */
export const missedRuns = async (
  db: Db,
  { location_key, project_key, since }: Pick<LocationAbsence, 'location_key' | 'project_key' | 'since'>,
  now: number,
): Promise<number> => {
  const firstEnd = Math.min(since + UNDER_WAY_MS, now)
  const lastStart = Math.max(now - UNDER_WAY_MS, firstEnd)
  const inDowntime = duesInDowntime({
    project: sql`d.project_key`,
    schedule: sql`d.schedule_key`,
    first: sql`d.first`,
    frequency: sql`d.frequency`,
    count: sql`d.count`,
  })
  const { rows } = await sql<{ due: number; made: number; waiting: number }>`
    with mine as materialized (
      select * from slot where location_key = ${location_key} and project_key = ${project_key}),
    due as (
      select m.*, anchor + before * frequency as first,
        greatest(0, floor((${now}::bigint - anchor)::numeric / frequency)::bigint + 1 - before) as count
      from mine m cross join lateral (
        select greatest(0, floor((greatest(${since}::bigint, since) - anchor)::numeric / frequency)::bigint + 1) as before) b),
    ends ("from", "to") as (values (${since}::bigint, ${firstEnd}::bigint), (${lastStart}::bigint, ${now}::bigint))
    select
      (select coalesce(sum(d.count - ${inDowntime}), 0)::int from due d) as due,
      (select count(*)::int from ends, mine m join result r on r.target_key = m.target_key and r.location_key = m.location_key
        and r.source = m.schedule_key and r.attempt = 0
        where r.due > ends."from" and r.due <= ends."to" and r.due > ${since} and r.due <= ${now}) as made,
      (select count(*)::int from job where location_key = ${location_key} and project_key = ${project_key} and attempt = 0
        and source > 0 and due > ${since} and due <= ${now}) as waiting`.execute(db)
  const { due = 0, made = 0, waiting = 0 } = rows[0] ?? {}
  return Math.max(0, due - made - waiting)
}
