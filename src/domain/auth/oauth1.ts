type Pair = { readonly key: string; readonly value: string }

/** Ways to sign a request. */
export const OAUTH1_METHODS = ['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT'] as const

/** The keys that sign: those of the consumer, and those of a token if there is one. */
export type OAuth1Keys = {
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly private_key: string | null
  readonly token: string | null
  readonly token_secret: string
  readonly method: (typeof OAUTH1_METHODS)[number]
}

/** The cryptography that a signature takes; both return base64. */
export type OAuth1Crypto = {
  readonly hmac: (hash: 'sha1' | 'sha256', key: string, text: string) => string
  readonly rsaSha1: (privateKey: string, text: string) => string
}

/** A request as it is signed; `pairs` are the parameters of its query and of a form body, decoded. */
export type OAuth1Request = { readonly method: string; readonly url: URL; readonly pairs: readonly Pair[] }

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Percent-encodes as RFC 3986 section 2.1 and RFC 5849 section 3.6 ask: all but unreserved characters. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The signature base string (RFC 5849 section 3.4.1). */
export const oauth1BaseString = ({ method, url, pairs }: OAuth1Request, oauth: readonly Pair[]): string => {
  const all = [...pairs, ...oauth]
    .map(({ key, value }) => [percentEncoded(key), percentEncoded(value)] as const)
    .sort(([a, v], [b, w]) => compare(a, b) || compare(v, w))
    .map((pair) => pair.join('='))
    .join('&')
  return [method, `${url.protocol}//${url.host}${url.pathname}`, all].map(percentEncoded).join('&')
}

/** The signature of a base string (RFC 5849 section 3.4.2 to 3.4.4). */
export const oauth1Signature = (
  { method, consumer_secret, token_secret, private_key }: Omit<OAuth1Keys, 'consumer_key' | 'token'>,
  base: string,
  { hmac, rsaSha1 }: OAuth1Crypto,
): string => {
  const key = `${percentEncoded(consumer_secret)}&${percentEncoded(token_secret)}`
  if (method === 'PLAINTEXT') return key
  if (method === 'RSA-SHA1') return rsaSha1(private_key ?? '', base)
  return hmac(method === 'HMAC-SHA1' ? 'sha1' : 'sha256', key, base)
}

type Moment = { readonly nowMs: number; readonly nonce: string }

/** The parameters that sign a request; `further` are those of obtaining a token, such as `oauth_callback`. */
export const oauth1Parameters = (
  request: OAuth1Request,
  keys: OAuth1Keys,
  { nowMs, nonce }: Moment,
  crypto: OAuth1Crypto,
  further: readonly Pair[] = [],
): Pair[] => {
  const oauth: Pair[] = [
    { key: 'oauth_consumer_key', value: keys.consumer_key },
    ...(keys.token === null ? [] : [{ key: 'oauth_token', value: keys.token }]),
    { key: 'oauth_signature_method', value: keys.method },
    { key: 'oauth_timestamp', value: String(Math.floor(nowMs / 1000)) },
    { key: 'oauth_nonce', value: nonce },
    { key: 'oauth_version', value: '1.0' },
    ...further,
  ]
  return [...oauth, { key: 'oauth_signature', value: oauth1Signature(keys, oauth1BaseString(request, oauth), crypto) }]
}

/** The value of the header `Authorization` (RFC 5849 section 3.5.1). The realm is not signed. */
export const oauth1Header = (signed: readonly Pair[], realm: string | null): string => {
  const shown = realm === null ? [] : [`realm="${realm.replace(/["\\]/g, '')}"`]
  return `OAuth ${[...shown, ...signed.map(({ key, value }) => `${key}="${percentEncoded(value)}"`)].join(', ')}`
}
