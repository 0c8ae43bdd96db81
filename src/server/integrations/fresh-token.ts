import type { AllowRule } from '../../domain/core/addresses.ts'
import type { Granted } from '../auth/grants.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'
import { expiryOf } from '../auth/token-lifetime.ts'
import type { IntegrationProvider } from '../integration-settings.ts'
import type { Database } from '../store/core/database.ts'
import { doing } from '../store/core/kinds-of-work.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import {
  type IntegrationGrant,
  integrationOf,
  openTokens,
  type StoredIntegration,
  sealTokens,
  storeRefreshed,
} from '../store/integrations/integrations.ts'
import { refreshTokens } from './provider-calls.ts'

/** A token that expires sooner than this is refreshed first. */
const MARGIN_MS = 30_000

/** The provider accepts no token of an integration any more: a person must connect again. */
export class Expired extends Error {}

/** A grant as it is stored. A refresh answer without a new refresh token or scope keeps the old one. */
export const grantOf = (
  granted: Granted,
  {
    sealing,
    now,
    before,
  }: { sealing: SecretCipher; now: number; before: { refresh: string | null; scopes: readonly string[] } },
): IntegrationGrant => {
  const refresh = granted.refreshToken ?? before.refresh
  return {
    tokens: sealTokens({ access: granted.accessToken, refresh }, sealing),
    refreshes: refresh !== null,
    expires: expiryOf(granted, now),
    scopes: granted.scope === null ? before.scopes : granted.scope.split(/[\s,]+/).filter((scope) => scope !== ''),
  }
}

type Freshening = {
  readonly database: Database
  readonly sealing: SecretCipher
  readonly allowed: readonly AllowRule[]
  readonly provider: IntegrationProvider
  readonly now: number
}

const isFresh = ({ expires }: StoredIntegration, now: number): boolean => expires === null || expires - MARGIN_MS > now

/**
 * Returns an access token that holds. The row is locked while it is refreshed, in a transaction of its own: two requests never use the same
 * refresh token, and a rotated one is stored whatever happens afterwards. `refused`: the provider refused this access token, although its
 * time is not over. Throws `Expired` where only a person can help.
 */
export const freshToken = (
  { org_id, id }: StoredIntegration,
  { database, sealing, allowed, provider, now }: Freshening,
  refused: string | null = null,
): Promise<string> =>
  doing('provider', () =>
    database.db.transaction().execute(async (db) => {
      const integration = await integrationOf(db, org_id, id, { forChange: true })
      if (!integration) throw new ProviderProblem('The integration no longer exists.')
      const { access, refresh } = openTokens(integration, sealing)
      if (isFresh(integration, now) && access !== refused) return access
      if (refresh === null) throw new Expired(`The token expired, and ${provider.name} gave none to refresh it with.`)
      try {
        const granted = await refreshTokens({ provider, domain: integration.domain, allowed }, refresh)
        const before = { refresh, scopes: integration.scopes }
        await storeRefreshed(db, integration.key, grantOf(granted, { sealing, now, before }))
        return granted.accessToken
      } catch (error) {
        if (error instanceof ProviderProblem && error.code === 'invalid_grant') throw new Expired(error.message)
        throw error
      }
    }),
  )
