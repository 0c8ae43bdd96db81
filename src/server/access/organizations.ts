import type { Effect } from '../../contract/core/endpoint.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { SitePermission } from '../../domain/core/effective-level.ts'
import type { Caller } from './caller.ts'

/** The same answer whether the organization does not exist or the caller is none of its ADMINs. */
const noOrganization = new Refusal(404, 'not_found', 'There is no organization with that id that you administer.')

/**
 * Refuses whoever may not administer an organization; null for its ADMINs. Site admins may do the same, and other site permissions read.
 */
export const refuseOutsider = async (
  db: Db,
  caller: Caller,
  orgId: string,
  effect: Effect,
): Promise<Refusal | null> => {
  // PostgreSQL refuses a null character, and no id has one.
  if (caller.kind !== 'account' || orgId.includes('\0')) return noOrganization
  const { sitePermission } = caller
  if (sitePermission === 'site_admin' || (sitePermission !== null && effect === 'read')) {
    const known = await db.selectFrom('organization').select('id').where('id', '=', orgId).executeTakeFirst()
    return known ? null : noOrganization
  }
  return (await isAdminOf(db, caller.accountId, orgId)) ? null : noOrganization
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
