import { type RawBuilder, sql } from 'kysely'

/**
 * Who may enter a project, as parts of SQL statements; nowhere else is it written. Each names the project by the alias `p`, and the
 * account by a value or an expression such as `a.id`.
 */
type AccountId = string | RawBuilder<unknown>

const grantedOrInOrganization = (account: AccountId, role: RawBuilder<boolean>) => sql<boolean>`(
  exists (select from project_access where project_key = p.key and account_id = ${account})
  or exists (select from organization_member where org_id = p.org_id and account_id = ${account} and ${role}))`

/** Whether an account was granted access to project `p`, or is an ADMIN of its organization. */
export const isMember = (account: AccountId): RawBuilder<boolean> =>
  grantedOrInOrganization(account, sql<boolean>`role_id = 'ADMIN'`)

/** Whether an account may enter project `p`: as a member, or by its site permission, which opens every project. */
export const mayEnter = (account: AccountId, hasSitePermission: boolean | RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(${hasSitePermission} or ${isMember(account)})`

/** Whether an account was granted access to project `p`, or has any role in its organization. */
export const isColleague = (account: AccountId): RawBuilder<boolean> =>
  grantedOrInOrganization(account, sql<boolean>`true`)

/** The keys of all projects that an account is a member of, removed ones included. */
export const memberProjectKeys = (account: AccountId): RawBuilder<number> => sql<number>`
  select project_key from project_access where account_id = ${account}
  union select key from project where org_id in (
    select org_id from organization_member where account_id = ${account} and role_id = 'ADMIN')`

/** Joins what makes an account a member of project `p`: its grant as `x`, its ADMIN role as `m`; both may be absent. */
export const joinMembership = (account: AccountId): RawBuilder<unknown> => sql`
  left join project_access x on x.project_key = p.key and x.account_id = ${account}
  left join organization_member m on m.org_id = p.org_id and m.account_id = ${account} and m.role_id = 'ADMIN'`
