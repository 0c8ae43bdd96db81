import { Automaton, type Pattern } from './automaton.ts'

/** Longer jumps than this are not worth a larger table. */
const LONGEST_WINDOW = 64
const SLOTS = 2_048
const ASCII = 128

const slotOf = (left: number, right: number): number => ((left * 67) ^ right) & (SLOTS - 1)

const reversed = (text: string): string => {
  const units: string[] = []
  for (let at = text.length - 1; at >= 0; at--) units.push(text.charAt(at))
  return units.join('')
}

/** Replaces the ASCII units of a text by others before they are compared: pairs of a unit and what stands for it. */
export type Fold = Readonly<Record<string, string>>

const foldTable = (fold: Fold): Uint16Array => {
  const table = Uint16Array.from({ length: ASCII }, (_, unit) => unit)
  for (const [from, to] of Object.entries(fold)) table[from.charCodeAt(0)] = to.charCodeAt(0)
  return table
}

const folded = (table: Uint16Array, unit: number): number => (unit < ASCII ? (table[unit] ?? unit) : unit)

/**
 * Finds patterns in a text, read from right to left: what is reached last is where a pattern begins, and there several readings of
 * the same text can part (see `escapes.ts`). Where no pattern has begun, it jumps as Wu and Manber (1994) do: the two units at the
 * far end of a window as long as the shortest pattern tell how far no pattern can end. Each look at a window either jumps or is
 * followed by a transition of the automaton, so the work stays linear when a text is made to prevent all jumps.
 */
export class TextSearch {
  /** Of the reversed patterns. */
  readonly automaton: Automaton
  readonly #fold: Uint16Array
  readonly #window: number
  readonly #jumps = new Uint8Array(SLOTS)
  #looks = 0

  constructor(patterns: readonly Pattern[], fold: Fold = {}) {
    this.#fold = foldTable(fold)
    this.automaton = new Automaton(patterns.map(({ text, covers }) => ({ text: reversed(text), covers })))
    this.#window = patterns.reduce((least, { text }) => Math.min(least, text.length), LONGEST_WINDOW)
    this.#jumps.fill(this.#window - 1)
    for (const { text } of patterns) {
      const start = text.length - this.#window
      for (let jump = this.#window - 2; jump >= 0; jump--) {
        const slot = slotOf(text.charCodeAt(start + jump), text.charCodeAt(start + jump + 1))
        this.#jumps[slot] = Math.min(this.#jumps[slot] ?? 0, jump)
      }
    }
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.automaton.bytes + SLOTS + ASCII * 2
  }

  /** Transitions of the automaton and looks at windows so far. */
  get steps(): number {
    return this.automaton.steps + this.#looks
  }

  /**
   * Calls `found` from right to left for each index where a pattern begins, with what the longest one there covers. It returns the
   * index to go on from: the same to go on, a smaller one to skip what lies between.
   */
  search(text: string, found: (at: number, covers: number) => number): void {
    const automaton = this.automaton
    const fold = this.#fold
    const jumps = this.#jumps
    const window = this.#window
    let looks = 0
    let at = text.length
    while (at >= window) {
      looks++
      const slot = slotOf(folded(fold, text.charCodeAt(at - window)), folded(fold, text.charCodeAt(at - window + 1)))
      const jump = jumps[slot] ?? 0
      if (jump > 0) {
        at -= jump
        continue
      }
      let state = 0
      do {
        at--
        state = automaton.step(state, folded(fold, text.charCodeAt(at)))
        const covers = automaton.coversAt(state)
        if (covers === 0) continue
        const next = found(at, covers)
        if (next < at) state = 0
        at = next
      } while (state > 0 && at > 0)
    }
    this.#looks += looks
  }
}
