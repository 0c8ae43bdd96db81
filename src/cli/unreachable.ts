/** Hosts that mean this computer: nobody on the way can read what is sent to them. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a URL leads to this computer. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)

/** Sentences for errors of a connection by their codes; a library's own words are for those who know it. */
const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'no computer has this name',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this computer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Codes of certificates that no authority known here has signed. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/

const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO|CERT_)|^UNABLE_TO_/

const withScheme = (url: string, scheme: 'http' | 'https'): string => url.replace(/^https?:/, `${scheme}:`)

const detailOf = (url: string, code: string, message: string): string => {
  if (UNTRUSTED.test(code))
    return 'no authority that this computer trusts has signed its certificate; NODE_EXTRA_CA_CERTS=FILE adds one'
  const known = BY_CODE[code]
  // A server that speaks TLS alone cuts a plain connection at once.
  const isCut = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
  if (isCut && url.startsWith('http:')) return `${known}; if it uses TLS, try ${withScheme(url, 'https')}`
  if (known !== undefined) return known
  if (TLS.test(code)) return `it does not speak TLS as https needs it; without TLS, try ${withScheme(url, 'http')}`
  // Such a message quotes the header, which may hold a key.
  if (/invalid header/i.test(message)) return 'the request has a header that cannot be sent'
  return message || 'it does not answer'
}

const causeOf = (thrown: unknown): { code?: unknown; message?: unknown } =>
  Object(thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown)

/** Errors after which a server may have read the request: the connection stood. */
const AFTER_SENDING: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** Whether a request that failed so may have been carried out, from the error of `fetch`. */
export const mayHaveArrived = (thrown: unknown): boolean => AFTER_SENDING.has(causeOf(thrown).code)

/** Added to the sentence about a write of which nobody knows whether it was carried out. */
export const MAY_BE_DONE = 'It may have been done all the same.'

/** The sentence about a write whose answer was lost. */
export const lostSentence = (url: string, thrown: unknown): string => {
  const { code, message } = causeOf(thrown)
  return `${url} did not answer: ${detailOf(new URL(url).origin, String(code ?? ''), String(message ?? ''))}. ${MAY_BE_DONE}`
}

/** The sentence about a server that did not answer, from the error of `fetch`. */
export const unreachableSentence = (url: string, thrown: unknown): string => {
  const { code, message } = causeOf(thrown)
  const origin = new URL(url).origin
  return `${url} cannot be reached: ${detailOf(origin, String(code ?? ''), String(message ?? ''))}.`
}
