/** Frame types of HTTP/2 (RFC 9113, 6). */
export const FRAMES = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

/** Flags of frames. An acknowledgement has the bit of the end of a stream. */
export const FLAGS = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

/** The only stream of a connection: one request is sent on each. */
export const STREAM = 1
/** Longest payload that either side may send unless a setting allows more (RFC 9113, 4.2). */
export const MAX_FRAME_BYTES = 16_384
const HEAD_BYTES = 9
const NOTHING = Buffer.alloc(0)

export type Frame = {
  readonly type: number
  readonly flags: number
  readonly stream: number
  /** Length of the payload in bytes; of a frame that is too long, `payload` is empty. */
  readonly length: number
  readonly payload: Buffer
}

/** Reads frames from the bytes of a connection, regardless of how they are split. */
export class FrameReader {
  #chunks: Buffer[] = []
  #held = 0
  /** Bytes from which on the next frame, or its head, can be read. */
  #wanted = HEAD_BYTES

  push(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#held += bytes.length
  }

  /** The type of a frame of which only a part has arrived; null if its head is not there yet. */
  get arriving(): number | null {
    return this.#held < HEAD_BYTES ? null : (this.#joined()[3] ?? null)
  }

  /** The next frame; null until all of it has arrived. Nothing can be read after one that is too long. */
  next(): Frame | null {
    if (this.#held < this.#wanted) return null
    const bytes = this.#joined()
    const length = bytes.readUIntBE(0, 3)
    const isTooLong = length > MAX_FRAME_BYTES
    const end = HEAD_BYTES + (isTooLong ? 0 : length)
    this.#wanted = end
    if (bytes.length < end) return null
    this.#wanted = HEAD_BYTES
    this.#held -= end
    this.#chunks = this.#held > 0 ? [bytes.subarray(end)] : []
    return {
      type: bytes[3] ?? 0,
      flags: bytes[4] ?? 0,
      stream: bytes.readUInt32BE(5) & 0x7f_ff_ff_ff,
      length,
      payload: bytes.subarray(HEAD_BYTES, end),
    }
  }

  #joined(): Buffer {
    const [first = NOTHING, ...rest] = this.#chunks
    if (rest.length === 0) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }
}

/** The bytes of a frame. */
export const frameBytes = (type: number, flags: number, stream: number, payload: Buffer = NOTHING): Buffer => {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length)
  bytes.writeUIntBE(payload.length, 0, 3)
  bytes[3] = type
  bytes[4] = flags
  bytes.writeUInt32BE(stream, 5)
  payload.copy(bytes, HEAD_BYTES)
  return bytes
}

/** A frame that lets the other side send more bytes, on a stream or (0) on the connection. */
export const windowUpdate = (stream: number, more: number): Buffer => {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(more)
  return frameBytes(FRAMES.windowUpdate, 0, stream, payload)
}

/** The frames of a request's header block, which is split where it is longer than a frame. */
export const headerFrames = (block: Buffer, endsStream: boolean): Buffer[] => {
  const frames: Buffer[] = []
  for (let at = 0; at === 0 || at < block.length; at += MAX_FRAME_BYTES) {
    const flags =
      (at === 0 && endsStream ? FLAGS.endStream : 0) | (at + MAX_FRAME_BYTES >= block.length ? FLAGS.endHeaders : 0)
    const type = at === 0 ? FRAMES.headers : FRAMES.continuation
    frames.push(frameBytes(type, flags, STREAM, block.subarray(at, at + MAX_FRAME_BYTES)))
  }
  return frames
}
