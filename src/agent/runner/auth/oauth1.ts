import { createHmac, sign } from 'node:crypto'
import {
  type OAuth1Crypto,
  oauth1BaseString,
  oauth1Header,
  oauth1Parameters,
  oauth1Signature,
} from '../../../domain/auth/oauth1.ts'
import { headerValue, type Pair, type Request } from '../request.ts'
import { type AuthOf, type Moment, withHeader, withParameters } from './auth-context.ts'

type OAuth1 = AuthOf<'oauth1'>

const crypto: OAuth1Crypto = {
  hmac: (hash, key, text) => createHmac(hash, key).update(text).digest('base64'),
  rsaSha1: (privateKey, text) => sign('sha1', Buffer.from(text), privateKey).toString('base64'),
}

/** Parameters of a form body, which are signed too (RFC 5849 section 3.4.1.3.1). */
const formParameters = ({ headers, body }: Request): Pair[] => {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headerValue(headers, 'content-type') ?? '')
  return isForm && body ? pairsIn(body.toString()) : []
}

const pairsIn = (query: string): Pair[] => [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))

const signedPart = (request: Request) => ({
  method: request.method,
  url: request.url,
  pairs: [...pairsIn(request.url.search.slice(1)), ...formParameters(request)],
})

/** The signature base string (RFC 5849 section 3.4.1). */
export const baseString = (request: Request, oauth: readonly Pair[]): string =>
  oauth1BaseString(signedPart(request), oauth)

/** The signature of a base string (RFC 5849 section 3.4.2 to 3.4.4). */
export const signatureOf = (auth: OAuth1, base: string): string => oauth1Signature(auth, base, crypto)

const nonceOf = (random: () => number): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

/** Signs a request by OAuth 1 (RFC 5849). */
export const applyOAuth1 = (request: Request, auth: OAuth1, { nowMs, random }: Moment): Request => {
  const signed = oauth1Parameters(signedPart(request), auth, { nowMs, nonce: nonceOf(random) }, crypto)
  if (auth.transport === 'query') return withParameters(request, signed)
  return withHeader(request, { key: 'Authorization', value: oauth1Header(signed, auth.realm) })
}
