/** Marks a range of a text, clipped to its length. */
export type Mark = (from: number, to: number) => void

/** The ranges of a text covered by any number of overlapping finds. Marking a range takes constant time. */
export class Coverage {
  readonly #length: number
  /** Change in the number of open ranges at each index; allocated with the first mark. */
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

  /** Yields the covered ranges from left to right, with overlapping or adjacent ranges merged. */
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
