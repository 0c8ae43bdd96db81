import { type ClientHttp2Session, connect, constants } from 'node:http2'
import {
  agentFailure,
  type CallFailure,
  codeOf,
  responseFailure,
  setUpFailure,
  timeoutFailure,
} from './call-failure.ts'
import { MAX_BODY_BYTES } from './captured-body.ts'
import type { Connection } from './connection.ts'
import type { Exchange, ExchangeOptions } from './exchange.ts'
import { ignore } from './happy-eyeballs.ts'
import { FrameBounds } from './http2-bounds.ts'
import { type Http2Codes, http2Failure, requiresHttp1 } from './http2-failure.ts'
import { FRAMES, type Frame } from './http2-frames.ts'
import { headerBlock, headOf } from './http2-headers.ts'
import { Http2Tap } from './http2-tap.ts'
import type { Pair } from './request.ts'
import type { ResponseHead } from './response-head.ts'
import { announcedLength, MAX_HEAD_BYTES, MAX_INTERIM } from './response-parser.ts'
import { hasLeft } from './sent.ts'

/** Bytes that a server may send before we have read them: enough for a fast network, and bounded in memory. */
const WINDOW_BYTES = 1_048_576
/** Maximum number of header fields. Smaller than what 64 kB can hold, because each costs more memory than its bytes. */
const MAX_FIELDS = 1_000

type Http2Request = { method: string; url: URL; headers: readonly Pair[]; body: Buffer | null }

/** Sends one request on a new HTTP/2 connection, reads the whole response and closes the connection, like `exchange`. */
export const http2Exchange = (
  connection: Connection,
  request: Http2Request,
  options: ExchangeOptions,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const { socket, transport } = connection
    const { where, watch, deadline, enough, body } = options
    const codes: Http2Codes = { receivedGoaway: null, receivedReset: null, rejected: null }
    const bounds = new FrameBounds()
    let head: ResponseHead | null = null
    let interim = 0
    let isSent = false
    let isComplete = false
    let settled = false
    let session: ClientHttp2Session | null = null

    const finish = (failure: CallFailure | null) => {
      if (settled) return
      settled = true
      watch.stop()
      session?.destroy()
      socket.destroy()
      transport.destroy()
      resolve({ head, body, failure, requiresHttp1: failure !== null && head === null && requiresHttp1(codes) })
    }
    // An exception in an event handler would end the agent with all other calls.
    const guarded =
      <Arguments extends unknown[]>(handle: (...given: Arguments) => void) =>
      (...given: Arguments): void => {
        if (settled) return
        try {
          handle(...given)
        } catch (error) {
          finish(agentFailure(error))
        }
      }
    const ended = guarded((error: Error | null) => {
      // A server may answer before it has read the whole request, and stop the upload: RFC 9113, 8.1.
      const isAnswered = head && isComplete && codes.receivedReset === constants.NGHTTP2_NO_ERROR
      finish(isAnswered ? null : http2Failure(codes, error, watch.phase, where))
    })

    const onReceived = guarded((frame: Frame) => {
      if (frame.type === FRAMES.headers) watch.answerBegins()
      if (frame.type === FRAMES.reset) codes.receivedReset = frame.code
      if (frame.type === FRAMES.goaway) codes.receivedGoaway = frame.code
      isComplete ||= frame.endsStream
      const fault = bounds.faultOf(frame)
      if (fault !== null) finish(responseFailure(`malformed response: ${fault}`))
    })
    const onSent = guarded((frame: Frame) => {
      isSent ||= frame.endsStream
      const isRejection = frame.type === FRAMES.reset || frame.type === FRAMES.goaway
      if (!isRejection || codes.receivedReset !== null || codes.receivedGoaway !== null) return
      codes.rejected = frame.code
      // The session neither reports this nor reads on.
      setImmediate(ended, null)
    })
    const uploaded = () => {
      if (isSent && watch.phase === 'upload') watch.enter('processing')
    }
    const tap = new Http2Tap(connection, {
      onReceived,
      onSent,
      onWritten: () => {
        if (hasLeft(transport)) uploaded()
      },
      onAccepted: uploaded,
    })

    const start = () => {
      session = connect(request.url.origin, {
        createConnection: () => tap,
        settings: { enablePush: false, initialWindowSize: WINDOW_BYTES, maxHeaderListSize: MAX_HEAD_BYTES },
        maxHeaderListPairs: MAX_FIELDS,
      })
      session.on('error', ignore)
      session.on('error', ended)
      session.setLocalWindowSize(WINDOW_BYTES)
      const stream = session.request(headerBlock(request.method, request.url, request.headers), {
        endStream: request.body === null,
      })
      stream.on('error', ignore)
      stream.on(
        'headers',
        guarded(() => {
          interim++
          if (interim > MAX_INTERIM)
            finish(responseFailure('malformed response: it never gets beyond interim (1xx) answers'))
        }),
      )
      stream.on(
        'response',
        // Node's types leave out the third argument.
        guarded((_headers: unknown, _flags: unknown, raw: readonly string[]) => {
          head = headOf(raw)
          body.announce(announcedLength(head))
          if (enough(head)) finish(null)
        }),
      )
      stream.on(
        'data',
        guarded((bytes: Buffer) => {
          body.write(bytes)
          if (body.size > MAX_BODY_BYTES)
            finish(responseFailure(`body too large: more than ${MAX_BODY_BYTES / 1_048_576} MiB`))
          else body.file?.holdBack(stream)
        }),
      )
      stream.on(
        'end',
        guarded(() => {
          if (head && isComplete) finish(null)
        }),
      )
      stream.on('error', ended)
      stream.on('close', () => ended(null))
      if (request.body) stream.end(request.body)
    }

    socket.on('error', ignore)
    tap.on('error', ignore)
    deadline.cancels(guarded(() => finish(timeoutFailure(deadline.timeoutMs, watch.phase, where))))
    if (settled) return
    try {
      start()
    } catch (error) {
      finish(repeatedHeader(error) ?? agentFailure(error))
    }
  })

/** The failure of a request with a header that HTTP/2 sends only once; null for any other error. */
const repeatedHeader = (error: unknown): CallFailure | null => {
  if (codeOf(error) !== 'ERR_HTTP2_HEADER_SINGLE_VALUE' || !(error instanceof Error)) return null
  const name = /"([\w-]+)"/.exec(error.message)?.[1] ?? ''
  return setUpFailure(`the header ${name} is set more than once, but HTTP/2 sends it only once`)
}
