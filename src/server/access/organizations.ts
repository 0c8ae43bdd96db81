import type { Effect } from '../../contract/core/endpoint.ts'
import type { SitePermission } from '../../domain/core/effective-level.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { refusalOfPolicy } from './assurance.ts'
import type { Caller } from './caller.ts'
import { currentSitePermission } from './current-rights.ts'

/** The same answer whether the organization does not exist or the caller is none of its ADMINs. */
const noOrganization = new Refusal(404, 'not_found', 'There is no organization with that id that you administer.')

/**
 * Refuses whoever may not administer an organization, or does not meet its rules; null for its ADMINs. Site admins may do the same, and other site permissions read.
 */
export const refuseOutsider = async (
  db: Db,
  caller: Caller,
  orgId: string,
  effect: Effect,
  now: number,
): Promise<Refusal | null> => {
  // PostgreSQL refuses a null character, and no id has one.
  if (caller.kind !== 'account' || orgId.includes('\0')) return noOrganization
  const policy = await policyOf(db, orgId)
  if (!policy || !(await administers(db, caller, orgId, effect))) return noOrganization
  return refusalOfPolicy(caller.assurance, policy, now)
}

/** Refuses a person who does not meet the rules of an organization; null for others, and for programs. */
export const refuseByRules = async (db: Db, caller: Caller, orgId: string, now: number): Promise<Refusal | null> =>
  (await refusalsByRules(db, caller, [orgId], now)).get(orgId) ?? null

/**
 * Says which of these organizations have rules that a person does not meet, each with the refusal. Programs meet all: their keys end with
 * the rights that they were given.
 */
export const refusalsByRules = async (
  db: Db,
  caller: Caller,
  orgIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Refusal>> => {
  if (caller.kind !== 'account' || orgIds.length === 0) return new Map()
  const rows = await policies(db)
    .where('id', 'in', [...new Set(orgIds)])
    .execute()
  return new Map(
    rows.flatMap(({ id, ...policy }) => {
      const refusal = refusalOfPolicy(caller.assurance, policy, now)
      return refusal ? [[id, refusal] as const] : []
    }),
  )
}

const policies = (db: Db) =>
  db.selectFrom('organization').select(['id', 'name', 'enforce_2fa', 'password_expiry_days', 'session_hours'])

const policyOf = (db: Db, orgId: string) => policies(db).where('id', '=', orgId).executeTakeFirst()

const administers = async (
  db: Db,
  caller: Extract<Caller, { kind: 'account' }>,
  orgId: string,
  effect: Effect,
): Promise<boolean> => {
  const sitePermission = await currentSitePermission(db, caller)
  if (sitePermission === 'site_admin' || (sitePermission !== null && effect === 'read')) return true
  return isAdminOf(db, caller.accountId, orgId)
}

/** The site permission by which a caller administers or reads an organization; null for its ADMINs. */
export const sitePermissionIn = async (db: Db, caller: Caller, orgId: string): Promise<SitePermission | null> =>
  caller.kind === 'account' && caller.sitePermission !== null && !(await isAdminOf(db, caller.accountId, orgId))
    ? caller.sitePermission
    : null

const isAdminOf = async (db: Db, accountId: string, orgId: string): Promise<boolean> => {
  const membership = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('account_id', '=', accountId)
    .where('role_id', '=', 'ADMIN')
    .executeTakeFirst()
  return membership !== undefined
}

const withoutFactor = new Refusal(
  409,
  'conflict',
  'Set up two-step verification for your own account first: the rule would lock you out.',
)

/** Refuses to require second factors of everyone in an organization to an ADMIN who has none; null for others. */
export const refuseEnforcing = (caller: Caller): Refusal | null =>
  caller.kind === 'account' && caller.assurance?.hasFactor ? null : withoutFactor
