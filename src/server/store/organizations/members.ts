import { sql } from 'kysely'
import { isConfirmed } from '../accounts/accounts.ts'
import type { Db } from '../core/database.ts'
import { patternOf, small } from '../core/name-search.ts'

/** A member of an organization as stored. */
export type MemberRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly is_confirmed: boolean
  readonly picture: string | null
  readonly roles: readonly string[]
  readonly last_login: number | null
  readonly blocked: number | null
  readonly joined: number
}

type Asked = { readonly search?: string; readonly limit?: number; readonly offset?: number; readonly id?: string }

/** Reads the people of an organization by name; service accounts are left out. */
export const membersOf = async (
  db: Db,
  orgId: string,
  { search = '', limit = 100, offset = 0, id }: Asked,
): Promise<MemberRow[]> => {
  const wanted = patternOf(search)
  const { rows } = await sql<MemberRow>`
    select a.id, a.name, a.email, ${isConfirmed} as is_confirmed, a.picture, m.roles,
      a.last_login, a.blocked, m.joined
    from (
      select account_id, min(created) as joined,
        coalesce(array_agg(role_id order by role_id) filter (where role_id <> 'DEFAULT'), '{}') as roles
      from organization_member where org_id = ${orgId} group by account_id
    ) m join account a on a.id = m.account_id and a.service_org_id is null
    where (${id ?? null}::text is null or a.id = ${id ?? null}) and (${small('a.name')} like ${wanted} or lower(a.email) like ${wanted})
    order by ${small('a.name')}, a.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Locks the organization until the transaction ends, so that two ADMINs cannot remove each other at the same time. */
export const lockOrganization = async (db: Db, orgId: string): Promise<void> => {
  await sql`select from organization where id = ${orgId} for update`.execute(db)
}

/** Whether an organization has another active ADMIN than this account. The organization must be locked. */
export const hasOtherAdmin = async (db: Db, orgId: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from organization_member m join account a on a.id = m.account_id
    where m.org_id = ${orgId} and m.role_id = 'ADMIN' and m.account_id <> ${accountId} and a.blocked is null
      and a.service_org_id is null limit 1`.execute(db)
  return rows.length > 0
}

/** Takes a role from a member. */
export const takeRole = async (db: Db, orgId: string, accountId: string, roleId: string): Promise<void> => {
  await db
    .deleteFrom('organization_member')
    .where('org_id', '=', orgId)
    .where('account_id', '=', accountId)
    .where('role_id', '=', roleId)
    .execute()
}

/** Removes a member with all roles. */
export const removeMember = async (db: Db, orgId: string, accountId: string): Promise<void> => {
  await db.deleteFrom('organization_member').where('org_id', '=', orgId).where('account_id', '=', accountId).execute()
}
