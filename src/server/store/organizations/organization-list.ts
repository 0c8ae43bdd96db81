import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { patternOf, small } from '../core/name-search.ts'

/** An organization as stored, with figures. */
export type OrganizationRow = {
  readonly id: string
  readonly name: string
  readonly doc: Record<string, unknown>
  readonly enforce_2fa: boolean
  readonly kms_enabled: boolean
  readonly password_expiry_days: number
  readonly session_hours: number
  readonly created: number
  readonly last_update: number
  /** People, without service accounts. */
  readonly members: number
  readonly projects: number
  readonly service_accounts: number
  readonly has_key_service: boolean
}

const selected = sql`
  select o.*,
    (select count(distinct m.account_id)::int from organization_member m join account a on a.id = m.account_id
      where m.org_id = o.id and a.service_org_id is null) as members,
    (select count(*)::int from project p where p.org_id = o.id and p.removed is null) as projects,
    (select count(*)::int from account a where a.service_org_id = o.id) as service_accounts,
    exists (select from key_service k where k.org_id = o.id) as has_key_service`

/** Reads an organization with its figures; undefined if it does not exist. */
export const readOrganization = async (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  (await sql<OrganizationRow>`${selected} from organization o where o.id = ${id}`.execute(db)).rows[0]

const runsSince = (month: number): RawBuilder<number> => sql<number>`
  (select coalesce(sum(u.runs), 0)::float8 from usage u join project p on p.key = u.project_key
    where p.org_id = o.id and u.start >= ${month})`

/** Reads how many runs an organization has made since `month` (Unix ms). */
export const runsOfOrganization = async (db: Db, id: string, month: number): Promise<number> => {
  const { rows } = await sql<{ runs: number }>`
    select ${runsSince(month)} as runs from organization o where o.id = ${id}`.execute(db)
  return rows[0]?.runs ?? 0
}

type Asked = { readonly search: string; readonly limit: number; readonly offset: number; readonly month: number }

/** Reads a page of all organizations by name, with their runs since `month` (Unix ms). */
export const listOrganizations = async (
  db: Db,
  { search, limit, offset, month }: Asked,
): Promise<(OrganizationRow & { readonly runs: number })[]> => {
  const wanted = patternOf(search)
  const { rows } = await sql<OrganizationRow & { runs: number }>`${selected}, ${runsSince(month)} as runs
    from (select * from organization where ${small('name')} like ${wanted} or lower(id) like ${wanted}
      order by ${small('name')}, id limit ${limit} offset ${offset}) o order by ${small('o.name')}, o.id`.execute(db)
  return rows
}

type Changed = {
  readonly name: string
  readonly tags: readonly string[]
  readonly enforce_2fa: boolean
  readonly password_expiry_days: number
  readonly session_hours: number
  readonly now: number
}

/** Stores changed settings. */
export const changeOrganization = async (db: Db, before: OrganizationRow, changed: Changed): Promise<void> => {
  const { name, tags, enforce_2fa, password_expiry_days, session_hours, now } = changed
  const doc = JSON.stringify({ ...before.doc, tags })
  await db
    .updateTable('organization')
    .set({ name, doc, enforce_2fa, password_expiry_days, session_hours, last_update: now })
    .where('id', '=', before.id)
    .execute()
}

/** Deletes an organization that has no projects, with all that belongs to it. */
export const removeOrganization = async (db: Db, id: string): Promise<void> => {
  // Projects that are removed already, and whose data is still being deleted, no longer belong to it.
  await sql`update project set org_id = null where org_id = ${id} and removed is not null`.execute(db)
  await db.deleteFrom('organization').where('id', '=', id).execute()
}
