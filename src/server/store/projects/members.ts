import { sql } from 'kysely'
import { byLevel, type Level } from '../../../domain/core/access.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import type { Db } from '../core/database.ts'
import { grantsIn, highestGrantFirst, isColleague } from '../core/entry.ts'
import { newId } from '../core/identifiers.ts'

type GrantRow = {
  readonly id: string
  readonly account_id: string
  readonly account_name: string
  readonly account_email: string
  readonly access_level: Level
  readonly role_id: string | null
  readonly created: number
}

/** A member of a project: their highest grant, and all of them. */
export type ProjectMember = GrantRow & { readonly grants: readonly GrantRow[] }

/** Lists accounts with a grant, each once at their highest level, by level and name. */
export const membersOf = async (
  db: Db,
  projectKey: number,
  accountId: string | null = null,
): Promise<ProjectMember[]> => {
  const { rows } = await sql<GrantRow>`
    select g.id, a.id as account_id, a.name as account_name, a.email as account_email, g.access_level, g.role_id, g.created
    from project p cross join lateral (${grantsIn(accountId)}) g join account a on a.id = g.account_id
    where p.key = ${projectKey} order by g.account_id, ${highestGrantFirst}`.execute(db)
  const grants = new Map<string, GrantRow[]>()
  for (const row of rows) {
    const known = grants.get(row.account_id)
    if (known) known.push(row)
    else grants.set(row.account_id, [row])
  }
  return [...grants.values()]
    .flatMap((all) => (all[0] ? [{ ...all[0], grants: all }] : []))
    .sort((a, b) => byLevel(a.access_level, b.access_level) || a.account_name.localeCompare(b.account_name, 'en'))
}

/** Locks a project against other changes of who may enter it; false if it was removed. */
export const lockAccess = async (db: Db, projectKey: number): Promise<boolean> => {
  const row = await db
    .selectFrom('project')
    .select('key')
    .where('key', '=', projectKey)
    .where('removed', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the people who own a project: neither service accounts nor blocked ones. */
export const countOwners = async (db: Db, projectKey: number): Promise<number> => {
  const { rows } = await sql<{ owners: string }>`
    select count(distinct g.account_id) as owners
    from project p cross join lateral (${grantsIn(null)}) g join account a on a.id = g.account_id
    where p.key = ${projectKey} and g.access_level = 'OWNER' and a.service_org_id is null and a.blocked is null`.execute(
    db,
  )
  return Number(rows[0]?.owners ?? 0)
}

/** Finds a colleague by id or address: a member of the project, or of its organization. */
export const colleagueBy = async (
  db: Db,
  projectKey: number,
  by: { readonly id: string } | { readonly email: string },
): Promise<{ id: string; email: string; service_org_id: string | null } | undefined> => {
  const named = 'id' in by ? sql`a.id = ${by.id}` : sql`lower(a.email) = lower(${addressKey(by.email)})`
  const { rows } = await sql<{ id: string; email: string; service_org_id: string | null }>`
    select a.id, a.email, a.service_org_id from project p cross join account a
    where p.key = ${projectKey} and ${named} and ${isColleague(sql`a.id`)}
    order by a.created limit 1`.execute(db)
  return rows[0]
}

/** Reads one entry of direct access. */
export const accessBy = (db: Db, projectKey: number, by: { readonly id: string } | { readonly accountId: string }) =>
  db
    .selectFrom('project_access as x')
    .innerJoin('account as a', 'a.id', 'x.account_id')
    .select(['x.id', 'x.account_id', 'x.access_level', 'a.email'])
    .where('x.project_key', '=', projectKey)
    .where('id' in by ? 'x.id' : 'x.account_id', '=', 'id' in by ? by.id : by.accountId)
    .executeTakeFirst()

/** Sets the direct access of an account. Needs `lockAccess`. */
export const setAccess = async (
  db: Db,
  { projectKey, accountId, level, now }: { projectKey: number; accountId: string; level: Level; now: number },
): Promise<void> => {
  const changed = await db
    .updateTable('project_access')
    .set({ access_level: level, last_update: now })
    .where('project_key', '=', projectKey)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (changed) return
  await db
    .insertInto('project_access')
    .values({
      id: newId(),
      project_key: projectKey,
      account_id: accountId,
      access_level: level,
      created: now,
      last_update: now,
    })
    .execute()
}

/** Takes the direct access of an account away. */
export const removeAccess = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('project_access').where('id', '=', id).execute()
}
