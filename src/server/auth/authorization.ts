import { randomBytes } from 'node:crypto'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import type { OpenSetting } from './open-setting.ts'

/** An authorization to open in the browser, and what finishing it takes. */
type Started = { readonly url: string; readonly state: string; readonly verifier: string | null }

/** A text that nobody can guess. */
export const newState = (): string => randomBytes(32).toString('base64url')

/** The provider's address for an authorization code (RFC 6749 section 4.1.1) with PKCE (RFC 7636). The setting's own parameters replace none of these. */
export const authorization = async (
  { settings, clientId }: OpenSetting,
  { redirectUri, scopes }: { redirectUri: string; scopes: readonly string[] },
): Promise<Started> => {
  const state = newState()
  const verifier = settings.pkce === false ? null : generateRandomCodeVerifier()
  const url = new URL(settings.authorize_url ?? '')
  for (const [name, value] of Object.entries(settings.authorize_params ?? {})) url.searchParams.set(name, value)
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(settings.scope_separator || ' ') }),
    ...(verifier !== null && {
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return { url: url.href, state, verifier }
}
