/** A text to search for. `covers` is how many units a find stands for: more than the text has where only its beginning is searched. */
export type Pattern = { text: string; covers: number }

const ROOT = 0
const ASCII = 128

/** Steps from a state that is thrown away afterwards follow no more failure links than this: see `tryStep`. */
const MOST_LINKS = 32

/**
 * The automaton of Aho and Corasick (1975) over UTF-16 units: finds every one of many patterns in one pass. A text of n units
 * takes at most 2n transitions, however many patterns there are and however they overlap; building takes time and memory linear
 * in the total length of the patterns. A transition is a binary search among the children of one state, and nearly every state
 * has one child.
 *
 * States are numbered by breadth, so the children of a state are neighbours: those of s are `first[s]` to `first[s + 1] - 1`.
 */
export class Automaton {
  /** Transitions made so far, failure links included: what tests hold the growth of the work against. */
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
    // Each state stands for a prefix, and so for a range of the sorted patterns.
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

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.states * 18 + ASCII * 4
  }

  /** The state after one more unit. Over a whole text it follows, on average, at most one failure link a unit. */
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
   * Like `step`, for a state from which the search goes on in another way as well: such steps are not evened out over the text,
   * so they end after a few failure links. Returns -1 then, which only a state reaches that has many units of one pattern behind it.
   */
  tryStep(state: number, unit: number): number {
    let at = state
    for (let links = 0; links < MOST_LINKS; links++) {
      this.steps++
      const child = this.#childOf(at, unit)
      if (child !== ROOT || at === ROOT) return child
      at = this.#links[at] ?? ROOT
    }
    return -1
  }

  /** What the longest pattern covers that ends with this state; 0: none does. */
  coversAt(state: number): number {
    return this.#covers[state] ?? 0
  }

  /** How many of the last units are the beginning of a pattern: the longest such beginning. */
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

  /** Failure links, to the longest other prefix that ends a state's own; and what those patterns cover. */
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
