import { sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { grantsIn, highestGrantFirst } from '../core/entry.ts'
import { newId } from '../core/identifiers.ts'
import { addRoles } from '../organizations/organizations.ts'

export type ServiceAccount = {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly created: number
  readonly last_update: number
}

const selected = (orgId: string) => sql`
  select a.id, a.name, a.created, a.last_update,
    array(select m.role_id from organization_member m where m.account_id = a.id and m.org_id = ${orgId} and m.role_id <> 'DEFAULT'
      order by m.role_id) as roles
  from account a where a.service_org_id = ${orgId}`

/** Reads the service accounts of an organization by name. */
export const serviceAccountsOf = async (db: Db, orgId: string): Promise<ServiceAccount[]> =>
  (await sql<ServiceAccount>`${selected(orgId)} order by lower(a.name), a.id`.execute(db)).rows

/** Reads a service account of an organization, locked where it is about to change. */
export const serviceAccountOf = async (
  db: Db,
  orgId: string,
  id: string,
  { forChange = false } = {},
): Promise<ServiceAccount | undefined> =>
  (await sql<ServiceAccount>`${selected(orgId)} and a.id = ${id} ${forChange ? sql`for update` : sql``}`.execute(db))
    .rows[0]

/** A project that a service account may enter. */
export type EnteredProject = {
  readonly account_id: string
  readonly id: string
  readonly name: string
  readonly access_level: Level
  readonly role_id: string
}

/** Reads the projects that the service accounts of an organization may enter, each once at its highest level, by name. */
export const projectsOfServiceAccounts = async (db: Db, orgId: string): Promise<EnteredProject[]> => {
  const { rows } = await sql<EnteredProject>`
    select a.id as account_id, p.id, p.name, g.access_level, g.role_id
    from account a join project p on p.org_id = ${orgId} and p.removed is null
    cross join lateral (select * from (${grantsIn(sql`a.id`)}) grants order by ${highestGrantFirst} limit 1) g
    where a.service_org_id = ${orgId} order by lower(p.name), p.key`.execute(db)
  return rows
}

/** Ids of an organization's roles, by name. */
export const roleIdsOf = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('organization_role').select('id').where('org_id', '=', orgId).orderBy('id').execute()).map(
    ({ id }) => id,
  )

/** Creates a service account with roles and returns its id. */
export const addServiceAccount = async (
  db: Db,
  made: { orgId: string; name: string; roles: readonly string[]; now: number },
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('account')
    .values({
      id,
      name: made.name,
      // No address: nothing is ever mailed to it, and nobody can sign in with it.
      email: '',
      password_hash: null,
      site_permission: null,
      service_org_id: made.orgId,
      created: made.now,
      last_update: made.now,
    })
    .execute()
  await addRoles(db, { orgId: made.orgId, accountId: id, roles: made.roles, now: made.now })
  return id
}

/** Stores a changed name and changed roles. */
export const changeServiceAccount = async (
  db: Db,
  orgId: string,
  changed: { id: string; name: string; roles: readonly string[]; now: number },
): Promise<void> => {
  await db
    .updateTable('account')
    .set({ name: changed.name, last_update: changed.now })
    .where('id', '=', changed.id)
    .execute()
  await sql`delete from organization_member where org_id = ${orgId} and account_id = ${changed.id}
    and role_id <> 'DEFAULT' and not role_id = any(${[...changed.roles]}::text[])`.execute(db)
  await addRoles(db, { orgId, accountId: changed.id, roles: changed.roles, now: changed.now })
}

/** Deletes a service account with its keys. API keys that it created stay in their lists and are refused. */
export const removeServiceAccount = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('account').where('id', '=', id).execute()
}
