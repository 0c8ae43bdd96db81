import { broken, type Http2Fault, numberOf } from './http2-codes.ts'
import type { Http2Codes } from './http2-failure.ts'
import { FLAGS, FRAMES, type Frame, frameBytes, MAX_FRAME_BYTES, STREAM } from './http2-frames.ts'
import { SETTINGS_READ, serverSettings } from './http2-settings.ts'
import type { Upload } from './http2-upload.ts'

const PING_BYTES = 8
const GOAWAY_BYTES = 8
const CODE_BYTES = 4

/** The frames about a connection and its stream, beside those of the response: settings, windows, and how it ends. */
export class Http2Control {
  readonly codes: Http2Codes = { receivedGoaway: null, receivedReset: null }
  /** Whether nothing more comes on the stream. */
  hasEnded = false
  readonly #upload: Upload
  #hasBegun = false
  #replies: Buffer[] = []

  constructor(upload: Upload) {
    this.#upload = upload
  }

  /** Reads a frame; returns what is wrong with it, or null. Frames of a response, and of unknown kinds, change nothing. */
  take(frame: Frame): Http2Fault | null {
    const { type, flags, length } = frame
    if (length > MAX_FRAME_BYTES) return broken('FRAME_SIZE_ERROR', 'a frame is longer than we said it may be')
    if (!this.#hasBegun && (type !== FRAMES.settings || (flags & FLAGS.ack) !== 0))
      return broken('PROTOCOL_ERROR', 'the connection does not begin with settings')
    this.#hasBegun = true
    if (type === FRAMES.settings) return this.#takeSettings(frame)
    if (type === FRAMES.ping) return this.#takePing(frame)
    if (type === FRAMES.windowUpdate) return this.#takeWindow(frame)
    if (type === FRAMES.reset) return this.#takeReset(frame)
    return type === FRAMES.goaway ? this.#takeGoaway(frame) : null
  }

  /** The frames that answer those that were read since. */
  replies(): Buffer {
    const replies = Buffer.concat(this.#replies)
    this.#replies = []
    return replies
  }

  /** The frame that ends the connection with an error code. */
  goaway(code: number): Buffer {
    const payload = Buffer.alloc(GOAWAY_BYTES)
    payload.writeUInt32BE(code, CODE_BYTES)
    return frameBytes(FRAMES.goaway, 0, 0, payload)
  }

  #takeSettings({ flags, stream, payload }: Frame): Http2Fault | null {
    if (stream !== 0) return broken('PROTOCOL_ERROR', 'settings are those of a stream')
    if ((flags & FLAGS.ack) !== 0)
      return payload.length === 0 ? null : broken('FRAME_SIZE_ERROR', 'an acknowledgement has a payload')
    const settings = serverSettings(payload)
    if (typeof settings === 'string') return broken(settings, 'a setting is not allowed')
    this.#upload.apply(settings)
    this.#replies.push(SETTINGS_READ)
    return null
  }

  #takePing({ flags, stream, payload }: Frame): Http2Fault | null {
    if (stream !== 0) return broken('PROTOCOL_ERROR', 'a ping is that of a stream')
    if (payload.length !== PING_BYTES) return broken('FRAME_SIZE_ERROR', 'a ping has no 8 bytes')
    if ((flags & FLAGS.ack) === 0) this.#replies.push(frameBytes(FRAMES.ping, FLAGS.ack, 0, payload))
    return null
  }

  #takeWindow({ stream, payload }: Frame): Http2Fault | null {
    if (payload.length !== CODE_BYTES) return broken('FRAME_SIZE_ERROR', 'a window update has no 4 bytes')
    if (stream > STREAM) return broken('PROTOCOL_ERROR', 'a frame is of a stream that we did not open')
    const by = payload.readUInt32BE(0) & 0x7f_ff_ff_ff
    if (by === 0) return broken('PROTOCOL_ERROR', 'a window is widened by nothing')
    return this.#upload.grow(stream, by) ? null : broken('FLOW_CONTROL_ERROR', 'a window is too large')
  }

  #takeReset({ stream, payload }: Frame): Http2Fault | null {
    if (stream !== STREAM) return broken('PROTOCOL_ERROR', 'a frame is of a stream that we did not open')
    if (payload.length !== CODE_BYTES) return broken('FRAME_SIZE_ERROR', 'a reset has no 4 bytes')
    this.codes.receivedReset = payload.readUInt32BE(0)
    this.hasEnded = true
    return null
  }

  #takeGoaway({ stream, payload }: Frame): Http2Fault | null {
    if (stream !== 0) return broken('PROTOCOL_ERROR', 'the end of the connection is that of a stream')
    if (payload.length < GOAWAY_BYTES) return broken('FRAME_SIZE_ERROR', 'the end of the connection has no 8 bytes')
    const last = payload.readUInt32BE(0) & 0x7f_ff_ff_ff
    const code = payload.readUInt32BE(CODE_BYTES)
    this.codes.receivedGoaway = code
    // Without an error, the stream is answered still if the server took it (RFC 9113, 6.8).
    this.hasEnded = code !== numberOf('NO_ERROR') || last < STREAM
    return null
  }
}
