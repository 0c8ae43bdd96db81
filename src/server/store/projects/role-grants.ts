import { sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'

/** The grant of a role in a project. */
export type RoleGrant = {
  readonly id: string
  readonly role_id: string
  readonly access_level: Level
  readonly created: number
}

/** Reads the levels of roles in a project of an organization, by role. */
export const roleGrantsOf = async (db: Db, projectKey: number): Promise<RoleGrant[]> => {
  const { rows } = await sql<RoleGrant>`
    select g.id, g.role_id, g.access_level, g.created from project_role g
    join project p on p.key = g.project_key and p.org_id = g.org_id
    where g.project_key = ${projectKey} order by g.role_id`.execute(db)
  return rows
}

/** Sets the level of a role in a project, and returns the grant's id. */
export const setRoleGrant = async (
  db: Db,
  granted: { projectKey: number; orgId: string; roleId: string; level: Level; now: number },
): Promise<string> => {
  const { id } = await db
    .insertInto('project_role')
    .values({
      id: newId(),
      project_key: granted.projectKey,
      org_id: granted.orgId,
      role_id: granted.roleId,
      access_level: granted.level,
      created: granted.now,
      last_update: granted.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_key', 'role_id'])
        .doUpdateSet({ access_level: granted.level, org_id: granted.orgId, last_update: granted.now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes the level of a role in a project away; the grant that was there, or undefined. */
export const removeRoleGrant = async (
  db: Db,
  projectKey: number,
  roleId: string,
): Promise<{ access_level: string } | undefined> =>
  db
    .deleteFrom('project_role')
    .where('project_key', '=', projectKey)
    .where('role_id', '=', roleId)
    .returning('access_level')
    .executeTakeFirst()
