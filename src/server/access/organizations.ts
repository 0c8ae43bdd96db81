import type { Effect } from '../../contract/core/endpoint.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
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
  const membership = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('account_id', '=', caller.accountId)
    .where('role_id', '=', 'ADMIN')
    .executeTakeFirst()
  return membership ? null : noOrganization
}
