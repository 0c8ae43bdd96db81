import { sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { coverProjects } from '../downtimes/covered-projects.ts'
import { keySourceOf } from '../key-services/key-services.ts'
import { resealProjects } from '../key-services/reseal.ts'
import { schedules } from '../schedules/schedules.ts'
import { syncSlots } from '../schedules/slots.ts'

/** A grant in one of an organization's projects. */
export type ProjectGrant = {
  readonly id: string
  readonly project_id: string
  readonly project_name: string
  readonly access_level: Level
  readonly account_id: string | null
  readonly account_name: string | null
  readonly account_email: string | null
  readonly role_id: string | null
  readonly created: number
}

/** Reads the grants in an organization's projects, by project: of accounts, then of roles; or those of roles alone. */
export const grantsOfOrganization = async (
  db: Db,
  orgId: string,
  { rolesOnly = false } = {},
): Promise<ProjectGrant[]> => {
  const { rows } = await sql<ProjectGrant>`
    select g.*, p.id as project_id, p.name as project_name from project p cross join lateral (
      select x.id, x.access_level, a.id as account_id, a.name as account_name, a.email as account_email, null as role_id, x.created
      from project_access x join account a on a.id = x.account_id where x.project_key = p.key and not ${rolesOnly}
      union all
      select r.id, r.access_level, null, null, null, r.role_id, r.created
      from project_role r where r.project_key = p.key and r.org_id = p.org_id
    ) g where p.org_id = ${orgId} and p.removed is null
    order by lower(p.name), p.key, g.role_id nulls first, lower(g.account_name), g.id`.execute(db)
  return rows
}

type Moved = {
  readonly project: { readonly key: number; readonly id: string }
  /** Null: it becomes a personal project. */
  readonly toOrgId: string | null
  readonly now: number
}

/**
 * Moves a project to an organization or out of one, in the open transaction. Levels of roles are of the organization that it leaves, and go.
 * Its secrets are encrypted with the key of where it goes; throws a `KeyAway` if a key is not available.
 */
export const moveProject = async (db: Db, sealing: SecretCipher, { project, toOrgId, now }: Moved): Promise<void> => {
  await db.deleteFrom('project_role').where('project_key', '=', project.key).execute()
  await db.updateTable('project').set({ org_id: toOrgId, last_update: now }).where('key', '=', project.key).execute()
  await resealProjects(db, sealing, [project.key], await keySourceOf(db, sealing, toOrgId))
  await coverProjects(db, now, { projectKey: project.key })
  // Schedules run no longer from locations of the organization that the project leaves.
  for (const schedule of await schedules.all(db, project.key)) await syncSlots(db, schedule, now)
}

/** Makes an account an OWNER of a project. */
export const makeOwner = async (
  db: Db,
  { projectKey, accountId, now }: { projectKey: number; accountId: string; now: number },
): Promise<void> => {
  await db
    .insertInto('project_access')
    .values({
      id: newId(),
      project_key: projectKey,
      account_id: accountId,
      access_level: 'OWNER',
      created: now,
      last_update: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_key', 'account_id']).doUpdateSet({ access_level: 'OWNER', last_update: now }),
    )
    .execute()
}
