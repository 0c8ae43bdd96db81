import type { FindAccount } from 'oidc-provider'
import { formatTime } from '../../domain/core/wire-time.ts'
import { accountById, isAddressConfirmed } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'

/** Names of the custom claims, as URLs, which OpenID Connect recommends. `url` is the public URL. */
export const ownClaims = (url: string) => ({ permissions: `${url}/permissions`, orgIds: `${url}/org_ids` })

/**
 * Finds an account for the provider; a removed or blocked one gets no token. Permissions in the claims are informative: no right is read
 * from them.
 */
export const findAccountIn =
  (db: Db, url: string): FindAccount =>
  async (_, id) => {
    const account = await accountById(db, id)
    if (!account || account.blocked !== null) return undefined
    return {
      accountId: id,
      claims: async () => {
        const memberships = await db
          .selectFrom('organization_member')
          .select('org_id')
          .distinct()
          .where('account_id', '=', id)
          .execute()
        const names = ownClaims(url)
        return {
          sub: id,
          name: account.name,
          nickname: account.nickname ?? account.name,
          email: account.email,
          email_verified: isAddressConfirmed(account),
          created: formatTime(account.created),
          [names.permissions]: account.site_permission === null ? [] : [account.site_permission],
          [names.orgIds]: memberships.map((membership) => membership.org_id),
        }
      },
    }
  }
