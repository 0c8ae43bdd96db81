import { type } from 'arktype'
import * as oauth from 'oauth4webapi'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { isWebAddress } from '../../domain/core/web-address.ts'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'

/** Network access to a provider, and the address to which it leads back. */
export type Reaching = {
  readonly allowed: readonly AllowRule[]
  readonly redirectUri: string
  /** Default: 10 s. */
  readonly timeoutMs?: number
}

/** Statuses of answers without a body, for which `Response` takes none. */
const EMPTY = new Set([204, 205, 304])

/** Options of oauth4webapi with which it reaches a provider through the guard. */
export const optionsOf = ({ redirectUri: _, ...reaching }: Reaching) => ({
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

/** URL parsers drop control characters, with which two texts are one address. */
const address = type('string <= 2048').narrow(
  (text, context) => (isWebAddress(text) && !/\p{Cc}/u.test(text)) || context.mustBe('an http or https URL'),
)
const words = type('string[] <= 1000')

/** The fields of a discovery document (OpenID Connect Discovery, section 3) that are used here. */
const discoveryDocument = type({
  '+': 'delete',
  issuer: address,
  'authorization_endpoint?': address,
  'token_endpoint?': address,
  'jwks_uri?': address,
  'userinfo_endpoint?': address,
  'scopes_supported?': words,
  'response_types_supported?': words,
  'code_challenge_methods_supported?': words,
  'token_endpoint_auth_methods_supported?': words,
  'id_token_signing_alg_values_supported?': words,
  'userinfo_signing_alg_values_supported?': words,
  'authorization_response_iss_parameter_supported?': 'boolean',
})

/** A provider's discovery document, read. */
export type Discovered = typeof discoveryDocument.infer

/** Reads a provider's discovery document. Nothing is cached: a change at the provider takes effect at the next sign-in. */
export const discover = async (issuer: string, reaching: Reaching): Promise<Discovered> => {
  const expected = new URL(issuer)
  const sent = await sentDocument(expected, reaching)
  // Some providers send null for what they do not have.
  const read = discoveryDocument(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)))
  if (read instanceof type.errors) throw wrongDocument(expected.host, read[0]?.path.stringify() ?? '')
  if (new URL(read.issuer).href !== expected.href)
    throw new ProviderProblem(
      `${expected.host} says that it is another issuer. An administrator has to correct the issuer.`,
    )
  return read
}

const sentDocument = async ({ href, host }: URL, { allowed, timeoutMs }: Reaching): Promise<object> => {
  const address = `${href.replace(/\/$/, '')}/.well-known/openid-configuration`
  const request = { method: 'GET', headers: { accept: 'application/json' }, body: '' }
  const { status, body } = await guardedFetch(address, request, { allowed, ...(timeoutMs && { timeoutMs }) })
  if (status !== 200)
    throw new ProviderProblem(
      `${host} answered ${status} for its discovery document. An administrator has to check the issuer.`,
    )
  const sent = parsed(body)
  if (typeof sent === 'object' && sent !== null) return sent
  throw new ProviderProblem(`${host} did not answer with JSON. An administrator has to check the issuer.`)
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const wrongDocument = (host: string, field: string): ProviderProblem =>
  new ProviderProblem(
    `${host} has a discovery document whose ${field} is not valid. An administrator has to check the issuer.`,
  )

/** A field of a discovery document that a step needs. */
export const neededOf = (read: Discovered, field: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri'): string => {
  const found = read[field]
  if (found !== undefined) return found
  throw new ProviderProblem(
    `${new URL(read.issuer).host} has a discovery document without ${field}. An administrator has to check the issuer.`,
  )
}
