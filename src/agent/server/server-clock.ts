/** Number of recent samples: enough to include a fast one, few enough to follow a clock change. */
const SAMPLES = 8
/** Samples lower by more than this mean that the server's clock was set back, not that the response was slow. */
const STEP_MS = 2_000
/** Number of such samples in a row that it takes, because a single response may have been delayed. */
const LOW_IN_A_ROW = 2

/**
 * Estimates the server's clock, which due times refer to, from the times in its responses. A response takes at least half of a fast
 * round trip (one that was held open says nothing about that), and every delay makes a sample too low, so the highest recent sample is
 * the most accurate. Based on a monotonic clock, so that changing this machine's clock has no effect.
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

  /** Milliseconds since 1970 on the server's clock; on this machine's before the first response. */
  nowMs(): number {
    if (this.#samplesMs.length === 0) return this.#epochMs()
    const onTheWayMs = this.#roundTripsMs.length > 0 ? Math.min(...this.#roundTripsMs) / 2 : 0
    return this.#steadyMs() + Math.max(...this.#samplesMs) + onTheWayMs
  }

  /** Milliseconds by which this machine's clock is ahead of the server's. */
  offsetMs(): number {
    return Math.round(this.#epochMs() - this.nowMs())
  }

  /** Adds the sample of a response that has just arrived. `roundTripMs` is null if the server may have held it open. */
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
