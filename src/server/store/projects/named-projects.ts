import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { memberProjectKeys } from '../core/entry.ts'

export type NamedProject = { readonly key: number; readonly id: string; readonly name: string }

/** Reads the projects that an account is a member of, by name, each with its organization. */
export const memberProjects = async (
  db: Db,
  accountId: string,
): Promise<(NamedProject & { readonly org_id: string | null })[]> => {
  const { rows } = await sql<NamedProject & { org_id: string | null }>`
    select key, id, name, org_id from project where removed is null and key in (${memberProjectKeys(accountId)}) order by name, key`.execute(
    db,
  )
  return rows
}

/** Reads the name and the projects of an organization, by name; null if it does not exist. */
export const projectsOfOrganization = async (
  db: Db,
  orgId: string,
): Promise<{ readonly name: string; readonly projects: readonly NamedProject[] } | null> => {
  const organization = await db.selectFrom('organization').select('name').where('id', '=', orgId).executeTakeFirst()
  if (!organization) return null
  const projects = await db
    .selectFrom('project')
    .select(['key', 'id', 'name'])
    .where('org_id', '=', orgId)
    .where('removed', 'is', null)
    .orderBy('name')
    .orderBy('key')
    .execute()
  return { name: organization.name, projects }
}
