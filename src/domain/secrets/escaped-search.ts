import type { Mark } from '../core/coverage.ts'
import type { Automaton } from './automaton.ts'
import { jsonEscapeLength, jsonEscapeUnit, jsonReading, percentReading, type Reading } from './escapes.ts'

const PERCENT = 0x25
const BACKSLASH = 0x5c

/** Maximum length of the escape of one character. */
export const MAX_ESCAPE_LENGTH = 12

/** Yields the parts of a text where a match can contain an escape: within `reach` units of a `sign` that starts escapes. */
export function* partsAround(text: string, sign: string, reach: number): Generator<{ from: number; to: number }> {
  let at = text.indexOf(sign)
  while (at >= 0) {
    const from = Math.max(0, at - reach)
    let to = at
    while (at >= 0 && at - reach <= to) {
      to = at + MAX_ESCAPE_LENGTH + reach
      at = text.indexOf(sign, at + 1)
    }
    yield { from, to: Math.min(to, text.length) }
  }
}

/** Searches an unescaped text from right to left with an automaton of reversed patterns. */
class EscapedSearch {
  readonly #reading: Reading
  readonly #automaton: Automaton
  readonly #mark: Mark
  #branch = 0
  #index = 0
  /** Ends of the alternative's units in the source, from right to left. */
  readonly #ends: number[] = []

  constructor(reading: Reading, automaton: Automaton, mark: Mark) {
    this.#reading = reading
    this.#automaton = automaton
    this.#mark = mark
  }

  /** The state after reading the unit at `index`. */
  step(state: number, index: number): number {
    const next = this.#automaton.step(state, this.#reading.units[index] ?? 0)
    const covers = this.#automaton.coversAt(next)
    if (covers > 0) this.#mark(this.#startOf(index), this.#startOf(index + covers))
    return next
  }

  /**
   * Starts an alternative reading of the text before the unit at `index`, because a pattern may begin within an escape. Its units
   * are passed to `read` from right to left.
   */
  branch(state: number, index: number): void {
    this.#branch = state
    this.#index = index
    this.#ends.length = 0
  }

  /**
   * Reads the next unit of the alternative, from `start` to `end` of the source. If its state has too many failure links to follow, the text
   * repeats the end of a pattern over and over; that is masked, whatever precedes it, and the alternative ends.
   */
  read(unit: number, start: number, end: number): void {
    if (this.#branch < 0) return
    const depth = this.#automaton.depthOf(this.#branch)
    this.#branch = this.#automaton.tryStep(this.#branch, unit)
    if (this.#branch >= 0) this.#ends.push(end)
    const covers = this.#branch < 0 ? depth : this.#automaton.coversAt(this.#branch)
    if (covers > 0) this.#mark(start, this.#endOf(covers))
  }

  /** Reads the source from `to` down to `from` without unescaping. */
  readPlain(text: string, from: number, to: number): void {
    for (let start = to - 1; start >= from; start--) this.read(text.charCodeAt(start), start, start + 1)
  }

  /** Reads backslashes in pairs to the left of `at`, for the case that the first one of the run belongs to something else. */
  readBackslashes(text: string, at: number): void {
    for (let start = at; text.charCodeAt(start) === BACKSLASH; start -= 2) this.read(BACKSLASH, start, start + 2)
  }

  /** End of a match of so many units that begins with the last one of the alternative: within it, or in the text after it. */
  #endOf(units: number): number {
    const read = this.#ends.length
    return this.#ends[read - units] ?? this.#startOf(this.#index + units - read)
  }

  /** Start of the unit at `index` in the source. */
  #startOf(index: number): number {
    return this.#reading.starts[Math.min(index, this.#reading.length)] ?? 0
  }
}

/** Finds patterns in a text with percent-encoded characters, including patterns that begin with the digits of an escape. */
export const searchPercent = (text: string, automaton: Automaton, mark: Mark): void => {
  const reading = percentReading(text)
  const search = new EscapedSearch(reading, automaton, mark)
  let state = 0
  let end = text.length
  for (let index = reading.length - 1; index >= 0; index--) {
    const start = reading.starts[index] ?? 0
    if (end - start >= 3 && text.charCodeAt(start) === PERCENT) {
      search.branch(state, index + 1)
      search.readPlain(text, end - 2, end)
    }
    state = search.step(state, index)
    end = start
  }
}

/**
 * Finds patterns in a text with JSON escapes. A run of backslashes can be read in two ways. The second only matters for a pattern
 * that begins within the run, so it is followed to the start of the run.
 */
export const searchJson = (text: string, automaton: Automaton, mark: Mark): void => {
  const reading = jsonReading(text)
  const search = new EscapedSearch(reading, automaton, mark)
  // States after each unit: the two readings can differ by up to six units before they meet.
  const states = new Int32Array(reading.length + 1)
  let end = text.length
  for (let index = reading.length - 1; index >= 0; index--) {
    const start = reading.starts[index] ?? 0
    const isPair = end - start === 2 && text.charCodeAt(start + 1) === BACKSLASH
    const goesOn = isPair && text.charCodeAt(end) === BACKSLASH
    if (text.charCodeAt(start) === BACKSLASH && !goesOn) {
      const length = isPair ? jsonEscapeLength(text, start + 1) : 0
      search.branch(states[index + Math.max(1, length)] ?? 0, index + Math.max(1, length))
      if (length > 0) search.read(jsonEscapeUnit(text, start + 1, length), start + 1, start + 1 + length)
      else search.readPlain(text, start + 1, end)
      search.readBackslashes(text, start - 1)
    }
    states[index] = search.step(states[index + 1] ?? 0, index)
    end = start
  }
}
