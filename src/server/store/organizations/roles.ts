import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** A role as stored, with the number of its members and of the projects in which it has a level. */
export type RoleRow = {
  readonly id: string
  readonly org_id: string
  readonly description: string
  readonly creates_projects: boolean
  readonly members: number
  readonly projects: number
  readonly created: number
  readonly last_update: number
}

/** Reads the roles of an organization: ADMIN and DEFAULT first, then by name. */
export const rolesOf = async (db: Db, orgId: string, id?: string): Promise<RoleRow[]> => {
  const { rows } = await sql<RoleRow>`
    select r.id, r.org_id, r.description, r.creates_projects, r.created, r.last_update,
      (select count(*)::int from organization_member m where m.org_id = r.org_id and m.role_id = r.id) as members,
      case when r.id = 'ADMIN' then (select count(*)::int from project p where p.org_id = r.org_id and p.removed is null)
        else (select count(*)::int from project_role g join project p on p.key = g.project_key and p.org_id = g.org_id
          where g.org_id = r.org_id and g.role_id = r.id and p.removed is null) end as projects
    from organization_role r where r.org_id = ${orgId} and (${id ?? null}::text is null or r.id = ${id ?? null})
    order by r.id <> 'ADMIN', r.id <> 'DEFAULT', r.id`.execute(db)
  return rows
}

type Written = { readonly description: string; readonly createsProjects: boolean; readonly now: number }

/** Stores a new role. */
export const addRole = async (
  db: Db,
  orgId: string,
  id: string,
  { description, createsProjects, now }: Written,
): Promise<void> => {
  await db
    .insertInto('organization_role')
    .values({ org_id: orgId, id, description, creates_projects: createsProjects, created: now, last_update: now })
    .execute()
}

/** Stores a changed role. */
export const changeRole = async (
  db: Db,
  orgId: string,
  id: string,
  { description, createsProjects, now }: Written,
): Promise<void> => {
  await db
    .updateTable('organization_role')
    .set({ description, creates_projects: createsProjects, last_update: now })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a role: of its members, and in all projects. */
export const removeRole = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db.deleteFrom('organization_role').where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** Ids of the organizations in which a role of an account lets it create projects; ADMIN does. */
export const organizationsToCreateIn = async (db: Db, accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select distinct m.org_id from organization_member m
    join organization_role r on r.org_id = m.org_id and r.id = m.role_id
    where m.account_id = ${accountId} and (r.creates_projects or r.id = 'ADMIN') order by m.org_id`.execute(db)
  return rows.map(({ org_id }) => org_id)
}

/** Whether a role of an account lets it create projects in an organization; ADMIN does. */
export const mayCreateProjects = async (db: Db, orgId: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from organization_member m join organization_role r on r.org_id = m.org_id and r.id = m.role_id
    where m.org_id = ${orgId} and m.account_id = ${accountId} and (r.creates_projects or r.id = 'ADMIN') limit 1`.execute(
    db,
  )
  return rows.length > 0
}
