/** So many recent samples decide: enough to meet a quick one, few enough to follow a clock that was set anew. */
const SAMPLES = 8

/**
 * The server's clock, by which due times are meant, from the times that its answers carry. An answer's way takes half a
 * quick round trip at best (an answer that was held open says nothing about the way), and every delay makes a sample too
 * low: so the highest of the recent ones is the nearest to the truth.
 */
export class ServerClock {
  readonly #epochMs: () => number
  readonly #samplesMs: number[] = []
  readonly #roundTripsMs: number[] = []

  constructor(epochMs: () => number) {
    this.#epochMs = epochMs
  }

  /** Milliseconds since 1970 on the server's clock. */
  nowMs(): number {
    return this.#epochMs() + this.offsetMs()
  }

  /** Milliseconds that the server's clock is ahead of this machine's. */
  offsetMs(): number {
    if (this.#samplesMs.length === 0) return 0
    const onTheWayMs = this.#roundTripsMs.length > 0 ? Math.min(...this.#roundTripsMs) / 2 : 0
    return Math.max(...this.#samplesMs) + onTheWayMs
  }

  /** Takes in an answer that has just arrived. `roundTripMs`: null where the server may have held it open. */
  sample(serverTimeMs: number, roundTripMs: number | null): void {
    this.#samplesMs.push(serverTimeMs - this.#epochMs())
    if (this.#samplesMs.length > SAMPLES) this.#samplesMs.shift()
    if (roundTripMs === null) return
    this.#roundTripsMs.push(roundTripMs)
    if (this.#roundTripsMs.length > SAMPLES) this.#roundTripsMs.shift()
  }
}
