/** Takes a part of a text, as far as it lies within. */
export type Mark = (from: number, to: number) => void

/** The parts of a text that finds cover, however many there are and however they overlap: marking each takes one step. */
export class Coverage {
  readonly #length: number
  /** How many more parts are open at an index than at the one before; made with the first. */
  #changes: Int32Array | null = null

  constructor(length: number) {
    this.#length = length
  }

  readonly mark: Mark = (from, to) => {
    const end = Math.min(to, this.#length)
    this.#changes ??= new Int32Array(this.#length + 1)
    this.#changes[from] = (this.#changes[from] ?? 0) + 1
    this.#changes[end] = (this.#changes[end] ?? 0) - 1
  };

  /** What is covered, from left to right; parts that overlap or touch are one. */
  *parts(): Generator<{ from: number; to: number }> {
    const changes = this.#changes ?? []
    let open = 0
    let from = 0
    for (let at = 0; at < changes.length; at++) {
      const before = open
      open += changes[at] ?? 0
      if (before === 0 && open > 0) from = at
      else if (before > 0 && open === 0) yield { from, to: at }
    }
  }
}
