/** Lets only so many tasks run at a time; the others wait. */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** Runs a task in its turn: the last, or the next if it `ends` what another has begun. */
  async take<T>(task: () => Promise<T>, ends = false): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((go) => (ends ? this.#waiting.unshift(go) : this.#waiting.push(go)))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

/**
 * Turns of reports with long bodies. Each takes a megabyte while it is written, with its texts and its compression: hundreds of calls
 * may end at the same moment. Two, because compression takes threads that name look-ups need.
 */
export const longReports = new Turns(2)

/** Characters or bytes from which a body is long. */
export const LONG = 16_384
