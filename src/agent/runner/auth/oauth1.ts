import { createHmac, sign } from 'node:crypto'
import { headerValue, type Pair, type Request } from '../request.ts'
import { type AuthOf, type Moment, percentEncoded, withHeader, withParameters } from './auth-context.ts'

type OAuth1 = AuthOf<'oauth1'>

/** Parameters of a form body, which are signed too (RFC 5849 section 3.4.1.3.1). */
const formParameters = ({ headers, body }: Request): Pair[] => {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headerValue(headers, 'content-type') ?? '')
  return isForm && body ? pairsIn(body.toString()) : []
}

const pairsIn = (query: string): Pair[] => [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The signature base string (RFC 5849 section 3.4.1). */
export const baseString = (request: Request, oauth: readonly Pair[]): string => {
  const { url, method } = request
  const all = [...pairsIn(url.search.slice(1)), ...formParameters(request), ...oauth]
    .map(({ key, value }) => [percentEncoded(key), percentEncoded(value)] as const)
    .sort(([a, v], [b, w]) => compare(a, b) || compare(v, w))
    .map((pair) => pair.join('='))
    .join('&')
  return [method, `${url.protocol}//${url.host}${url.pathname}`, all].map(percentEncoded).join('&')
}

/** The signature of a base string (RFC 5849 section 3.4.2 to 3.4.4). */
export const signatureOf = ({ method, consumer_secret, token_secret, private_key }: OAuth1, base: string): string => {
  const key = `${percentEncoded(consumer_secret)}&${percentEncoded(token_secret)}`
  if (method === 'PLAINTEXT') return key
  if (method === 'RSA-SHA1') return sign('sha1', Buffer.from(base), private_key ?? '').toString('base64')
  return createHmac(method === 'HMAC-SHA1' ? 'sha1' : 'sha256', key)
    .update(base)
    .digest('base64')
}

const nonceOf = (random: () => number): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

/** Signs a request by OAuth 1 (RFC 5849). */
export const applyOAuth1 = (request: Request, auth: OAuth1, { nowMs, random }: Moment): Request => {
  const oauth: Pair[] = [
    { key: 'oauth_consumer_key', value: auth.consumer_key },
    ...(auth.token === null ? [] : [{ key: 'oauth_token', value: auth.token }]),
    { key: 'oauth_signature_method', value: auth.method },
    { key: 'oauth_timestamp', value: String(Math.floor(nowMs / 1000)) },
    { key: 'oauth_nonce', value: nonceOf(random) },
    { key: 'oauth_version', value: '1.0' },
  ]
  const signed = [...oauth, { key: 'oauth_signature', value: signatureOf(auth, baseString(request, oauth)) }]
  if (auth.transport === 'query') return withParameters(request, signed)
  const realm = auth.realm === null ? [] : [`realm="${auth.realm.replace(/["\\]/g, '')}"`]
  const parameters = signed.map(({ key, value }) => `${key}="${percentEncoded(value)}"`)
  return withHeader(request, { key: 'Authorization', value: `OAuth ${[...realm, ...parameters].join(', ')}` })
}
