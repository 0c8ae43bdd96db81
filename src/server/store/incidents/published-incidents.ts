import { type RawBuilder, sql } from 'kysely'
import type { Impact, IncidentState } from '../../../contract/incidents/incident-words.ts'
import type { Db } from '../core/database.ts'
import { impacts, incidentStates } from './incident-codes.ts'

/** An incident as the public may see it. */
export type PublishedIncident = {
  readonly id: string
  readonly title: string
  readonly state: IncidentState
  readonly impact: Impact
  /** Null unless it was published. */
  readonly cause: string | null
  /** Unix ms. */
  readonly begun: number
  readonly ended: number | null
  readonly published: number
  readonly last_update: number
  /** Affected monitors that were given a public name. */
  readonly monitors: readonly PublishedMonitor[]
  /** Public updates, newest first. */
  readonly updates: readonly PublishedUpdate[]
}

/** An affected monitor by its public name. `target_key` tells the server which monitor it is; answers must not show it. */
export type PublishedMonitor = {
  readonly target_key: number
  readonly name: string
  readonly since: number
  readonly until: number | null
}

export type PublishedUpdate = {
  readonly id: string
  readonly time: number
  readonly state: IncidentState
  readonly text: string
}

/** A window [from, to) in Unix ms: incidents that overlap it are read. `limit` defaults to 100, newest first. */
export type PublishedWindow = { readonly from: number; readonly to: number; readonly limit?: number }

type Row = Omit<PublishedIncident, 'state' | 'impact' | 'updates'> & {
  state: number
  impact: number
  updates: (Omit<PublishedUpdate, 'state'> & { state: number })[]
}

/** The title that the public reads until a person gives the incident a title: the one that a rule writes has the internal name of a monitor. */
export const NEUTRAL_TITLE = 'Service disruption'

const MOST = 100
/** Public updates and monitors of one incident that are shown. */
const MOST_UPDATES = 200
const MOST_MONITORS = 500

const read = async (db: Db, which: RawBuilder<boolean>, limit: number): Promise<PublishedIncident[]> => {
  const { rows } = await sql<Row>`
    select i.id, case when i.title_by_rule then ${NEUTRAL_TITLE} else i.title end as title, i.state, i.impact, case when i.cause_public and i.cause <> '' then i.cause end as cause, i.begun, i.ended,
      i.published, greatest(i.published, i.ended, (u.list -> 0 ->> 'time')::bigint) as last_update,
      coalesce(m.list, '[]') as monitors, coalesce(u.list, '[]') as updates
    from (select * from incident i where i.published is not null and i.merged_into is null and ${which}
      order by i.begun desc, i.key desc limit ${limit}) i
    left join lateral (
      select json_agg(json_build_object('target_key', target_key, 'name', public_name, 'since', since, 'until', until)
        order by public_name, since) as list
      from (select * from incident_monitor where incident_key = i.key and public_name is not null order by public_name
        limit ${MOST_MONITORS}) monitor) m on true
    left join lateral (
      select json_agg(json_build_object('id', id, 'time', time, 'state', state, 'text', text) order by time desc, key desc) as list
      from (select * from incident_update where incident_key = i.key and is_public order by time desc, key desc
        limit ${MOST_UPDATES}) told) u on true
    order by i.begun desc, i.key desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    state: incidentStates.name(row.state),
    impact: impacts.name(row.impact),
    updates: row.updates.map((update) => ({ ...update, state: incidentStates.name(update.state) })),
  }))
}

/** Reads the published incidents of a project that overlap a window, newest first, with public updates and named monitors only. */
export const publishedIncidents = (
  db: Db,
  projectKey: number,
  { from, to, limit }: PublishedWindow,
): Promise<PublishedIncident[]> =>
  read(
    db,
    sql<boolean>`i.project_key = ${projectKey} and i.begun < ${to} and (i.ended is null or i.ended >= ${from})`,
    Math.min(limit ?? MOST, MOST),
  )

/** Reads one published incident by its id, or by the id of one that was merged into it; undefined if it is not public. */
export const publishedIncident = async (db: Db, id: string): Promise<PublishedIncident | undefined> =>
  (
    await read(
      db,
      sql<boolean>`i.key = (select coalesce(merged_into, key) from incident where id = ${id})
        and exists (select from project p where p.key = i.project_key and p.removed is null)`,
      1,
    )
  )[0]
