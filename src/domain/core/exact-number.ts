import { canonicalDecimal, compareNumbers } from './decimals.ts'

/**
 * A JSON number whose value a double cannot hold, with its text: an integer beyond 2^53, a long decimal, or an exponent that is too large
 * or too small. It has no enumerable field, so that nothing finds members in it.
 */
export class ExactNumber {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The number as its document writes it. */
  toString(): string {
    return this.#text
  }

  /** The text, because `JSON.stringify` cannot write such a number: `jsonText` does. */
  toJSON(): string {
    return this.#text
  }

  /** The text that all exact numbers of the same decimal value have. */
  canonical(): string {
    return canonicalDecimal(this.#text)
  }
}

/** The value of a number text: a plain number if it prints as the same decimal value, else an exact number. */
export const numberOf = (text: string): number | ExactNumber => {
  const number = Number(text)
  return compareNumbers(text, number, String(number), number) === 0 ? number : new ExactNumber(text)
}
