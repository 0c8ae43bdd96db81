import { sql } from 'kysely'
import type { Level } from '../../domain/core/access.ts'
import { highestLevel, isSitePermission, levelOfSite, type SitePermission } from '../../domain/core/effective-level.ts'
import { isVouchedFor } from '../store/accounts/accounts.ts'
import type { NamedAdmins } from '../store/api-keys/api-keys.ts'
import type { Db } from '../store/core/database.ts'
import { joinMembership, mayEnter } from '../store/core/entry.ts'
import { hasFactor } from '../store/identity/factors.ts'
import { type Assurance, refusalOfPolicy } from './assurance.ts'
import type { Bearer } from './bearer.ts'
import type { Caller, Entered } from './caller.ts'

/** Minimum interval between changes of an account's current project: requests are frequent, and two tabs may disagree. */
const NOTED_EVERY_MS = 60_000

type Row = {
  id: string
  email: string
  is_vouched_for: boolean
  site_permission: string | null
  current_project_key: number | null
  current_project_noted: number | null
  new_project_key: number | null
  project_key: number | null
  project_id: string
  org_id: string | null
  access_level: Level | null
  has_factor: boolean
  password_set: number | null
  org_name: string | null
  enforce_2fa: boolean
  password_expiry_days: number
  session_hours: number
}

const assuranceColumns = sql`${hasFactor} as has_factor,
  case when a.password_hash is not null then coalesce(a.password_changed, a.created) end as password_set`

const accountOf = (bearer: Bearer) =>
  bearer.issuer === null
    ? sql`a.id = ${bearer.subject}`
    : sql`a.id = (select account_id from account_identity where issuer = ${bearer.issuer} and subject = ${bearer.subject})`

/** Whether the operator configured one of the account's identities as a site admin. */
export const isNamedAdmin = async (db: Db, accountId: string, named: NamedAdmins): Promise<boolean> => {
  const { rows } = await sql`select from account_identity
    where account_id = ${accountId} and issuer = ${named.issuer} and subject = any(${[...named.subjects]}::text[])`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a site admin has blocked the token's account. */
export const isBlocked = async (db: Db, bearer: Bearer): Promise<boolean> => {
  const { rows } = await sql`select from account a where ${accountOf(bearer)} and a.blocked is not null`.execute(db)
  return rows.length > 0
}

/**
 * Reads, in one indexed query, whether an account and its sign-in are valid and what it may do in the project of the request. Nothing is
 * cached between requests. Null if the account does not exist or the sign-in is over.
 */
export const readAccess = async (
  db: Db,
  bearer: Bearer,
  named: { projectId: string | undefined; isVisit: boolean },
  now: number,
): Promise<Extract<Caller, { kind: 'account' }> | null> => {
  const signedIn =
    bearer.signIn === null
      ? sql`true`
      : sql`exists (select from oidc_store where model = 'Grant' and grant_id = ${bearer.signIn.grant}
          and account_id = a.id and expires > ${now})`
  const { rows } = await sql<Row>`
    select a.id, a.email, ${isVouchedFor} as is_vouched_for, a.site_permission, a.current_project_key, a.current_project_noted, a.new_project_key,
      p.key as project_key, p.id as project_id, p.org_id, g.access_level, ${assuranceColumns},
      o.name as org_name, o.enforce_2fa, o.password_expiry_days, o.session_hours
    from account a
    left join project p on p.id = ${named.projectId ?? null} and p.removed is null
    left join organization o on o.id = p.org_id
    ${joinMembership(sql`a.id`)}
    where ${accountOf(bearer)} and a.blocked is null and ${signedIn}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const sitePermission = permissionOf(row, bearer)
  const assurance: Assurance = {
    hasFactor: row.has_factor || bearer.provedFactor,
    isOfTenant: bearer.issuer !== null,
    passwordSet: row.password_set,
    signedIn: bearer.signedIn,
  }
  const may = enteredBy(row, sitePermission)
  const unmet = may && row.org_name !== null ? refusalOfPolicy(assurance, { ...row, name: row.org_name }, now) : null
  const entered = unmet ? null : may
  if (entered && named.isVisit) await noteVisit(db, row, entered.project.key, now)
  const unconfirmed = row.is_vouched_for ? null : row.email
  return {
    kind: 'account',
    accountId: row.id,
    email: row.email,
    sitePermission,
    ...(bearer.isNamedAdmin && { isNamedAdmin: true }),
    unconfirmed,
    entered,
    unmet,
    assurance,
    signIn: bearer.signIn,
  }
}

const permissionOf = (row: Row, bearer: Bearer): SitePermission | null => {
  if (bearer.isNamedAdmin) return 'site_admin'
  return isSitePermission(row.site_permission) ? row.site_permission : null
}

const enteredBy = (row: Row, site: SitePermission | null): Entered | null => {
  if (row.project_key === null) return null
  const level = highestLevel([row.access_level, site && levelOfSite[site]])
  const project = { key: row.project_key, id: row.project_id, orgId: row.org_id }
  return level && { project, level, ...(site && level !== row.access_level && { as: site }) }
}

/** Returns the key of a project that an account may enter; null if it may not, or the project does not exist. */
export const projectKeyOf = async (
  db: Db,
  { accountId, sitePermission }: Extract<Caller, { kind: 'account' }>,
  projectId: string,
): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    select p.key from project p where p.id = ${projectId} and p.removed is null
      and ${mayEnter(accountId, sitePermission !== null)}`.execute(db)
  return rows[0]?.key ?? null
}

const noteVisit = async (db: Db, row: Row, projectKey: number, now: number): Promise<void> => {
  const isNew = row.current_project_key !== projectKey && (row.current_project_noted ?? 0) <= now - NOTED_EVERY_MS
  if (!isNew && row.new_project_key !== projectKey) return
  if (row.new_project_key === projectKey)
    await db.updateTable('account').set({ new_project_key: null }).where('id', '=', row.id).execute()
  await setCurrentProject(db, row.id, projectKey, now)
}

/**
 * Makes a project the account's current one, where it starts after the next sign-in. `now`: when the request came. Of two that are answered
 * in another order than they came in, the later one counts; a time far ahead is of a clock that was wrong.
 */
export const setCurrentProject = async (db: Db, accountId: string, projectKey: number, now: number): Promise<void> => {
  await db
    .updateTable('account')
    .set({ current_project_key: projectKey, current_project_noted: now })
    .where('id', '=', accountId)
    .where(
      sql<boolean>`coalesce(current_project_noted, 0) <= ${now} or current_project_noted > ${now + NOTED_EVERY_MS}`,
    )
    .execute()
}
