import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import {
  agentFailure,
  type CallFailure,
  codeOf,
  responseFailure,
  setUpFailure,
  timeoutFailure,
} from './call-failure.ts'
import { CapturedBody, MAX_BODY_BYTES } from './captured-body.ts'
import type { Connection } from './connection.ts'
import type { Exchange, ExchangeOptions } from './exchange.ts'
import { ignore } from './happy-eyeballs.ts'
import { http2Failure } from './http2-failure.ts'
import { headerBlock, headOf } from './http2-headers.ts'
import type { Pair } from './request.ts'
import { MAX_HEAD_BYTES, MAX_INTERIM, type ResponseHead } from './response-parser.ts'
import { hasLeft } from './sent.ts'

/** Bytes that a server may send before we have read them: enough for a fast network, and bounded in memory. */
const WINDOW_BYTES = 1_048_576
/** Maximum number of header fields. Smaller than what 64 kB can hold, because each costs more memory than its bytes. */
const MAX_FIELDS = 1_000
/** Maximum number of PING or SETTINGS frames in one exchange. More are an attack. */
const MAX_CONTROL_FRAMES = 100
/** Milliseconds between two looks at a request that the operating system has not accepted yet. */
const LOOK_MS = 1

type Http2Request = { method: string; url: URL; headers: readonly Pair[]; body: Buffer | null }

/** Sends one request on a new HTTP/2 connection, reads the whole response and closes the connection, like `exchange`. */
export const http2Exchange = (
  { socket, transport }: Connection,
  request: Http2Request,
  options: ExchangeOptions,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const { where, watch, deadline, enough } = options
    const body = new CapturedBody()
    let head: ResponseHead | null = null
    let goaway: number | null = null
    let controlFrames = 0
    let interim = 0
    let settled = false
    let look: NodeJS.Timeout | undefined
    let session: ClientHttp2Session | null = null
    let stream: ClientHttp2Stream | null = null

    const finish = (failure: CallFailure | null) => {
      if (settled) return
      settled = true
      clearTimeout(look)
      watch.stop()
      session?.destroy()
      socket.destroy()
      transport.destroy()
      resolve({ head, body, failure })
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
    const ended = (error: Error | null) =>
      finish(http2Failure({ error, goaway, reset: stream?.rstCode ?? 0 }, watch.phase, where))

    const countControlFrame = (name: string) => () => {
      controlFrames++
      if (controlFrames > MAX_CONTROL_FRAMES)
        finish(responseFailure(`malformed response: the server floods the connection with ${name} frames`))
    }
    /** The upload ends when the operating system has the whole request. */
    const lookForUpload = guarded(() => {
      if (watch.phase !== 'upload') return
      if (stream?.writableFinished && hasLeft(transport)) watch.enter('processing')
      else look = setTimeout(lookForUpload, LOOK_MS)
    })

    const start = () => {
      session = connect(request.url.origin, {
        createConnection: () => socket,
        settings: { enablePush: false, initialWindowSize: WINDOW_BYTES, maxHeaderListSize: MAX_HEAD_BYTES },
        maxHeaderListPairs: MAX_FIELDS,
      })
      session.on('error', ignore)
      session.on('error', guarded(ended))
      session.on('goaway', (code: number) => {
        goaway = code
      })
      session.on('ping', guarded(countControlFrame('PING')))
      session.on('remoteSettings', guarded(countControlFrame('SETTINGS')))
      session.setLocalWindowSize(WINDOW_BYTES)
      stream = session.request(headerBlock(request.method, request.url, request.headers), {
        endStream: request.body === null,
      })
      stream.on('error', ignore)
      stream.on(
        'headers',
        guarded(() => {
          watch.answerBegins()
          interim++
          if (interim > MAX_INTERIM)
            finish(responseFailure('malformed response: it never gets beyond interim (1xx) answers'))
        }),
      )
      // Node's types leave out the third argument.
      stream.on(
        'response',
        guarded((_headers: unknown, _flags: unknown, raw: readonly string[]) => {
          watch.answerBegins()
          head = headOf(raw)
          if (enough(head)) finish(null)
        }),
      )
      stream.on(
        'data',
        guarded((bytes: Buffer) => {
          body.write(bytes)
          if (body.size > MAX_BODY_BYTES)
            finish(responseFailure(`body too large: more than ${MAX_BODY_BYTES / 1_048_576} MiB`))
        }),
      )
      stream.on(
        'end',
        guarded(() => {
          // Node also ends a stream that was reset; its closing tells why.
          if (head && stream?.rstCode === 0 && !stream.aborted) finish(null)
        }),
      )
      stream.on('error', guarded(ended))
      stream.on(
        'close',
        guarded(() => ended(null)),
      )
      if (request.body) stream.end(request.body)
      // The frames are written at the end of this turn of the event loop.
      setImmediate(lookForUpload)
    }

    socket.on('error', ignore)
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
