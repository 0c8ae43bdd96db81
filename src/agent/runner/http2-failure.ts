import { constants } from 'node:http2'
import { type CallFailure, codeOf, responseFailure, transportFailure } from './call-failure.ts'
import { type Phase, phaseWords } from './stopwatch.ts'

/** Names of HTTP/2 error codes (RFC 9113, 7), by their number. */
const names: ReadonlyMap<number, string> = new Map(
  (
    [
      'NO_ERROR',
      'PROTOCOL_ERROR',
      'INTERNAL_ERROR',
      'FLOW_CONTROL_ERROR',
      'SETTINGS_TIMEOUT',
      'STREAM_CLOSED',
      'FRAME_SIZE_ERROR',
      'REFUSED_STREAM',
      'CANCEL',
      'COMPRESSION_ERROR',
      'CONNECT_ERROR',
      'ENHANCE_YOUR_CALM',
      'INADEQUATE_SECURITY',
      'HTTP_1_1_REQUIRED',
    ] as const
  ).map((name) => [constants[`NGHTTP2_${name}`], name]),
)

const nameOf = (code: number): string => names.get(code) ?? `code ${code}`

/** Error codes of the frames that ended an exchange early; null for frames that were not sent. */
export type Http2Codes = {
  receivedGoaway: number | null
  receivedReset: number | null
  /** The frame with which Node's session rejected what it received. */
  rejected: number | null
}

/** Whether the server asks for the same request over HTTP/1.1 (RFC 9113, 7). */
export const requiresHttp1 = ({ receivedGoaway, receivedReset }: Http2Codes): boolean =>
  [receivedGoaway, receivedReset].includes(constants.NGHTTP2_HTTP_1_1_REQUIRED)

/** Why an HTTP/2 exchange ended before the response was complete. The server's own reasons come first. */
export const http2Failure = (codes: Http2Codes, error: Error | null, phase: Phase, where: string): CallFailure => {
  const code = codeOf(error)
  const debug = `${code ? `${code}: ` : ''}${error?.message ?? 'closed'} (phase ${phase}, ${where})`
  const words = phaseWords[phase]
  const { receivedGoaway: goaway, receivedReset: reset, rejected } = codes
  if (reset !== null)
    return responseFailure(`the server reset the HTTP/2 stream while ${words} (RST_STREAM ${nameOf(reset)})`, debug)
  if (goaway !== null)
    return responseFailure(`the server ended the HTTP/2 connection while ${words} (GOAWAY ${nameOf(goaway)})`, debug)
  // Node's session says so of a response with more header fields than it takes, and of nothing else.
  if (rejected === constants.NGHTTP2_ENHANCE_YOUR_CALM)
    return responseFailure('malformed response: it has too many headers', debug)
  if (rejected !== null)
    return responseFailure(`malformed response: it breaks the HTTP/2 protocol (${nameOf(rejected)})`, debug)
  if (code.startsWith('ERR_HTTP2_'))
    return responseFailure(`malformed response: it breaks the HTTP/2 protocol (${error?.message})`, debug)
  if (code !== '') return transportFailure(error, phase, where)
  return responseFailure(
    phase === 'download'
      ? 'response cut short: the connection closed before the end of the body'
      : 'empty reply: the server closed the connection without an answer',
    debug,
  )
}
