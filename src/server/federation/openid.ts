import * as oauth from 'oauth4webapi'
import { emailIn, isSubject, nameIn } from '../../domain/federation/person-claims.ts'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'
import { type Discovered, discover, neededOf, optionsOf, type Reaching } from './discovery.ts'
import { providerProblem } from './provider-sentences.ts'
import { signInAnswer } from './token-answer.ts'

/** A provider with its secret in plain text, for one exchange. */
export type OpenProvider = {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
}

/** A person as the provider vouches for them in its ID token. */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
}

/** The provider's address for a sign-in by authorization code, with PKCE, state and nonce. */
export const signInAddress = async (
  provider: OpenProvider,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
  reaching: Reaching,
): Promise<string> => {
  const as = await discover(provider.issuer, reaching)
  const address = new URL(neededOf(as, 'authorization_endpoint'))
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

const clientAuthOf = (as: Discovered, secret: string | null): oauth.ClientAuth => {
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
  neededOf(as, 'token_endpoint')
  neededOf(as, 'jwks_uri')
  const client: oauth.Client = { client_id: provider.clientId }
  const options = optionsOf(reaching)
  try {
    const callback = oauth.validateAuthResponse(as, client, sent.callback, sent.state)
    const auth = clientAuthOf(as, provider.clientSecret)
    const answered = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      callback,
      reaching.redirectUri,
      sent.verifier,
      options,
    )
    const answer = await signInAnswer(answered)
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, {
      expectedNonce: sent.nonce,
      requireIdToken: true,
    })
    await checkSignature(as, answer, options)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw new oauth.OperationProcessingError('no ID token')
    const more = isMissingProfile(claims) ? await profileOf({ as, client, tokens, subject: claims.sub, options }) : {}
    return claimsOf(claims.iss, claims.sub, { ...more, ...claims })
  } catch (error) {
    throw providerProblem(error, new URL(provider.issuer).host)
  }
}

/** Checks the signature of an ID token. Published keys are not read before, so any fault of the crypto is one of the key. */
const checkSignature = async (
  as: Discovered,
  answer: Response,
  options: ReturnType<typeof optionsOf>,
): Promise<void> => {
  try {
    await oauth.validateApplicationLevelSignature(as, answer, options)
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError)
      throw new ProviderProblem(`${new URL(as.issuer).host} publishes a key that cannot be used.`)
    throw error
  }
}

const isMissingProfile = (claims: oauth.IDToken): boolean => typeof claims.email !== 'string'

/** Providers may tell address and name at their userinfo endpoint only. */
const profileOf = async (asked: {
  as: Discovered
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

/** Reads a person's claims. A wrong id is refused, because it decides whose account it is; other claims that are wrong count as absent. */
const claimsOf = (issuer: string, subject: unknown, claims: Readonly<Record<string, unknown>>): Claims => {
  if (!isSubject(subject))
    throw new ProviderProblem(
      `${new URL(issuer).host} identifies you by an id (“sub”) that is empty, longer than 255 characters, or has control characters. Ask its administrator.`,
    )
  return {
    issuer,
    subject,
    email: emailIn(claims.email),
    // Some providers send the text "true".
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: nameIn(claims.name) ?? nameIn(claims.preferred_username),
  }
}

/** One finding of a test of a provider. */
export type Finding = { readonly ok: boolean; readonly text: string }

/**
 * Looks at a discovery document and its keys. `sharedWith`: other providers with the same callback URL. Throws a `ProviderProblem` where
 * the document cannot be read.
 */
export const inspect = async (
  provider: OpenProvider,
  { sharedWith, ...reaching }: Reaching & { readonly sharedWith: readonly string[] },
): Promise<Finding[]> => {
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
    ...callbackFindings(as, sharedWith),
  ]
}

/** A provider that names itself in its answers (RFC 9207) is safe at a shared callback URL: its answer is not taken for another's. */
const callbackFindings = (as: Discovered, sharedWith: readonly string[]): Finding[] => {
  if (sharedWith.length === 0) return []
  const others = sharedWith.join(', ')
  return as.authorization_response_iss_parameter_supported
    ? [{ ok: true, text: `It shares its callback URL with ${others}, and names itself in its answers.` }]
    : [
        {
          ok: false,
          text: `It shares its callback URL with ${others}, and does not name itself in its answers (RFC 9207): whoever controls one of them can sign in as people of this provider. Give it a callback URL of its own.`,
        },
      ]
}

const keysFinding = async (as: Discovered, { allowed }: Reaching): Promise<Finding> => {
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
