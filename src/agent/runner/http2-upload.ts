import { FLAGS, FRAMES, frameBytes, MAX_FRAME_BYTES, STREAM } from './http2-frames.ts'
import { FIRST_WINDOW_BYTES, MAX_WINDOW_BYTES, type ServerSettings } from './http2-settings.ts'

/** Bytes of a body that are handed to the operating system at once. */
const MAX_WRITE_BYTES = 1_048_576

/** The body of a request, sent as far as the windows of the server allow (RFC 9113, 5.2). */
export class Upload {
  readonly #body: Buffer
  #at = 0
  #ofConnection = FIRST_WINDOW_BYTES
  #ofStream = FIRST_WINDOW_BYTES
  #initial = FIRST_WINDOW_BYTES
  /** True once all of the body was taken by `next`. */
  isTaken: boolean

  constructor(body: Buffer | null) {
    this.#body = body ?? Buffer.alloc(0)
    this.isTaken = body === null
  }

  /** Applies a server's settings. Frames stay as short as every server takes them. */
  apply({ initialWindow = this.#initial }: ServerSettings): void {
    // It may lower the window below zero (RFC 9113, 6.9.2).
    this.#ofStream += initialWindow - this.#initial
    this.#initial = initialWindow
  }

  /** Widens a window; false if it becomes larger than it may be. */
  grow(stream: number, by: number): boolean {
    if (stream === 0) this.#ofConnection += by
    else this.#ofStream += by
    return Math.max(this.#ofConnection, this.#ofStream) <= MAX_WINDOW_BYTES
  }

  /** The next frames of the body; null if all were taken, or the server takes no more now. */
  next(): Buffer | null {
    const frames: Buffer[] = []
    for (let bytes = 0; !this.isTaken && bytes < MAX_WRITE_BYTES; ) {
      const left = this.#body.length - this.#at
      const taken = Math.min(left, MAX_FRAME_BYTES, this.#ofConnection, this.#ofStream)
      // An empty body ends by an empty frame, whatever the windows are.
      if (taken <= 0 && left > 0) break
      this.isTaken = taken === left
      const payload = this.#body.subarray(this.#at, this.#at + taken)
      frames.push(frameBytes(FRAMES.data, this.isTaken ? FLAGS.endStream : 0, STREAM, payload))
      this.#at += taken
      this.#ofConnection -= taken
      this.#ofStream -= taken
      bytes += taken
    }
    return frames.length === 0 ? null : Buffer.concat(frames)
  }
}
