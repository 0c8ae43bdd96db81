import type { BodyFile } from './body-file.ts'

/** Maximum size of the part of a body in its result: enough for a person to read. */
export const KEPT_BODY_BYTES = 262_144

/** Maximum size of the part of a body that conditions see. */
export const JUDGED_BODY_BYTES = 1_048_576

/** Maximum size of a response body. Larger ones are endless, or not worth monitoring. */
export const MAX_BODY_BYTES = 67_108_864

/**
 * A body as received (without chunk framing, still compressed): its beginning in memory, and all of it in a file if it is longer than
 * that.
 */
export class CapturedBody {
  /** Number of received bytes. */
  size = 0
  /** The first piece as received, from the second on a buffer of our own, so that a body in single bytes does not cost an object each. */
  #held: Buffer = Buffer.alloc(0)
  #isOwn = false
  #keptBytes = 0
  #announcedBytes = 0
  /** The whole body, if it is longer than the kept part and is to be stored. */
  file: BodyFile | null = null
  readonly #openFile: () => BodyFile | null
  readonly #mostBytes: number

  /** `openFile` returns a file for a long body, or null if it is not to be stored; `mostBytes` are kept in memory. */
  constructor(openFile: () => BodyFile | null = () => null, mostBytes = KEPT_BODY_BYTES) {
    this.#openFile = openFile
    this.#mostBytes = mostBytes
  }

  /** Takes the size of the body as the server announced it, so that no more memory than that is used. */
  announce(bytes: number): void {
    if (Number.isSafeInteger(bytes)) this.#announcedBytes = bytes
  }

  readonly write = (bytes: Buffer): void => {
    if (bytes.length === 0) return
    const sizeBefore = this.size
    this.size += bytes.length
    if (this.#keptBytes < this.#mostBytes) this.#keep(bytes)
    if (this.size <= KEPT_BODY_BYTES) return
    if (sizeBefore > KEPT_BODY_BYTES) this.file?.write(bytes)
    else {
      this.file = this.#openFile()
      this.file?.write(this.kept())
      this.file?.write(bytes.subarray(this.#keptBytes - sizeBefore))
    }
  }

  #keep(bytes: Buffer): void {
    const kept = bytes.subarray(0, this.#mostBytes - this.#keptBytes)
    if (this.#keptBytes === 0) this.#held = kept
    else {
      this.#makeRoomFor(this.#keptBytes + kept.length)
      kept.copy(this.#held, this.#keptBytes)
    }
    this.#keptBytes += kept.length
  }

  #makeRoomFor(bytes: number): void {
    if (this.#isOwn && this.#held.length >= bytes) return
    const larger = Buffer.allocUnsafe(this.#roomFor(bytes))
    this.#held.copy(larger, 0, 0, this.#keptBytes)
    this.#held = larger
    this.#isOwn = true
  }

  #roomFor(bytes: number): number {
    const wanted = bytes <= this.#announcedBytes ? this.#announcedBytes : Math.max(4_096, Math.ceil(1.5 * bytes))
    return Math.min(this.#mostBytes, wanted)
  }

  get truncated(): boolean {
    return this.size > this.#keptBytes
  }

  kept(): Buffer {
    return this.#held.subarray(0, this.#keptBytes)
  }
}
