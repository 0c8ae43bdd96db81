/** Maximum size of the stored part of a body: enough for conditions and for a person to read. */
export const KEPT_BODY_BYTES = 262_144

/** Maximum size of a response body. Larger ones are endless, or not worth monitoring. */
export const MAX_BODY_BYTES = 67_108_864

/** The beginning of a body as received (without chunk framing, still compressed), and its total size. */
export class CapturedBody {
  /** Number of received bytes. */
  size = 0
  /** The first piece as received, from the second on a buffer of our own, so that a body in single bytes does not cost an object each. */
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
