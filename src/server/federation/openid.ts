import * as oauth from 'oauth4webapi'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { seenPart } from '../../domain/core/shown-name.ts'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'
import { providerProblem } from './provider-sentences.ts'

/** A provider with its secret in plain text, for one exchange. */
export type OpenProvider = {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
}

/** Network access to a provider, and the address to which it leads back. */
export type Reaching = {
  readonly allowed: readonly AllowRule[]
  readonly redirectUri: string
  /** Default: 10 s. */
  readonly timeoutMs?: number
}

/** A person as the provider vouches for them in its ID token. */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
}

/** Statuses of answers without a body, for which `Response` takes none. */
const EMPTY = new Set([204, 205, 304])

const optionsOf = ({ redirectUri: _, ...reaching }: Reaching) => ({
  // Rules refuse http:// except on this machine; the guard decides what may be reached.
  [oauth.allowInsecureRequests]: true as const,
  [oauth.customFetch]: async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const answer = await guardedFetch(url, { method, headers, body: String(body ?? '') }, reaching)
    const type = answer.headers['content-type'] ?? 'application/json'
    return new Response(EMPTY.has(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: {
        'content-type': type,
        ...(answer.headers['www-authenticate'] && { 'www-authenticate': answer.headers['www-authenticate'] }),
      },
    })
  },
})

/** Reads a provider's discovery document. Nothing is cached: a change at the provider takes effect at the next sign-in. */
export const discover = async (issuer: string, reaching: Reaching): Promise<oauth.AuthorizationServer> => {
  try {
    const expected = new URL(issuer)
    const answer = await oauth.discoveryRequest(expected, { algorithm: 'oidc', ...optionsOf(reaching) })
    return await oauth.processDiscoveryResponse(expected, answer)
  } catch (error) {
    throw providerProblem(error, new URL(issuer).host)
  }
}

/** The provider's address for a sign-in by authorization code, with PKCE, state and nonce. */
export const signInAddress = async (
  provider: OpenProvider,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
  reaching: Reaching,
): Promise<string> => {
  const as = await discover(provider.issuer, reaching)
  const { authorization_endpoint: endpoint = '' } = as
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    throw new ProviderProblem(
      `${new URL(provider.issuer).host} names no address to sign in at. An administrator has to check the issuer.`,
    )
  const address = new URL(endpoint)
  const asked = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: reaching.redirectUri,
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

const clientAuthOf = (as: oauth.AuthorizationServer, secret: string | null): oauth.ClientAuth => {
  if (secret === null) return oauth.None()
  const offered = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return offered.includes('client_secret_basic') ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

/**
 * Redeems the code of a callback, and returns who signed in. State, issuer, nonce, audience, times and the signature of the ID token are
 * checked; the keys are fetched each time, so that a rotated one is known at once.
 */
export const redeem = async (
  provider: OpenProvider,
  sent: { callback: URLSearchParams; state: string; nonce: string; verifier: string },
  reaching: Reaching,
): Promise<Claims> => {
  const as = await discover(provider.issuer, reaching)
  const client: oauth.Client = { client_id: provider.clientId }
  const options = optionsOf(reaching)
  try {
    const callback = oauth.validateAuthResponse(as, client, sent.callback, sent.state)
    const auth = clientAuthOf(as, provider.clientSecret)
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      callback,
      reaching.redirectUri,
      sent.verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, {
      expectedNonce: sent.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(as, answer, options)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw new oauth.OperationProcessingError('no ID token')
    const more = isMissingProfile(claims) ? await profileOf({ as, client, tokens, subject: claims.sub, options }) : {}
    return claimsOf(claims.iss, claims.sub, { ...more, ...claims })
  } catch (error) {
    throw providerProblem(error, new URL(provider.issuer).host)
  }
}

const isMissingProfile = (claims: oauth.IDToken): boolean => typeof claims.email !== 'string'

/** Providers may tell address and name at their userinfo endpoint only. */
const profileOf = async (asked: {
  as: oauth.AuthorizationServer
  client: oauth.Client
  tokens: oauth.TokenEndpointResponse
  subject: string
  options: ReturnType<typeof optionsOf>
}): Promise<Record<string, unknown>> => {
  const { as, client, tokens, subject, options } = asked
  if (!as.userinfo_endpoint) return {}
  const answer = await oauth.userInfoRequest(as, client, tokens.access_token, options)
  return { ...(await oauth.processUserInfoResponse(as, client, subject, answer)) }
}

const textOf = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most ? value.trim() : null

const claimsOf = (issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): Claims => ({
  issuer,
  subject,
  email: textOf(claims.email, 320),
  // Some providers send the text "true".
  isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
  name: seenPart(textOf(claims.name, 200) ?? textOf(claims.preferred_username, 200) ?? '') || null,
})

/** One finding of a test of a provider. */
export type Finding = { readonly ok: boolean; readonly text: string }

/** Looks at a discovery document and its keys. Throws a `ProviderProblem` where it cannot be read. */
export const inspect = async (provider: OpenProvider, reaching: Reaching): Promise<Finding[]> => {
  const as = await discover(provider.issuer, reaching)
  const found = (ok: boolean, good: string, bad: string): Finding => ({ ok, text: ok ? good : bad })
  const offers = (list: readonly string[] | undefined, wanted: string) => list === undefined || list.includes(wanted)
  const missing = provider.scopes.filter((scope) => !offers(as.scopes_supported, scope))
  return [
    { ok: true, text: `The discovery document of ${as.issuer} can be read.` },
    found(
      as.authorization_endpoint !== undefined && as.token_endpoint !== undefined,
      'It names the authorization and token endpoints.',
      'It names no authorization or token endpoint.',
    ),
    found(
      offers(as.response_types_supported, 'code'),
      'It offers the authorization code.',
      'It does not offer the response type “code”.',
    ),
    found(
      offers(as.code_challenge_methods_supported, 'S256'),
      'It accepts PKCE with S256, or does not say.',
      'It does not accept PKCE with S256.',
    ),
    found(
      missing.length === 0,
      'It knows the scopes.',
      `It does not know ${missing.length === 1 ? 'the scope' : 'the scopes'} ${missing.join(', ')}.`,
    ),
    await keysFinding(as, reaching),
  ]
}

const keysFinding = async (as: oauth.AuthorizationServer, { allowed }: Reaching): Promise<Finding> => {
  if (!as.jwks_uri) return { ok: false, text: 'It names no keys (jwks_uri), so its tokens cannot be checked.' }
  try {
    const answer = await guardedFetch(as.jwks_uri, { method: 'GET', headers: {}, body: '' }, { allowed })
    const read: unknown = JSON.parse(answer.body)
    const keys =
      typeof read === 'object' && read !== null && 'keys' in read && Array.isArray(read.keys) ? read.keys : []
    return keys.length > 0
      ? { ok: true, text: `It has ${keys.length === 1 ? 'one key' : `${keys.length} keys`} to sign tokens.` }
      : { ok: false, text: `Its keys at ${as.jwks_uri} are empty or unreadable.` }
  } catch (error) {
    const why = error instanceof SyntaxError ? 'the answer is no JSON' : (error as Error).message.replace(/\.$/, '')
    return { ok: false, text: `Its keys at ${as.jwks_uri} cannot be read: ${why}.` }
  }
}
