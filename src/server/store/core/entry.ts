import { type RawBuilder, sql } from 'kysely'

/**
 * Who may enter a project, as parts of SQL statements; nowhere else is it written. Each names the project by the alias `p`, and the
 * account by a value or an expression such as `a.id`.
 */
type AccountId = string | RawBuilder<unknown>

/**
 * Grants in project `p` as rows (id, account_id, access_level, role_id, created, last_update): direct access, the role ADMIN of the
 * organization, and roles with a level in the project. `role_id` is null for direct access. Without an account, everyone's.
 */
export const grantsIn = (account: AccountId | null): RawBuilder<unknown> => {
  const only = (column: 'x' | 'm') =>
    account === null ? sql`` : sql`and ${sql.ref(`${column}.account_id`)} = ${account}`
  return sql`
    select x.id, x.account_id, x.access_level, null::text as role_id, x.created, x.last_update
    from project_access x where x.project_key = p.key ${only('x')}
    union all
    select m.org_id || ':ADMIN:' || p.id, m.account_id, 'OWNER', m.role_id, m.created, m.created
    from organization_member m where m.org_id = p.org_id and m.role_id = 'ADMIN' ${only('m')}
    union all
    select r.id, m.account_id, r.access_level, r.role_id, r.created, r.last_update
    from project_role r join organization_member m on m.org_id = r.org_id and m.role_id = r.role_id
    where r.project_key = p.key and r.org_id = p.org_id ${only('m')}`
}

/** Orders grants from the highest level to the lowest, direct access first; `highestLevel` has the same order. */
export const highestGrantFirst: RawBuilder<unknown> = sql`
  array_position(array['OWNER', 'MANAGER', 'EDITOR', 'ANALYST', 'VIEWER'], access_level), role_id nulls first`

/** Whether an account has a grant in project `p`. */
export const isMember = (account: AccountId): RawBuilder<boolean> => sql<boolean>`exists (${grantsIn(account)})`

/** Whether an account may enter project `p`: as a member, or by its site permission, which opens every project. */
export const mayEnter = (account: AccountId, hasSitePermission: boolean | RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(${hasSitePermission} or ${isMember(account)})`

/** Whether an account was granted access to project `p`, or has any role in its organization. */
export const isColleague = (account: AccountId): RawBuilder<boolean> => sql<boolean>`(
  exists (select from project_access where project_key = p.key and account_id = ${account})
  or exists (select from organization_member where org_id = p.org_id and account_id = ${account}))`

/** The keys of all projects that an account is a member of, removed ones included. */
export const memberProjectKeys = (account: AccountId): RawBuilder<number> => sql<number>`
  select project_key from project_access where account_id = ${account}
  union select key from project where org_id in (
    select org_id from organization_member where account_id = ${account} and role_id = 'ADMIN')
  union select r.project_key from organization_member m
    join project_role r on r.org_id = m.org_id and r.role_id = m.role_id
    join project p on p.key = r.project_key and p.org_id = r.org_id
    where m.account_id = ${account}`

/** Joins the highest grant of an account in project `p` as `g`; absent where it has none. */
export const joinMembership = (account: AccountId): RawBuilder<unknown> => sql`
  left join lateral (select * from (${grantsIn(account)}) grants order by ${highestGrantFirst} limit 1) g on true`
