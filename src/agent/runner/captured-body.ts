/** What is kept of a body: enough for conditions and for a person to look at. */
export const KEPT_BODY_BYTES = 262_144

/** Beyond this a response is not read on: it is an endless one, or not one to monitor. */
export const MOST_BODY_BYTES = 67_108_864

/** The beginning of a body as it comes over the wire (without chunk framing, still compressed), and its whole size. */
export class CapturedBody {
  /** Bytes that came. */
  size = 0
  readonly #parts: Buffer[] = []
  #keptBytes = 0

  readonly write = (bytes: Buffer): void => {
    if (bytes.length === 0) return
    this.size += bytes.length
    if (this.#keptBytes >= KEPT_BODY_BYTES) return
    const kept = bytes.subarray(0, KEPT_BODY_BYTES - this.#keptBytes)
    this.#parts.push(kept)
    this.#keptBytes += kept.length
  }

  get truncated(): boolean {
    return this.size > this.#keptBytes
  }

  kept(): Buffer {
    const [first] = this.#parts
    return first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
  }
}
