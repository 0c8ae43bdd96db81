import { agentFailure, type CallFailure, responseFailure, timeoutFailure } from './call-failure.ts'
import { MAX_BODY_BYTES } from './captured-body.ts'
import type { Connection } from './connection.ts'
import type { Exchange, ExchangeOptions } from './exchange.ts'
import { ignore } from './happy-eyeballs.ts'
import { Http2Answer } from './http2-answer.ts'
import { type Http2Fault, numberOf } from './http2-codes.ts'
import { Http2Control } from './http2-control.ts'
import { faultFailure, http2Failure, requiresHttp1 } from './http2-failure.ts'
import { FRAMES, type Frame, FrameReader, headerFrames } from './http2-frames.ts'
import { requestBlock } from './http2-headers.ts'
import { OPENING } from './http2-settings.ts'
import { Upload } from './http2-upload.ts'
import type { Pair } from './request.ts'
import { announcedLength } from './response-parser.ts'
import { hasLeft } from './sent.ts'

type Http2Request = { method: string; url: URL; headers: readonly Pair[]; body: Buffer | null }

/**
 * Sends one request on a new HTTP/2 connection, reads the whole response and closes the connection, like `exchange`. The frames are read
 * and written here (RFC 9113): Node's session takes a third more time for a call than this, says neither when a request has left nor how a response
 * ended, and refuses headers that HTTP/2 allows.
 */
export const http2Exchange = (
  connection: Connection,
  request: Http2Request,
  options: ExchangeOptions,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const { socket, transport } = connection
    const { where, watch, deadline, enough, body, quote } = options
    const reader = new FrameReader()
    const upload = new Upload(request.body)
    const control = new Http2Control(upload)
    let isWriting = false
    let settled = false

    const finish = (failure: CallFailure | null) => {
      if (settled) return
      settled = true
      watch.stop()
      socket.destroy()
      transport.destroy()
      const { head } = answer
      resolve({ head, body, failure, requiresHttp1: failure !== null && head === null && requiresHttp1(control.codes) })
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
    const ended = guarded((error: Error | null) => finish(http2Failure(control.codes, error, watch.phase, where)))
    const rejected = (fault: Http2Fault) => {
      // The server learns why, if it listens.
      socket.write(control.goaway(numberOf('code' in fault ? fault.code : 'CANCEL')))
      finish(faultFailure(fault, watch.phase, where))
    }

    const answer = new Http2Answer({
      method: request.method,
      quote,
      onHead: (head) => {
        body.announce(announcedLength(head))
        if (enough(head)) finish(null)
      },
      onData: (bytes) => {
        body.write(bytes)
        if (body.size > MAX_BODY_BYTES)
          finish(responseFailure(`body too large: more than ${MAX_BODY_BYTES / 1_048_576} MiB`))
      },
    })

    const uploaded = () => {
      if (upload.isTaken && watch.phase === 'upload') watch.enter('processing')
    }
    const write = (bytes: Buffer) => {
      isWriting = true
      socket.write(
        bytes,
        guarded((error?: Error | null) => {
          isWriting = false
          if (error) return
          uploaded()
          sendOn()
        }),
      )
      if (hasLeft(transport)) uploaded()
    }
    const sendOn = () => {
      if (isWriting) return
      const bytes = upload.next()
      if (bytes) write(bytes)
    }

    const take = (frame: Frame) => {
      if (frame.type === FRAMES.headers) watch.answerBegins()
      const fault = control.take(frame) ?? answer.take(frame)
      if (settled) return
      if (fault) rejected(fault)
      else if (answer.isComplete) finish(null)
      else if (control.hasEnded) ended(null)
    }
    const read = (bytes: Buffer) => {
      reader.push(bytes)
      for (let frame = reader.next(); frame && !settled; frame = reader.next()) take(frame)
      if (settled) return
      if (reader.arriving === FRAMES.headers) watch.answerBegins()
      const replies = Buffer.concat([control.replies(), answer.windowUpdates()])
      if (replies.length > 0) socket.write(replies)
      sendOn()
      body.file?.holdBack(socket)
    }

    socket.on('data', guarded(read))
    socket.on('error', ignore)
    socket.on('error', ended)
    socket.on(
      'end',
      guarded(() => ended(null)),
    )
    socket.on(
      'close',
      guarded(() => ended(null)),
    )
    deadline.cancels(guarded(() => finish(timeoutFailure(deadline.timeoutMs, watch.phase, where))))
    if (settled) return
    if (socket.destroyed) return ended(null)
    guarded(() => {
      const block = requestBlock(request.method, request.url, request.headers)
      const first = upload.next()
      write(Buffer.concat([OPENING, ...headerFrames(block, request.body === null), ...(first ? [first] : [])]))
    })()
  })
