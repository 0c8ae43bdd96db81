import { Automaton } from './automaton.ts'
import { searchedLength } from './searched-length.ts'

/** Finds the beginning of a secret at the end of a truncated text. Linear in the text's end and the secrets. */
export class TruncatedSecrets {
  readonly #beginnings: Automaton
  readonly #longest: number
  readonly #shortest: number

  /** `shortest` is the minimum length of a beginning to be found. */
  constructor(secrets: readonly string[], shortest: number) {
    const most = searchedLength(secrets)
    const beginnings = secrets.map((secret) => secret.slice(0, most))
    this.#beginnings = new Automaton(beginnings.map((text) => ({ text, covers: text.length })))
    this.#longest = beginnings.reduce((longest, { length }) => Math.max(longest, length), 0)
    this.#shortest = shortest
  }

  get bytes(): number {
    return this.#beginnings.bytes
  }

  /** Number of transitions so far. */
  get steps(): number {
    return this.#beginnings.steps
  }

  /** Length of the longest beginning of a secret at the end of a text. */
  at(text: string): number {
    let state = 0
    for (let at = Math.max(0, text.length - this.#longest); at < text.length; at++)
      state = this.#beginnings.step(state, text.charCodeAt(at))
    const length = this.#beginnings.depthOf(state)
    return length < this.#shortest ? 0 : length
  }
}
