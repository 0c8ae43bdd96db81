import { sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { grantsIn, memberProjectKeys } from '../core/entry.ts'

/** A grant of an account in a project; `role_id` is null for direct access. */
export type AccountGrant = {
  readonly project_id: string
  readonly project_name: string
  readonly org_id: string | null
  readonly access_level: Level
  readonly role_id: string | null
  readonly created: number
}

/** Reads the grants of an account by project name, the highest level of a project first. */
export const grantsOf = async (db: Db, accountId: string, limit: number): Promise<AccountGrant[]> => {
  const { rows } = await sql<AccountGrant>`
    select p.id as project_id, p.name as project_name, p.org_id, g.access_level, g.role_id, g.created
    from project p cross join lateral (${grantsIn(accountId)}) g
    where p.removed is null and p.key in (${memberProjectKeys(accountId)})
    order by lower(p.name), p.id,
      array_position(array['OWNER', 'MANAGER', 'EDITOR', 'ANALYST', 'VIEWER'], g.access_level), g.role_id nulls first
    limit ${limit}`.execute(db)
  return rows
}

/** Reads the organizations of an account with its roles there. */
export const organizationsOfAccount = async (
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string; roles: string[] }[]> => {
  const { rows } = await sql<{ id: string; name: string; roles: string[] }>`
    select o.id, o.name, array_agg(m.role_id order by m.role_id) as roles
    from organization_member m join organization o on o.id = m.org_id
    where m.account_id = ${accountId} group by o.id, o.name order by lower(o.name), o.id`.execute(db)
  return rows
}

/** Reads the providers that sign an account in. */
export const identitiesOf = (db: Db, accountId: string) =>
  db
    .selectFrom('account_identity')
    .select(['issuer', 'subject', 'created'])
    .where('account_id', '=', accountId)
    .orderBy('created')
    .execute()
