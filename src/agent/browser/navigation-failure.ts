import { type CallFailure, responseFailure } from '../runner/call-failure.ts'
import { placeIn } from './main-document.ts'
import type { RunNetwork } from './run-network.ts'

type Sentence = (host: string) => string

/** Sentences for Chromium's error codes, where the network did not say better. */
const sentences: Readonly<Record<string, Sentence>> = {
  ERR_CERT_DATE_INVALID: (host) => `the certificate of ${host} has expired, or is not valid yet`,
  ERR_CERT_COMMON_NAME_INVALID: (host) => `the certificate is for another host than ${host}`,
  ERR_CERT_AUTHORITY_INVALID: (host) => `the certificate of ${host} is not from an authority that the browser trusts`,
  ERR_CERT_REVOKED: (host) => `the certificate of ${host} was revoked`,
  ERR_SSL_PROTOCOL_ERROR: (host) => `TLS handshake failed: ${host} broke the protocol, or does not speak TLS`,
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: (host) =>
    `TLS handshake failed: ${host} offers no version or cipher that the browser accepts`,
  ERR_BAD_SSL_CLIENT_AUTH_CERT: (host) => `${host} asks for a client certificate`,
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: (host) => `${host} asks for a client certificate`,
  ERR_TOO_MANY_REDIRECTS: () => 'too many redirects: more than 20',
  ERR_EMPTY_RESPONSE: (host) => `${host} closed the connection without a response`,
  ERR_CONNECTION_CLOSED: (host) => `${host} closed the connection without a response`,
  ERR_CONNECTION_RESET: (host) => `${host} reset the connection`,
  ERR_CONTENT_DECODING_FAILED: (host) =>
    `the response of ${host} cannot be decoded: it is not packed as its headers say`,
  ERR_CONTENT_LENGTH_MISMATCH: (host) => `the response of ${host} ended before its announced length`,
  ERR_INCOMPLETE_CHUNKED_ENCODING: (host) => `the response of ${host} ended before its last chunk`,
  ERR_INVALID_HTTP_RESPONSE: (host) => `${host} does not answer with HTTP`,
  ERR_RESPONSE_HEADERS_TOO_BIG: (host) => `the response headers of ${host} are too large`,
  ERR_UNSAFE_PORT: () => 'browsers refuse this port',
  ERR_ABORTED: (host) => `${host} did not send a page, but a download or nothing`,
}

/** Why a page that loads too much is cut off. */
export const OVERLOADED = 'the page loaded more than 256 MB'

const TIMED_OUT = /Timeout \d+ms exceeded/

/** The code of an error of Chromium (`ERR_EMPTY_RESPONSE`), or an empty text. */
const codeIn = (message: string): string =>
  /Download is starting/.test(message) ? 'ERR_ABORTED' : (/net::(ERR_\w+)/.exec(message)?.[1] ?? '')

/**
 * Why a page did not load. What the checking proxy knows about the address comes first: it was refused, could not be resolved, or did not
 * answer. `waitingFor` is the event that did not come in time.
 */
export const navigationFailure = (
  error: unknown,
  url: string,
  network: RunNetwork,
  { timeoutMs, waitingFor, unfinished }: { timeoutMs: number; waitingFor: string; unfinished: number },
): CallFailure => {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const code = codeIn(message)
  const debug = code ? `net::${code}` : ''
  if (network.isOverloaded) return responseFailure(OVERLOADED)
  const known = TIMED_OUT.test(message) && code === '' ? null : network.failureOf(placeIn(url))
  if (known) return known
  if (TIMED_OUT.test(message)) {
    const rest = unfinished > 0 ? `; ${unfinished} requests were unfinished` : ''
    return {
      type: 'download',
      sentence: `timed out after ${timeoutMs} ms while waiting for the page (${waitingFor})${rest}`,
      debug,
      silent: false,
    }
  }
  const host = URL.canParse(url) ? new URL(url).host : 'the server'
  const sentence = sentences[code]?.(host) ?? `the page did not load${code ? ` (${code})` : ''}`
  return responseFailure(sentence, debug)
}
