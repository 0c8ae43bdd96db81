/** A text to search for. `covers` is the length that a match masks, longer than the text if only its beginning is searched. */
export type Pattern = { text: string; covers: number }

const ROOT = 0
const ASCII = 128

/** Maximum number of failure links that `tryStep` follows. */
const MAX_LINKS = 32

/**
 * The automaton of Aho and Corasick (1975) over UTF-16 units, which finds all of many patterns in one pass. A text of n units takes
 * at most 2n transitions, regardless of the number of patterns and their overlaps; building takes time and memory linear in the
 * total length of the patterns. A transition is a binary search among the children of a state, and nearly every state has one child.
 *
 * States are numbered in breadth-first order, so the children of a state s are `first[s]` to `first[s + 1] - 1`.
 */
export class Automaton {
  /** Number of transitions so far, failure links included. Tests measure the work with it. */
  steps = 0
  readonly states: number
  readonly #first: Int32Array
  readonly #units: Uint16Array
  readonly #links: Int32Array
  readonly #covers: Int32Array
  readonly #depths: Int32Array
  readonly #rootChildren = new Int32Array(ASCII)

  constructor(patterns: readonly Pattern[]) {
    const sorted = [...patterns].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    const most = sorted.reduce((sum, { text }) => sum + text.length, 1)
    const first = new Int32Array(most + 1)
    const units = new Uint16Array(most)
    const covers = new Int32Array(most)
    const depths = new Int32Array(most)
    // Each state is a prefix, and so a range of the sorted patterns.
    const from = new Int32Array(most)
    const to = new Int32Array(most)
    to[ROOT] = sorted.length
    let states = 1
    for (let state = 0; state < states; state++) {
      first[state] = states
      const depth = depths[state] ?? 0
      let previous = -1
      for (let index = from[state] ?? 0; index < (to[state] ?? 0); index++) {
        const pattern = sorted[index]
        if (!pattern) break
        if (pattern.text.length === depth) {
          covers[state] = Math.max(covers[state] ?? 0, pattern.covers)
          continue
        }
        const unit = pattern.text.charCodeAt(depth)
        if (unit !== previous) {
          units[states] = unit
          depths[states] = depth + 1
          from[states] = index
          states++
        }
        previous = unit
        to[states - 1] = index + 1
      }
    }
    first[states] = states
    this.states = states
    this.#first = first.slice(0, states + 1)
    this.#units = units.slice(0, states)
    this.#covers = covers.slice(0, states)
    this.#depths = depths.slice(0, states)
    this.#links = new Int32Array(states)
    this.#link()
  }

  /** Memory used, in bytes. */
  get bytes(): number {
    return this.states * 18 + ASCII * 4
  }

  /** The state after one more unit. Over a whole text, it follows at most one failure link per unit on average. */
  step(state: number, unit: number): number {
    if (state === ROOT && unit < ASCII) {
      this.steps++
      return this.#rootChildren[unit] ?? ROOT
    }
    for (let at = state; ; at = this.#links[at] ?? ROOT) {
      this.steps++
      const child = this.#childOf(at, unit)
      if (child !== ROOT || at === ROOT) return child
    }
  }

  /**
   * Like `step`, for a state from which the search also continues another way. The amortized bound does not hold for such steps, so
   * they stop after a few failure links and return -1. Only a state with many units of one pattern behind it gets there.
   */
  tryStep(state: number, unit: number): number {
    let at = state
    for (let links = 0; links < MAX_LINKS; links++) {
      this.steps++
      const child = this.#childOf(at, unit)
      if (child !== ROOT || at === ROOT) return child
      at = this.#links[at] ?? ROOT
    }
    return -1
  }

  /** Length that the longest pattern ending in this state covers; 0 if none does. */
  coversAt(state: number): number {
    return this.#covers[state] ?? 0
  }

  /** Number of units at the end that form the longest beginning of a pattern. */
  depthOf(state: number): number {
    return this.#depths[state] ?? 0
  }

  #childOf(state: number, unit: number): number {
    let low = this.#first[state] ?? 0
    const end = this.#first[state + 1] ?? 0
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#units[middle] ?? 0) < unit) low = middle + 1
      else high = middle
    }
    return low < end && this.#units[low] === unit ? low : ROOT
  }

  /** Computes failure links, to the longest proper suffix that is also a prefix, and what the patterns there cover. */
  #link(): void {
    for (let child = this.#first[ROOT] ?? 0; child < (this.#first[1] ?? 0); child++) {
      const unit = this.#units[child] ?? 0
      if (unit < ASCII) this.#rootChildren[unit] = child
    }
    for (let state = 1; state < this.states; state++) {
      const link = this.#links[state] ?? ROOT
      this.#covers[state] = Math.max(this.#covers[state] ?? 0, this.#covers[link] ?? 0)
      for (let child = this.#first[state] ?? 0; child < (this.#first[state + 1] ?? 0); child++)
        this.#links[child] = this.step(link, this.#units[child] ?? 0)
    }
    this.steps = 0
  }
}
