import { sql } from 'kysely'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { DowntimeTimes } from '../../../domain/downtimes/downtime-rules.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import { coverProjects } from './covered-projects.ts'
import { ORGANIZATION } from './window-origins.ts'
import { applyDowntime, cutWindows } from './written-windows.ts'

/** A stored downtime of an organization. */
export type OrganizationDowntimeDoc = DowntimeTimes & {
  /** Projects that it covers; empty for all. */
  readonly project_ids: readonly string[]
}

export type StoredOrganizationDowntime = {
  readonly key: number
  readonly id: string
  readonly org_id: string
  readonly organization: string
  readonly name: string
  readonly doc: OrganizationDowntimeDoc
  readonly created: number
  readonly last_update: number
}

const FROM = sql`select d.key, d.id, d.org_id, o.name as organization, d.name, d.doc, d.created, d.last_update
  from organization_downtime d join organization o on o.id = d.org_id`

/** Lists the downtimes of an organization, newest first. */
export const organizationDowntimesOf = async (db: Db, orgId: string): Promise<StoredOrganizationDowntime[]> =>
  (await sql<StoredOrganizationDowntime>`${FROM} where d.org_id = ${orgId} order by d.key desc`.execute(db)).rows

/** Lists the organization downtimes that cover a project, newest first. */
export const organizationDowntimesOver = async (db: Db, projectKey: number): Promise<StoredOrganizationDowntime[]> => {
  const { rows } = await sql<StoredOrganizationDowntime>`${FROM}
    join organization_downtime_project c on c.key = d.key where c.project_key = ${projectKey} order by d.key desc`.execute(
    db,
  )
  return rows
}

/** Reads a downtime of an organization, locked if it is about to change. */
export const organizationDowntime = async (
  db: Db,
  orgId: string,
  id: string,
  { forChange = false } = {},
): Promise<StoredOrganizationDowntime | undefined> => {
  const { rows } = await sql<StoredOrganizationDowntime>`${FROM} where d.org_id = ${orgId} and d.id = ${id}
    ${forChange ? sql`for update of d` : sql``}`.execute(db)
  return rows[0]
}

type Written = { readonly name: string; readonly doc: OrganizationDowntimeDoc; readonly now: number }

/** Stores a new downtime of an organization and puts it into effect. Returns its id. */
export const addOrganizationDowntime = async (db: Db, orgId: string, { name, doc, now }: Written): Promise<string> => {
  const id = newId()
  const { rows } = await sql<{ key: number }>`
    insert into organization_downtime (id, org_id, name, doc, created, last_update)
    values (${id}, ${orgId}, ${name}, ${JSON.stringify(doc)}::jsonb, ${now}, ${now}) returning key`.execute(db)
  for (const { key } of rows) await takeEffect(db, { key, doc }, now)
  return id
}

/** Stores a changed downtime of an organization and puts it into effect. */
export const changeOrganizationDowntime = async (db: Db, key: number, { name, doc, now }: Written): Promise<void> => {
  await sql`update organization_downtime set name = ${name}, doc = ${JSON.stringify(doc)}::jsonb, last_update = ${now}
    where key = ${key}`.execute(db)
  await takeEffect(db, { key, doc }, now)
}

const takeEffect = async (
  db: Db,
  stored: { key: number; doc: OrganizationDowntimeDoc },
  now: number,
): Promise<void> => {
  await coverProjects(db, now, { downtimeKey: stored.key })
  await applyDowntime(db, stored, now, ORGANIZATION)
}

/** Deletes a downtime of an organization; an active window ends now. */
export const removeOrganizationDowntime = async (db: Db, key: number, now: number): Promise<void> => {
  await cutWindows(db, key, now, { origin: ORGANIZATION })
  await sql`delete from organization_downtime where key = ${key}`.execute(db)
}

/** Keys of the projects that a downtime covers. */
export const coveredProjects = async (db: Db, key: number): Promise<number[]> => {
  const { rows } = await sql<{ project_key: number }>`
    select project_key from organization_downtime_project where key = ${key}`.execute(db)
  return rows.map((row) => row.project_key)
}

/** Counts an organization's downtimes that are not over, and blocks others that count until the transaction ends. */
export const organizationDowntimesToCome = async (db: Db, orgId: string, now: number): Promise<number> => {
  // Without the lock, two concurrent requests would both count the same free place.
  await sql`select pg_advisory_xact_lock(hashtextextended('organization downtimes ' || ${orgId}::text, 1))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from organization_downtime where org_id = ${orgId}
      and (doc ->> 'repeat_days' <> '0' or doc ->> 'end_time' > ${formatTime(now)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** The ids among these that are projects of an organization. */
export const projectsOfOrganization = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<{ readonly id: string }[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from project where org_id = ${orgId} and removed is null and id = any(${[...ids]}::text[])`.execute(db)
  return rows
}
