import type { Identity } from '../access/bearer.ts'
import type { Configuration } from '../configuration.ts'
import { type EmbeddedOptions, type EmbeddedProvider, openEmbedded } from './embedded.ts'
import { openTenant } from './tenant.ts'

/** Opens the configured source of sign-ins: a tenant or the embedded provider. */
export const openIdentity = async (
  { auth0, registration }: Configuration,
  options: EmbeddedOptions,
): Promise<{ identity: Identity; provider: EmbeddedProvider | null }> => {
  if (auth0) return { identity: openTenant(auth0, registration), provider: null }
  const provider = await openEmbedded(options)
  return { identity: provider, provider }
}
