import { HeaderDecoder } from './hpack.ts'
import { FrameBounds } from './http2-bounds.ts'
import { broken, type Http2Fault } from './http2-codes.ts'
import { FLAGS, FRAMES, type Frame, STREAM, windowUpdate } from './http2-frames.ts'
import { headOf } from './http2-headers.ts'
import { WINDOW_BYTES } from './http2-settings.ts'
import type { Quote, ResponseHead } from './response-head.ts'
import { announcedLength, MAX_HEAD_BYTES, MAX_INTERIM } from './response-parser.ts'

/** Maximum number of header fields. Smaller than what 64 kB can hold, because each costs more memory than its bytes. */
const MAX_FIELDS = 1_000
const NOTHING = Buffer.alloc(0)

type AnswerOptions = {
  /** The method of the request: HEAD has no body. */
  readonly method: string
  readonly quote: Quote
  readonly onHead: (head: ResponseHead) => void
  readonly onData: (bytes: Buffer) => void
}

/** The response on the stream of a connection, read from its frames. */
export class Http2Answer {
  head: ResponseHead | null = null
  /** Whether the server has ended the stream. */
  isComplete = false
  readonly #options: AnswerOptions
  readonly #decoder = new HeaderDecoder()
  readonly #bounds = new FrameBounds()
  /** A block of headers whose end has not arrived. */
  #block: { parts: Buffer[]; endsStream: boolean } | null = null
  #interim = 0
  #bodyBytes = 0
  /** Bytes that the server may send still. */
  #window = WINDOW_BYTES

  constructor(options: AnswerOptions) {
    this.#options = options
  }

  /** Reads a frame; returns what is wrong with it, or null. Frames of a kind that is not of a response change nothing. */
  take(frame: Frame): Http2Fault | null {
    const excess = this.#bounds.faultOf(frame)
    if (excess !== null) return { sentence: excess }
    const { type, stream } = frame
    if (this.#block ? type !== FRAMES.continuation : type === FRAMES.continuation)
      return broken('PROTOCOL_ERROR', 'another frame stands within a block of headers')
    if (type === FRAMES.pushPromise) return broken('PROTOCOL_ERROR', 'the server pushes, which we turned off')
    if (type !== FRAMES.headers && type !== FRAMES.continuation && type !== FRAMES.data) return null
    if (stream !== STREAM) return broken('PROTOCOL_ERROR', 'a frame is of a stream that we did not open')
    if (type === FRAMES.data) return this.#takeData(frame)
    return type === FRAMES.headers ? this.#beginBlock(frame) : this.#continueBlock(frame)
  }

  /** The frames that let the server send on; empty while it may send enough. */
  windowUpdates(): Buffer {
    const read = WINDOW_BYTES - this.#window
    if (read < WINDOW_BYTES / 2 || this.isComplete) return NOTHING
    this.#window = WINDOW_BYTES
    return Buffer.concat([windowUpdate(0, read), windowUpdate(STREAM, read)])
  }

  #takeData(frame: Frame): Http2Fault | null {
    this.#window -= frame.length
    if (this.#window < 0) return broken('FLOW_CONTROL_ERROR', 'the server sends more than its window allows')
    const data = withoutPadding(frame)
    if (!data) return broken('PROTOCOL_ERROR', 'a padding is longer than its frame')
    if (!this.head) return broken('PROTOCOL_ERROR', 'data stands before the headers')
    this.#bodyBytes += data.length
    if (data.length > 0) {
      if (!this.#hasBody(this.head)) return broken('PROTOCOL_ERROR', 'a response without a body has data')
      this.#options.onData(data)
    }
    return (frame.flags & FLAGS.endStream) !== 0 ? this.#end(this.head) : null
  }

  #hasBody({ statusCode }: ResponseHead): boolean {
    return this.#options.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  }

  #end(head: ResponseHead): Http2Fault | null {
    this.isComplete = true
    const hasLength = head.headers.some(({ key }) => key === 'content-length')
    return this.#hasBody(head) && hasLength && this.#bodyBytes !== announcedLength(head)
      ? broken('PROTOCOL_ERROR', `the body has ${this.#bodyBytes} bytes, and its content-length says another number`)
      : null
  }

  #beginBlock(frame: Frame): Http2Fault | null {
    const plain = withoutPadding(frame)
    const priorityBytes = (frame.flags & FLAGS.priority) !== 0 ? 5 : 0
    if (!plain || plain.length < priorityBytes) return broken('PROTOCOL_ERROR', 'a padding is longer than its frame')
    this.#block = { parts: [plain.subarray(priorityBytes)], endsStream: (frame.flags & FLAGS.endStream) !== 0 }
    return (frame.flags & FLAGS.endHeaders) !== 0 ? this.#endBlock() : null
  }

  #continueBlock({ flags, payload }: Frame): Http2Fault | null {
    this.#block?.parts.push(payload)
    return (flags & FLAGS.endHeaders) !== 0 ? this.#endBlock() : null
  }

  #endBlock(): Http2Fault | null {
    const { parts, endsStream } = this.#block ?? { parts: [], endsStream: false }
    this.#block = null
    const block = parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts)
    const fields = this.#decoder.decode(block, { mostFields: MAX_FIELDS, mostBytes: MAX_HEAD_BYTES })
    if (fields === 'undecodable') return broken('COMPRESSION_ERROR', 'a block of headers cannot be decoded')
    if (fields === 'too many') return { sentence: 'it has too many headers' }
    if (fields === 'too large') return { sentence: `its headers are larger than ${MAX_HEAD_BYTES} bytes` }
    if (this.head) return endsStream ? this.#end(this.head) : broken('PROTOCOL_ERROR', 'headers stand within the body')
    const head = headOf(fields, this.#options.quote)
    if (typeof head === 'string') return broken('PROTOCOL_ERROR', head)
    if (head.statusCode < 200) return this.#takeInterim(head, endsStream)
    this.head = head
    this.#options.onHead(head)
    return endsStream ? this.#end(head) : null
  }

  #takeInterim({ statusCode }: ResponseHead, endsStream: boolean): Http2Fault | null {
    this.#interim++
    if (this.#interim > MAX_INTERIM) return { sentence: 'it never gets beyond interim (1xx) answers' }
    if (endsStream) return broken('PROTOCOL_ERROR', `the response ends with ${statusCode}`)
    return statusCode === 101 ? broken('PROTOCOL_ERROR', 'HTTP/2 has no status 101') : null
  }
}

/** The payload of a frame without its padding; null if that is longer. */
const withoutPadding = ({ flags, payload }: Frame): Buffer | null => {
  if ((flags & FLAGS.padded) === 0) return payload
  const padding = payload[0] ?? 0
  return padding < payload.length ? payload.subarray(1, payload.length - padding) : null
}
