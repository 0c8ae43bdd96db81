/** Frame types of HTTP/2 (RFC 9113, 6) that decide how an exchange went. */
export const FRAMES = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

const END_STREAM = 1
const HEAD_BYTES = 9
/** Codes stand within the first bytes of a frame's payload. */
const SHOWN_BYTES = 8

export type Frame = {
  type: number
  /** Length of the payload in bytes. */
  length: number
  endsStream: boolean
  /** Error code of RST_STREAM and GOAWAY; else 0. */
  code: number
}

/** Reads the frames of one direction from its bytes, regardless of how they are split. Payloads are skipped. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void
  /** The beginning of a frame: its head, and the payload of one with a code. */
  readonly #begun = Buffer.alloc(HEAD_BYTES + SHOWN_BYTES)
  #held = 0
  #skip: number

  /** `preface` is the number of bytes before the first frame. */
  constructor(onFrame: (frame: Frame) => void, preface = 0) {
    this.#onFrame = onFrame
    this.#skip = preface
  }

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, bytes.length - at)
        this.#skip -= skipped
        at += skipped
        continue
      }
      const wanted = this.#held < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + this.#shown()
      const taken = Math.min(wanted - this.#held, bytes.length - at)
      bytes.copy(this.#begun, this.#held, at, at + taken)
      this.#held += taken
      at += taken
      if (this.#held >= HEAD_BYTES && this.#held === HEAD_BYTES + this.#shown()) this.#tell()
    }
  }

  /** Number of payload bytes to read of the frame whose head is held. */
  #shown(): number {
    const type = this.#begun[3]
    return type === FRAMES.reset || type === FRAMES.goaway ? Math.min(SHOWN_BYTES, this.#length()) : 0
  }

  #length(): number {
    return this.#begun.readUIntBE(0, 3)
  }

  #tell(): void {
    const type = this.#begun[3] ?? 0
    const length = this.#length()
    const shown = this.#shown()
    const hasFlags = type === FRAMES.data || type === FRAMES.headers
    this.#held = 0
    this.#skip = length - shown
    this.#onFrame({
      type,
      length,
      endsStream: hasFlags && ((this.#begun[4] ?? 0) & END_STREAM) !== 0,
      code: shown >= 4 ? this.#begun.readUInt32BE(HEAD_BYTES + (type === FRAMES.goaway ? shown - 4 : 0)) : 0,
    })
  }
}
