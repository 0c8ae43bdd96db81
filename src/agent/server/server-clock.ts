/** So many recent samples decide: enough to meet a quick one, few enough to follow a clock that was set anew. */
const SAMPLES = 8
/** Samples that are lower than this are no slow answers any more: the server's clock was set back. */
const STEP_MS = 2_000
/** So many in a row, since one answer may have been held up. */
const LOW_IN_A_ROW = 2

/**
 * The server's clock, by which due times are meant, from the times that its answers carry. An answer's way takes half a
 * quick round trip at best (an answer that was held open says nothing about the way), and every delay makes a sample too
 * low: so the highest of the recent ones is the nearest to the truth. It is kept by a clock that never goes back, so that
 * setting this machine's clock changes nothing.
 */
export class ServerClock {
  readonly #epochMs: () => number
  readonly #steadyMs: () => number
  readonly #samplesMs: number[] = []
  readonly #roundTripsMs: number[] = []

  constructor(epochMs: () => number, steadyMs: () => number) {
    this.#epochMs = epochMs
    this.#steadyMs = steadyMs
  }

  /** Milliseconds since 1970 on the server's clock; on this machine's before the server has answered. */
  nowMs(): number {
    if (this.#samplesMs.length === 0) return this.#epochMs()
    const onTheWayMs = this.#roundTripsMs.length > 0 ? Math.min(...this.#roundTripsMs) / 2 : 0
    return this.#steadyMs() + Math.max(...this.#samplesMs) + onTheWayMs
  }

  /** Takes in an answer that has just arrived. `roundTripMs`: null where the server may have held it open. */
  sample(serverTimeMs: number, roundTripMs: number | null): void {
    const sampleMs = serverTimeMs - this.#steadyMs()
    this.#samplesMs.push(sampleMs)
    const newest = this.#samplesMs.slice(-LOW_IN_A_ROW)
    const isSetBack = newest.length === LOW_IN_A_ROW && Math.max(...newest) < Math.max(...this.#samplesMs) - STEP_MS
    if (isSetBack) this.#samplesMs.splice(0, this.#samplesMs.length - LOW_IN_A_ROW)
    if (this.#samplesMs.length > SAMPLES) this.#samplesMs.shift()
    if (roundTripMs === null) return
    this.#roundTripsMs.push(roundTripMs)
    if (this.#roundTripsMs.length > SAMPLES) this.#roundTripsMs.shift()
  }
}
