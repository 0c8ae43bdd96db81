import { Automaton, type Pattern } from './automaton.ts'

/** Maximum jump; longer jumps are not worth a larger table. */
const MAX_WINDOW = 64
const SLOTS = 2_048
const ASCII = 128

const slotOf = (left: number, right: number): number => ((left * 67) ^ right) & (SLOTS - 1)

const reversed = (text: string): string => {
  const units: string[] = []
  for (let at = text.length - 1; at >= 0; at--) units.push(text.charAt(at))
  return units.join('')
}

/** Replacements of ASCII units before comparison, from each unit to the one it counts as. */
export type Fold = Readonly<Record<string, string>>

const foldTable = (fold: Fold): Uint16Array => {
  const table = Uint16Array.from({ length: ASCII }, (_, unit) => unit)
  for (const [from, to] of Object.entries(fold)) table[from.charCodeAt(0)] = to.charCodeAt(0)
  return table
}

const folded = (table: Uint16Array, unit: number): number => (unit < ASCII ? (table[unit] ?? unit) : unit)

/**
 * Finds patterns in a text, reading from right to left, so that the beginning of a pattern is reached last; there, alternative
 * readings of the same text can part (see `escapes.ts`). Where no pattern has begun, it jumps like Wu and Manber (1994): the two units
 * at the far end of a window, as long as the shortest pattern, tell how far away the next pattern can end at the earliest. Each window
 * check either jumps or is followed by a transition of the automaton, so the work stays linear even if a text prevents all jumps.
 */
export class TextSearch {
  /** The automaton of the reversed patterns. */
  readonly automaton: Automaton
  readonly #fold: Uint16Array
  readonly #window: number
  readonly #jumps = new Uint8Array(SLOTS)
  #looks = 0

  constructor(patterns: readonly Pattern[], fold: Fold = {}) {
    this.#fold = foldTable(fold)
    this.automaton = new Automaton(patterns.map(({ text, covers }) => ({ text: reversed(text), covers })))
    this.#window = patterns.reduce((least, { text }) => Math.min(least, text.length), MAX_WINDOW)
    this.#jumps.fill(this.#window - 1)
    for (const { text } of patterns) {
      const start = text.length - this.#window
      for (let jump = this.#window - 2; jump >= 0; jump--) {
        const slot = slotOf(text.charCodeAt(start + jump), text.charCodeAt(start + jump + 1))
        this.#jumps[slot] = Math.min(this.#jumps[slot] ?? 0, jump)
      }
    }
  }

  /** Memory used, in bytes. */
  get bytes(): number {
    return this.automaton.bytes + SLOTS + ASCII * 2
  }

  /** Number of automaton transitions and window checks so far. */
  get steps(): number {
    return this.automaton.steps + this.#looks
  }

  /**
   * Calls `found` from right to left for each index where a pattern begins, with the length that the longest one covers. `found`
   * returns the index to continue from: the same one, or a smaller one to skip the units between.
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
