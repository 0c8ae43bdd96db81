type Waiting = { project: number | null; begin: () => void }

/** Lets a limited number of runs go at a time. Those that wait are taken of the project with the fewest running, then in their order. */
export class FairQueue {
  readonly #limit: number
  readonly #runningOf = new Map<number | null, number>()
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs as soon as there is room. */
  async run<T>(project: number | null, run: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit)
      await new Promise<void>((begin) => {
        this.#waiting.push({ project, begin })
      })
    else this.#count(project, 1)
    try {
      return await run()
    } finally {
      this.#count(project, -1)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const count = ({ project }: Waiting) => this.#runningOf.get(project) ?? 0
    const [first, ...others] = this.#waiting
    if (!first) return
    const next = others.reduce((best, other) => (count(other) < count(best) ? other : best), first)
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    // Counted here, so that nobody takes its place before it begins.
    this.#count(next.project, 1)
    next.begin()
  }

  #count(project: number | null, change: 1 | -1): void {
    this.#running += change
    const left = (this.#runningOf.get(project) ?? 0) + change
    if (left > 0) this.#runningOf.set(project, left)
    else this.#runningOf.delete(project)
  }
}
