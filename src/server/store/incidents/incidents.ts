import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import { nameMatches } from '../core/name-search.ts'

/** A stored incident. */
export type StoredIncident = {
  readonly key: number
  readonly id: string
  readonly project_key: number
  readonly title: string
  readonly title_by_rule: boolean
  readonly state: number
  readonly impact: number
  readonly cause: string
  readonly cause_public: boolean
  readonly begun: number
  readonly ended: number | null
  readonly by_rule: boolean
  readonly opened_by: string
  readonly published: number | null
  readonly merged_into: number | null
  readonly created: number
  readonly last_update: number
}

/** An incident with the name and kind of whatever opened it, and counts of its monitors. */
export type ListedIncident = StoredIncident & {
  readonly opener_kind: 'alert' | 'account' | 'api_key'
  readonly opener_name: string | null
  readonly monitor_count: number
  readonly failing_count: number
}

const LISTED = sql`i.*, case when i.by_rule then 'alert' when k.id is not null then 'api_key' else 'account' end as opener_kind,
  coalesce(w.name, a.name, k.name) as opener_name, m.count as monitor_count, m.failing as failing_count`

const BESIDE = sql`
  left join object w on i.by_rule and w.id = i.opened_by and w.project_key = i.project_key and w.kind = 'webhook'
  left join account a on not i.by_rule and a.id = i.opened_by
  left join api_key k on not i.by_rule and k.id = i.opened_by
  cross join lateral (
    select count(*)::int as count, count(*) filter (where until is null)::int as failing from incident_monitor where incident_key = i.key) m`

/** Filters of a list of incidents; times in Unix ms. */
export type IncidentFilter = {
  readonly state: number | 'open' | null
  readonly targetId: string | null
  /** Part of the title; null: any. */
  readonly search: string | null
  readonly from: number | null
  readonly to: number | null
  /** Until when an open incident lasts. */
  readonly now: number
}

/** The end of a page. */
export type IncidentPlace = { readonly begun: number; readonly key: number }

/** Reads the incidents of a project, newest first, without those that were merged into others. */
export const listIncidents = async (
  db: Db,
  projectKey: number,
  { state, targetId, search, from, to, now }: IncidentFilter,
  page: { readonly after: IncidentPlace | null; readonly limit: number },
): Promise<ListedIncident[]> => {
  const where: RawBuilder<unknown>[] = [sql`project_key = ${projectKey}`, sql`merged_into is null`]
  if (state === 'open') where.push(sql`ended is null`)
  else if (state !== null) where.push(sql`state = ${state}`)
  if (search !== null) where.push(nameMatches(search, 'title'))
  if (from !== null) where.push(from <= now ? sql`(ended is null or ended >= ${from})` : sql`ended >= ${from}`)
  if (to !== null) where.push(sql`begun < ${to}`)
  if (targetId !== null)
    where.push(sql`key in (select incident_key from incident_monitor where target_key in (
      select key from object where project_key = ${projectKey} and id = ${targetId}) or target_id = ${targetId})`)
  if (page.after) where.push(sql`(begun, key) < (${page.after.begun}::bigint, ${page.after.key}::int)`)
  const { rows } = await sql<ListedIncident>`
    select ${LISTED} from (
      select * from incident where ${sql.join(where, sql` and `)} order by begun desc, key desc limit ${page.limit}) i ${BESIDE}
    order by i.begun desc, i.key desc`.execute(db)
  return rows
}

/** Reads one incident by its id; for one that was merged, the incident that it was merged into. */
export const readIncident = async (db: Db, projectKey: number, id: string): Promise<ListedIncident | undefined> => {
  const { rows } = await sql<ListedIncident>`
    select ${LISTED} from incident i ${BESIDE}
    where i.project_key = ${projectKey}
      and i.key = (select coalesce(merged_into, key) from incident where id = ${id} and project_key = ${projectKey})`.execute(
    db,
  )
  return rows[0]
}

/** Reads one incident as it is stored; a merged one, too. */
export const storedIncident = (db: Db, projectKey: number, id: string): Promise<StoredIncident | undefined> =>
  db.selectFrom('incident').selectAll().where('project_key', '=', projectKey).where('id', '=', id).executeTakeFirst()

type NewIncident = Pick<
  StoredIncident,
  'project_key' | 'title' | 'impact' | 'cause' | 'begun' | 'by_rule' | 'opened_by'
>

/** Stores new incidents, and returns them in the same order. */
export const addIncidents = async (db: Db, made: readonly NewIncident[], now: number): Promise<StoredIncident[]> => {
  if (made.length === 0) return []
  const rows = made.map((one) => ({ ...one, title_by_rule: one.by_rule, id: newId(), created: now, last_update: now }))
  const stored = await db.insertInto('incident').values(rows).returningAll().execute()
  const byId = new Map(stored.map((one) => [one.id, one]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}

type IncidentChange = Partial<
  Pick<
    StoredIncident,
    'title' | 'title_by_rule' | 'state' | 'impact' | 'cause' | 'cause_public' | 'begun' | 'ended' | 'published'
  >
>

/** Changes an incident. Its `last_update` always becomes another one, which edits compare. */
export const changeIncident = async (
  db: Db,
  stored: StoredIncident,
  change: IncidentChange,
  now: number,
): Promise<void> => {
  await db
    .updateTable('incident')
    .set({ ...change, last_update: Math.max(now, stored.last_update + 1) })
    .where('key', '=', stored.key)
    .execute()
}

/** Deletes an incident, with those that were merged into it. */
export const deleteIncident = async (db: Db, key: number): Promise<void> => {
  await db.deleteFrom('incident').where('key', '=', key).execute()
}
