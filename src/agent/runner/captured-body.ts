/** What is kept of a body: enough for conditions and for a person to look at. */
export const KEPT_BODY_BYTES = 262_144

/** Beyond this a response is not read on: it is an endless one, or not one to monitor. */
export const MOST_BODY_BYTES = 67_108_864

/** The beginning of a body as it comes over the wire (without chunk framing, still compressed), and its whole size. */
export class CapturedBody {
  /** Bytes that came. */
  size = 0
  /** The first piece as it came; with a second, a buffer of our own: a body that comes in single bytes must not cost an object each. */
  #held: Buffer = Buffer.alloc(0)
  #isOwn = false
  #keptBytes = 0

  readonly write = (bytes: Buffer): void => {
    if (bytes.length === 0) return
    this.size += bytes.length
    if (this.#keptBytes >= KEPT_BODY_BYTES) return
    const kept = bytes.subarray(0, KEPT_BODY_BYTES - this.#keptBytes)
    if (this.#keptBytes === 0) this.#held = kept
    else {
      this.#makeRoomFor(this.#keptBytes + kept.length)
      kept.copy(this.#held, this.#keptBytes)
    }
    this.#keptBytes += kept.length
  }

  #makeRoomFor(bytes: number): void {
    if (this.#isOwn && this.#held.length >= bytes) return
    const larger = Buffer.allocUnsafe(Math.min(KEPT_BODY_BYTES, Math.max(4_096, 2 * bytes)))
    this.#held.copy(larger, 0, 0, this.#keptBytes)
    this.#held = larger
    this.#isOwn = true
  }

  get truncated(): boolean {
    return this.size > this.#keptBytes
  }

  kept(): Buffer {
    return this.#held.subarray(0, this.#keptBytes)
  }
}
