import { faultSummary } from '../../domain/core/fault-summary.ts'
import { type Phase, phaseWords } from './stopwatch.ts'

/** Why a call got no usable response. */
export type CallFailure = {
  /** The cause: the agent, the call's definition, the target and the network to it, or a token that expired shortly before. */
  type: 'agent' | 'api_setup' | 'download' | 'skipped'
  /** Why a call was skipped, where it was not for its token. */
  skippedFor?: 'KEY_AWAY'
  /** A short sentence for people. */
  sentence: string
  /** The raw detail. */
  debug: string
  /** Whether nothing was received from the target, so that the agent's own network could be the cause. */
  silent: boolean
}

/** The call's definition is invalid. */
export const setUpFailure = (sentence: string, debug = ''): CallFailure => ({
  type: 'api_setup',
  sentence,
  debug,
  silent: false,
})

/** The call needs a secret whose key is not available. */
export const keyFailure = (sentence: string): CallFailure => ({
  type: 'skipped',
  skippedFor: 'KEY_AWAY',
  sentence,
  debug: '',
  silent: false,
})

/** A file that the call sends could not be loaded, which says nothing about the target. */
export const filesFailure = (name: string, why: string): CallFailure => ({
  type: 'agent',
  sentence: `the agent could not load the file ${name}: ${why}`,
  debug: '',
  silent: false,
})

/** The target's response is invalid or incomplete. */
export const responseFailure = (sentence: string, debug = ''): CallFailure => ({
  type: 'download',
  sentence,
  debug,
  silent: false,
})

export const timeoutFailure = (timeoutMs: number, phase: Phase, where: string): CallFailure => ({
  type: 'download',
  sentence: `timed out after ${timeoutMs} ms while ${phaseWords[phase]}`,
  debug: `time-out in phase ${phase}, ${where}`,
  silent: phase !== 'download',
})

/** An internal error, which says nothing about the target. */
export const agentFailure = (error: unknown): CallFailure => ({
  type: 'agent',
  sentence: 'the agent failed while making the call',
  // Without the error's message, which may quote its input.
  debug: faultSummary(error),
  silent: false,
})

/** The code of a Node error (`ECONNREFUSED`), or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

type Sentence = (phase: Phase, where: string) => string

/** Sentences for error codes of libuv, OpenSSL and Node. `where` is the host during lookup, then `address:port`. */
const sentences: Readonly<Record<string, Sentence>> = {
  ENOTFOUND: (_, where) => `could not resolve host ${where}`,
  ENODATA: (_, where) => `could not resolve host ${where}: it has no address`,
  EAI_AGAIN: (_, where) => `could not resolve host ${where}: the name server did not answer`,
  EAI_FAIL: (_, where) => `could not resolve host ${where}: the name server failed`,
  EAI_NODATA: (_, where) => `could not resolve host ${where}: it has no address`,
  EAI_NONAME: (_, where) => `could not resolve host ${where}`,
  ECONNREFUSED: (_, where) => `connection refused by ${where}`,
  ECONNRESET: (phase) => `connection reset while ${phaseWords[phase]}`,
  ECONNABORTED: (phase) => `connection aborted while ${phaseWords[phase]}`,
  EPIPE: () => 'the server closed the connection before it had the whole request',
  ETIMEDOUT: (phase, where) => `${where} did not answer while ${phaseWords[phase]}`,
  EHOSTUNREACH: (_, where) => `no way to reach ${where}: host unreachable`,
  ENETUNREACH: (_, where) => `no way to reach ${where}: network unreachable`,
  EHOSTDOWN: (_, where) => `no way to reach ${where}: host down`,
  EPROTO: () => 'TLS handshake failed: the server broke the protocol',
  ERR_SSL_WRONG_VERSION_NUMBER: (_, where) => `TLS handshake failed: ${where} does not speak TLS`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (_, where) => `TLS handshake failed: ${where} does not speak TLS`,
  ERR_SSL_UNSUPPORTED_PROTOCOL: () => 'TLS handshake failed: the server offers only outdated TLS versions',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: () => 'TLS handshake failed: no TLS version in common',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: () => 'TLS handshake failed: the server refused it (no cipher in common?)',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: () => 'TLS handshake failed: the server does not know this host name',
  ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: () => 'TLS handshake failed: the server reports an internal error',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: () => 'the server asks for a client certificate',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: () =>
    'TLS handshake failed: the server speaks neither HTTP/2 nor HTTP/1.1',
  ERR_SSL_DH_KEY_TOO_SMALL: () => 'TLS handshake failed: the key of the server is too weak',
}

/** Error codes for exhausted resources of this machine, as opposed to the target. */
const ours = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ERR_SOCKET_BAD_PORT'])

/** Describes a transport error. Unknown codes keep their own message. */
export const transportFailure = (error: unknown, phase: Phase, where: string): CallFailure => {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const debug = `${code ? `${code}: ` : ''}${message} (phase ${phase}, ${where})`
  if (ours.has(code))
    return { type: 'agent', sentence: `the agent could not open a connection (${code})`, debug, silent: false }
  const known = sentences[code]
  const sentence = known
    ? known(phase, where)
    : phase === 'handshake'
      ? `TLS handshake failed (${code || message})`
      : `transfer failed while ${phaseWords[phase]} (${code || message})`
  return { type: 'download', sentence, debug, silent: phase !== 'download' }
}
