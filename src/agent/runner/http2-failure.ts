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

/** How an HTTP/2 connection or stream ended before the response was complete. */
export type Http2End = {
  error: Error | null
  /** Error code of the server's GOAWAY frame; null without one. */
  goaway: number | null
  /** Error code of the stream's RST_STREAM frame, sent or received. */
  reset: number
}

/** The server's reasons first: they explain the errors that Node derives from them. */
export const http2Failure = ({ error, goaway, reset }: Http2End, phase: Phase, where: string): CallFailure => {
  const code = codeOf(error)
  const debug = `${code ? `${code}: ` : ''}${error?.message ?? 'closed'} (phase ${phase}, ${where})`
  const words = phaseWords[phase]
  if (goaway !== null && goaway !== constants.NGHTTP2_NO_ERROR)
    return responseFailure(`the server ended the HTTP/2 connection while ${words} (GOAWAY ${nameOf(goaway)})`, debug)
  if (code === 'ERR_HTTP2_ERROR' || code === 'ERR_HTTP2_SESSION_ERROR')
    return responseFailure(`malformed response: the server broke the HTTP/2 protocol (${error?.message})`, debug)
  if (code !== '' && !code.startsWith('ERR_HTTP2_')) return transportFailure(error, phase, where)
  if (goaway !== null)
    return responseFailure(`the server ended the HTTP/2 connection while ${words} (GOAWAY NO_ERROR)`, debug)
  if (reset !== constants.NGHTTP2_NO_ERROR)
    return responseFailure(`the server reset the HTTP/2 stream while ${words} (RST_STREAM ${nameOf(reset)})`, debug)
  return responseFailure(
    phase === 'download'
      ? 'response cut short: the server ended the HTTP/2 stream before the end of the body'
      : 'empty reply: the server closed the connection without an answer',
    debug,
  )
}
