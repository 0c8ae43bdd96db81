import { randomBytes } from 'node:crypto'
import { generateRandomCodeVerifier } from 'oauth4webapi'
import { callbackName, callbackPath } from '../../../domain/federation/callback-path.ts'
import { ProviderProblem } from '../../auth/provider-problem.ts'
import { type Claims, type OpenProvider, redeem, signInAddress } from '../../federation/openid.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import { isSealed, type SecretCipher } from '../../store/core/secret-cipher.ts'
import { type FederatedPurpose, startState, takeState } from '../../store/federation/federated-states.ts'
import { enabledProvider, type IdentityProvider } from '../../store/federation/identity-providers.ts'

/** The address that operators register at a provider. */
export const callbackAt = (url: string, provider: IdentityProvider): string => `${url}${callbackPath(provider)}`

/** A stored provider with its secret in plain text. */
export const openedProvider = (stored: IdentityProvider, sealing: SecretCipher): OpenProvider => ({
  name: stored.name,
  issuer: stored.issuer,
  clientId: stored.client_id,
  clientSecret: isSealed(stored.client_secret) ? sealing.open(stored.client_secret) : null,
  scopes: stored.scopes,
})

/** A provider's problem as a refusal; other errors are thrown on. Not 503: clients repeat that, and a state works once. */
const refusedByIdentityProvider = (error: unknown): Refusal => {
  if (!(error instanceof ProviderProblem)) throw error
  return new Refusal(422, 'invalid', error.message)
}

const notOffered = new Refusal(404, 'not_found', 'This way to sign in is no longer offered. Start again.')
const unknownState = new Refusal(
  410,
  'gone',
  'This sign-in was completed already, has expired, or was started in another browser. Start again.',
)

const mixedUp = ({ name }: IdentityProvider): Refusal =>
  new Refusal(
    422,
    'invalid',
    `This sign-in began at ${name}, but its answer came to the callback URL of another provider, so it was not used. Start again, and tell an administrator if it happens twice.`,
  )

/** Asks a provider to sign somebody in: stores the state, and returns the address to open. */
export const askProvider = async (
  { sealing, allowed, url }: Services,
  { db, now, providerId, purpose }: { db: Db; now: number; providerId: string; purpose: FederatedPurpose },
): Promise<string | Refusal> => {
  const stored = await enabledProvider(db, providerId)
  if (!stored) return notOffered
  // The callback's page tells by its beginning whose it is, and the pending sign-in in which it is completed.
  const begins = purpose.kind === 'sign-in' ? `s.${purpose.interaction}` : 'l'
  const state = `${begins}.${randomBytes(32).toString('base64url')}`
  const nonce = randomBytes(24).toString('base64url')
  const verifier = generateRandomCodeVerifier()
  try {
    const reaching = { allowed, redirectUri: callbackAt(url, stored) }
    const address = await signInAddress(openedProvider(stored, sealing), { state, nonce, verifier }, reaching)
    await startState(db, state, { providerId, nonce, verifier }, { purpose, sealing, now })
    return address
  } catch (error) {
    return refusedByIdentityProvider(error)
  }
}

/** The query with which a provider leads back. */
type Callback = {
  readonly callback?: string | undefined
  readonly state: string
  readonly code?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
  readonly error_description?: string | undefined
}

/** Redeems a callback: who signed in at which provider. The state is used up, whatever comes of it. */
export const redeemCallback = async (
  services: Services,
  { now, purpose, body }: { now: number; purpose: FederatedPurpose; body: Callback },
): Promise<
  { provider: IdentityProvider; claims: Claims } | { provider: IdentityProvider | null; refusal: Refusal }
> => {
  const { sealing, allowed, url } = services
  // Not in the request's transaction: a state works once, also where this request fails.
  const { db } = services.database
  const state = await takeState(db, body.state, { purpose, sealing, now })
  if (!state) return { provider: null, refusal: unknownState }
  const provider = await enabledProvider(db, state.providerId)
  if (!provider) return { provider: null, refusal: notOffered }
  const { callback: name, ...query } = body
  // Before anything is sent: another provider may have issued this code (RFC 9700, section 4.4).
  if ((name ?? null) !== callbackName(provider)) return { provider, refusal: mixedUp(provider) }
  const callback = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) callback.set(name, value)
  try {
    const sent = { callback, state: body.state, nonce: state.nonce, verifier: state.verifier }
    const reaching = { allowed, redirectUri: callbackAt(url, provider) }
    return { provider, claims: await redeem(openedProvider(provider, sealing), sent, reaching) }
  } catch (error) {
    return { provider, refusal: refusedByIdentityProvider(error) }
  }
}
