import { isBesideDetour } from '../../domain/core/detour.ts'
import type { Job, Pair, Request } from './request.ts'
import type { ResponseHead } from './response-head.ts'
import type { Secrecy } from './secrecy.ts'
import { isSecretField, mayCarrySecret, sendsSecretBody, sendsSecretHeader } from './secret-guard.ts'
import { isSecretName } from './secret-name.ts'

/** Maximum number of redirects. More are a loop. */
export const MAX_REDIRECTS = 10

const redirects = new Set([301, 302, 303, 307, 308])
const repeats = new Set([307, 308])

/**
 * Whether a redirect repeats the request, or turns it into one without a body. 307 and 308 repeat it (RFC 9110, 15.4.8 and 15.4.9);
 * 301 and 302 change POST alone (15.4.2 and 15.4.3), unless the call asks for a GET.
 */
const repeatsRequest = ({ method }: Request, statusCode: number, { redirect_method }: Job['call']): boolean =>
  repeats.has(statusCode) || (statusCode !== 303 && redirect_method === 'keep' && method !== 'POST')

/** The first address that a response leads to; null where it names none, as with an empty header. */
const locationOf = ({ headers }: ResponseHead): string | null =>
  headers.find(({ key, value }) => key.toLowerCase() === 'location' && value.trim() !== '')?.value ?? null

/** Whether a response is a redirect. */
export const isRedirect = (head: ResponseHead): boolean => redirects.has(head.statusCode) && locationOf(head) !== null

/** The target of a redirect, or a sentence if it cannot be followed. */
export const redirectTarget = (
  head: ResponseHead,
  { url: from, detour }: Pick<Request, 'url' | 'detour'>,
): URL | string => {
  const location = locationOf(head) ?? ''
  if (!URL.canParse(location, from.href)) return 'redirect not followed: its Location is not a valid address'
  const url = new URL(location, from.href)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `redirect not followed: it leads to ${url.protocol}, and only http and https are followed`
  url.username = ''
  url.password = ''
  url.hash = ''
  if (isBesideDetour(url, detour))
    return `redirect not followed: the call connects to another server for one port of ${url.hostname}, and it leads to another port`
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
  if (url.origin === request.url.origin || mayCarrySecret(job, url, request.detour) || !secrecy.isSentIn(url))
    return null
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
  if (body === null || !repeatsRequest(request, statusCode, job.call) || url.origin === request.url.origin) return null
  if (mayCarrySecret(job, url, request.detour) || !(sendsSecretBody(job) || holdsSecret(body.toString()))) return null
  return `redirect not followed: it would send the body, which contains a secret, to ${url.origin}, which is not an allowed origin`
}

/**
 * The request that follows a redirect: the same again, or a GET (a HEAD after a HEAD) without a body. Another origin (scheme, host or port) gets no credentials.
 */
export const redirected = (
  request: Request,
  statusCode: number,
  url: URL,
  job: Job,
  holdsSecret: (text: string) => boolean,
): Request => {
  const isRepeated = repeatsRequest(request, statusCode, job.call)
  const crosses = url.origin !== request.url.origin
  const headers = request.headers
    .filter((header) => !(!isRepeated && /^content-/i.test(header.key)))
    .filter((header) => !(crosses && staysAtOrigin(header, job, holdsSecret)))
  if (isRepeated) return { ...request, url, headers }
  return { method: request.method === 'HEAD' ? 'HEAD' : 'GET', url, headers, body: null, detour: request.detour }
}
