/** Length of the parts that make up the minute. */
const PART_MS = 10_000
const PARTS = 6

/** The longest delay in the last minute, in steps of ten seconds. */
export class RecentLag {
  readonly #steadyMs: () => number
  readonly #parts = new Map<number, number>()

  constructor(steadyMs: () => number) {
    this.#steadyMs = steadyMs
  }

  add(lagMs: number): void {
    const part = this.#part()
    this.#parts.set(part, Math.max(lagMs, this.#parts.get(part) ?? 0))
    this.#forget(part)
  }

  /** Null if nothing was added in the last minute. */
  longestMs(): number | null {
    this.#forget(this.#part())
    return this.#parts.size === 0 ? null : Math.max(...this.#parts.values())
  }

  #part(): number {
    return Math.floor(this.#steadyMs() / PART_MS)
  }

  #forget(current: number): void {
    for (const part of this.#parts.keys()) if (part <= current - PARTS) this.#parts.delete(part)
  }
}
