import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** A monitor or workflow that an incident affects. `kind` is null if it was deleted. */
export type AffectedRow = {
  readonly incident_key: number
  readonly target_key: number
  readonly target_id: string
  readonly name: string
  readonly kind: string | null
  readonly public_name: string | null
  readonly since: number
  readonly until: number | null
}

/** Reads the monitors of incidents, failing ones first, at most `most` of each. */
export const affectedBy = async (
  db: Db,
  incidentKeys: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, AffectedRow[]>> => {
  if (incidentKeys.length === 0) return new Map()
  const { rows } = await sql<AffectedRow>`
    select m.incident_key, m.target_key, m.target_id, coalesce(o.name, m.name) as name, o.kind, m.public_name, m.since, m.until
    from unnest(${[...incidentKeys]}::int[]) asked(key)
    cross join lateral (
      select * from incident_monitor where incident_key = asked.key order by until is not null, since, target_key limit ${most}) m
    left join object o on o.key = m.target_key
    order by m.until is not null, m.since, m.target_key`.execute(db)
  const found = new Map<number, AffectedRow[]>()
  for (const row of rows) {
    const known = found.get(row.incident_key)
    if (known) known.push(row)
    else found.set(row.incident_key, [row])
  }
  return found
}

/** A monitor or workflow that can be affected. */
export type NamedTarget = { readonly key: number; readonly id: string; readonly name: string }

/** Reads monitors and workflows of a project by their ids. */
export const namedTargets = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedTarget>> => {
  const { rows } = await sql<NamedTarget>`
    select key, id, name from object
    where project_key = ${projectKey} and kind in ('monitor', 'workflow') and id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A monitor to add to an incident. An absent public name leaves one that is there. */
export type Affecting = {
  readonly incident_key: number
  readonly target_key: number
  readonly target_id: string
  readonly name: string
  readonly since: number
  readonly public_name?: string | null
}

/** Adds monitors to incidents; `again`: those that had recovered fail again. */
export const addAffected = async (
  db: Db,
  added: readonly Affecting[],
  { again }: { readonly again: boolean },
): Promise<void> => {
  if (added.length === 0) return
  const rows = added.map(({ public_name, ...one }) => ({ ...one, public_name, is_named: public_name !== undefined }))
  await sql`insert into incident_monitor as m (incident_key, target_key, target_id, name, since, public_name)
    select incident_key, target_key, target_id, name, since, public_name from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      incident_key int, target_key int, target_id text, name text, since bigint, public_name text)
    on conflict (incident_key, target_key) do update set name = excluded.name ${again ? sql`, until = null` : sql``}`.execute(
    db,
  )
  const named = rows.filter(({ is_named }) => is_named)
  if (named.length > 0)
    await sql`update incident_monitor m set public_name = row.public_name
      from json_to_recordset(${JSON.stringify(named)}::json) as row(incident_key int, target_key int, public_name text)
      where m.incident_key = row.incident_key and m.target_key = row.target_key`.execute(db)
}

/** Removes monitors from an incident by their ids. */
export const removeAffected = async (db: Db, incidentKey: number, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .deleteFrom('incident_monitor')
    .where('incident_key', '=', incidentKey)
    .where('target_id', 'in', [...ids])
    .execute()
}
