import { headerValue, type Job, type Pair, type Request } from './request.ts'
import type { ResponseHead } from './response-head.ts'
import type { Secrecy } from './secrecy.ts'
import { isSecretField, mayCarrySecret, sendsSecretBody, sendsSecretHeader } from './secret-guard.ts'
import { isSecretName } from './secret-name.ts'

/** Maximum number of redirects. More are a loop. */
export const MAX_REDIRECTS = 10

const redirects = new Set([301, 302, 303, 307, 308])
const keepsMethod = new Set([307, 308])

/** Whether a response is a redirect. */
export const isRedirect = (head: ResponseHead): boolean =>
  redirects.has(head.statusCode) && headerValue(head.headers, 'location') !== null

/** The target of a redirect, or a sentence if it cannot be followed. */
export const redirectTarget = (head: ResponseHead, from: URL): URL | string => {
  const location = headerValue(head.headers, 'location') ?? ''
  if (!URL.canParse(location, from.href)) return 'redirect not followed: its Location is not a valid address'
  const url = new URL(location, from.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `redirect not followed: it leads to ${url.protocol}, and only http and https are followed`
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

/** Whether a header must not be sent to another origin: it is named or marked as a secret, takes or contains one, or is the Host header. */
const staysAtOrigin = ({ key, value }: Pair, job: Job, holdsSecret: (text: string) => boolean): boolean =>
  key.toLowerCase() === 'host' ||
  isSecretName(key) ||
  isSecretField(job, key) ||
  sendsSecretHeader(job, key) ||
  holdsSecret(value)

/** Why a redirect is not followed: its address has a secret in it, which a server can write there, and leads to an origin that is not allowed. */
export const addressMisdirection = (job: Job, request: Request, url: URL, secrecy: Secrecy): string | null => {
  if (url.origin === request.url.origin || mayCarrySecret(job, url) || !secrecy.isSentIn(url)) return null
  const there = secrecy.isInHost(url) ? 'another origin' : url.origin
  return `redirect not followed: its address contains a secret, and would send it to ${there}, which is not an allowed origin`
}

/** Why a redirect is not followed: it would send a body with a secret to an origin that is not allowed. */
export const bodyMisdirection = (
  job: Job,
  request: Request,
  statusCode: number,
  url: URL,
  holdsSecret: (text: string) => boolean,
): string | null => {
  const { body } = request
  if (body === null || !keepsMethod.has(statusCode) || url.origin === request.url.origin) return null
  if (mayCarrySecret(job, url) || !(sendsSecretBody(job) || holdsSecret(body.toString()))) return null
  return `redirect not followed: it would send the body, which contains a secret, to ${url.origin}, which is not an allowed origin`
}

/**
 * The request that follows a redirect. 301, 302 and 303 turn every method but GET and HEAD into a GET without a body; 307 and 308 repeat
 * the request unchanged. Another origin (scheme, host or port) gets no credentials.
 */
export const redirected = (
  request: Request,
  statusCode: number,
  url: URL,
  job: Job,
  holdsSecret: (text: string) => boolean,
): Request => {
  const repeats = keepsMethod.has(statusCode) || request.method === 'GET' || request.method === 'HEAD'
  const dropsBody = !keepsMethod.has(statusCode)
  const crosses = url.origin !== request.url.origin
  const headers = request.headers
    .filter((header) => !(dropsBody && /^content-/i.test(header.key)))
    .filter((header) => !(crosses && staysAtOrigin(header, job, holdsSecret)))
  return { method: repeats ? request.method : 'GET', url, headers, body: dropsBody ? null : request.body }
}
