import { type CallFailure, codeOf, responseFailure, transportFailure } from './call-failure.ts'
import { type Http2Fault, nameOf, numberOf } from './http2-codes.ts'
import { type Phase, phaseWords } from './stopwatch.ts'

/** Error codes of the frames that ended an exchange early; null for frames that were not sent. */
export type Http2Codes = {
  receivedGoaway: number | null
  receivedReset: number | null
}

/** Whether the server asks for the same request over HTTP/1.1 (RFC 9113, 7). */
export const requiresHttp1 = ({ receivedGoaway, receivedReset }: Http2Codes): boolean =>
  [receivedGoaway, receivedReset].includes(numberOf('HTTP_1_1_REQUIRED'))

/** Why a response was not read on. */
export const faultFailure = (fault: Http2Fault, phase: Phase, where: string): CallFailure =>
  'sentence' in fault
    ? responseFailure(`malformed response: ${fault.sentence}`)
    : responseFailure(
        `malformed response: it breaks the HTTP/2 protocol (${fault.code})`,
        `${fault.code}: ${fault.rule} (phase ${phase}, ${where})`,
      )

/** Why an HTTP/2 exchange ended before the response was complete. The server's own reasons come first. */
export const http2Failure = (codes: Http2Codes, error: Error | null, phase: Phase, where: string): CallFailure => {
  const code = codeOf(error)
  const debug = `${code ? `${code}: ` : ''}${error?.message ?? 'closed'} (phase ${phase}, ${where})`
  const words = phaseWords[phase]
  const { receivedGoaway: goaway, receivedReset: reset } = codes
  if (reset !== null)
    return responseFailure(`the server reset the HTTP/2 stream while ${words} (RST_STREAM ${nameOf(reset)})`, debug)
  if (goaway !== null)
    return responseFailure(`the server ended the HTTP/2 connection while ${words} (GOAWAY ${nameOf(goaway)})`, debug)
  if (code !== '') return transportFailure(error, phase, where)
  return responseFailure(
    phase === 'download'
      ? 'response cut short: the connection closed before the end of the body'
      : 'empty reply: the server closed the connection without an answer',
    debug,
  )
}
