/** Most ids of jobs in one request for work. */
const MAX_RENEWED = 4_000

/**
 * The leases of runs whose results are made and not stored yet. Where the server stores nothing for a while, a lease that ends has the run
 * made once more by another agent.
 */
export class UndeliveredLeases {
  readonly #undelivered: () => readonly string[]
  readonly #steadyMs: () => number
  readonly #renewedMs = new Map<string, number>()

  constructor(undelivered: () => readonly string[], steadyMs: () => number) {
    this.#undelivered = undelivered
    this.#steadyMs = steadyMs
  }

  /** Ids whose leases were not renewed within this time, as many as fit into a request beside `others`. */
  renewedBefore(ageMs: number, others: number): string[] {
    const before = this.#steadyMs() - ageMs
    const due = this.#undelivered().filter((id) => (this.#renewedMs.get(id) ?? Number.NEGATIVE_INFINITY) <= before)
    return due.slice(0, Math.max(0, MAX_RENEWED - others))
  }

  /** Records that the server has renewed these leases. */
  renewed(ids: readonly string[]): void {
    const current = new Set(this.#undelivered())
    for (const id of this.#renewedMs.keys()) if (!current.has(id)) this.#renewedMs.delete(id)
    for (const id of ids) if (current.has(id)) this.#renewedMs.set(id, this.#steadyMs())
  }
}
