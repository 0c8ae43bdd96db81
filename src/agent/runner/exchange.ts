import {
  agentFailure,
  type CallFailure,
  codeOf,
  responseFailure,
  timeoutFailure,
  transportFailure,
} from './call-failure.ts'
import { type CapturedBody, MAX_BODY_BYTES } from './captured-body.ts'
import type { Connection } from './connection.ts'
import type { Deadline } from './deadline.ts'
import type { Quote, ResponseHead } from './response-head.ts'
import { announcedLength, ResponseParser } from './response-parser.ts'
import { hasLeft } from './sent.ts'
import type { Stopwatch } from './stopwatch.ts'

/** The response on a connection. After an error, `head` and `body` hold the part that arrived before it. */
export type Exchange = {
  head: ResponseHead | null
  body: CapturedBody
  failure: CallFailure | null
  /** Whether the server answered nothing over HTTP/2 but that it requires HTTP/1.1. */
  requiresHttp1?: boolean
}

export type ExchangeOptions = {
  /** `host:port`, for sentences. */
  where: string
  watch: Stopwatch
  deadline: Deadline
  quote: Quote
  /** Takes the body of the response. */
  body: CapturedBody
  /** Ends the exchange after the head if the body does not matter. */
  enough: (head: ResponseHead) => boolean
}

/**
 * Sends one HTTP/1.1 request on a new connection, reads the whole response and closes the connection.
 */
export const exchange = (
  { socket, transport }: Connection,
  request: { method: string; bytes: Buffer },
  options: ExchangeOptions,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const { where, watch, deadline, quote, body } = options
    const parser = new ResponseParser(request.method, body.write, quote)
    let settled = false

    const finish = (failure: CallFailure | null) => {
      if (settled) return
      settled = true
      watch.stop()
      socket.destroy()
      transport.destroy()
      resolve({ head: parser.head, body, failure })
    }
    const closed = () => {
      if (settled) return
      if (watch.phase !== 'download')
        finish(responseFailure('empty reply: the server closed the connection without an answer'))
      else {
        const missing = parser.close()
        finish(missing ? responseFailure(`response cut short: the connection closed ${missing}`) : null)
      }
    }

    const read = (bytes: Buffer) => {
      watch.answerBegins()
      const hadHead = parser.head !== null
      parser.push(bytes)
      if (!hadHead && parser.head) body.announce(announcedLength(parser.head))
      if (parser.fault !== null) finish(responseFailure(`malformed response: ${parser.fault}`))
      else if (parser.done) finish(null)
      else if (body.size > MAX_BODY_BYTES)
        finish(responseFailure(`body too large: more than ${MAX_BODY_BYTES / 1_048_576} MiB`))
      else if (!hadHead && parser.head && options.enough(parser.head)) finish(null)
      else body.file?.holdBack(socket)
    }

    // An exception in an event handler would end the agent with all other calls.
    const guarded =
      <Arguments extends unknown[]>(handle: (...given: Arguments) => void) =>
      (...given: Arguments): void => {
        try {
          handle(...given)
        } catch (error) {
          finish(agentFailure(error))
        }
      }
    const failed = (error: Error) => {
      // A server may answer and close before it has read the whole request. Its response takes precedence.
      const isWriteError = codeOf(error) === 'EPIPE' && parser.head !== null
      if (isWriteError) closed()
      else finish(transportFailure(error, watch.phase, where))
    }
    socket.on('data', guarded(read))
    socket.on('end', guarded(closed))
    socket.on('close', guarded(closed))
    socket.on('error', guarded(failed))
    deadline.cancels(guarded(() => finish(timeoutFailure(deadline.timeoutMs, watch.phase, where))))

    const uploaded = () => {
      if (watch.phase === 'upload') watch.enter('processing')
    }
    if (socket.destroyed) closed()
    else {
      socket.write(request.bytes, (error) => {
        if (!error) uploaded()
      })
      if (hasLeft(transport)) uploaded()
    }
  })
