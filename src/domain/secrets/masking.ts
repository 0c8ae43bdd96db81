import { base64Around, base64Core } from '../core/base64-core.ts'
import { Coverage, type Mark } from '../core/coverage.ts'
import type { Pattern } from './automaton.ts'
import { MAX_ESCAPE_LENGTH, partsAround, searchJson, searchPercent } from './escaped-search.ts'
import { escapesLetters, htmlReading, jsonReading, textOf } from './escapes.ts'
import { searchedLength } from './searched-length.ts'
import { TextSearch } from './text-search.ts'

export { isSecretName } from './secret-names.ts'

/** Replacement for a secret. Its length does not depend on the secret's. */
export const MASK = '••••••'

const MIN_LENGTH = 4

/** Encodings that others are written within, each with the sign that its escapes begin with. */
const OUTER = [
  { sign: '\\', reading: jsonReading },
  { sign: '&', reading: htmlReading },
] as const

/** Encodings of one text within each other that are read: a document within a document, and the encoding of its own text. */
const MOST_LAYERS = 2

const encoder = new TextEncoder()

/** Removes duplicates and secrets too short to be masked. */
const worthMasking = (secrets: readonly string[]): string[] =>
  [...new Set(secrets)].filter((secret) => secret.length >= MIN_LENGTH)

/** A secret in plain text, and as `percentReading` decodes it after encoders have changed spaces and lone surrogates. */
const plainForms = (secret: string): string[] => {
  const form = secret.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll(' ', '+')
  return form === secret ? [secret] : [secret, form]
}

const plainPatterns = (secrets: readonly string[], most: number): Pattern[] =>
  secrets.flatMap(plainForms).map((form) => ({ text: form.slice(0, most), covers: form.length }))

const base64Patterns = (secrets: readonly string[], most: number): Pattern[] =>
  secrets.flatMap((secret) => {
    const bytes = encoder.encode(secret).subarray(0, Math.max(MIN_LENGTH, most))
    return [0, 1, 2].map((shift) => ({ text: base64Core(bytes, shift), covers: 1 }))
  })

/** The secret's longest run of letters and digits, which encoders leave alone. */
const anchorOf = (secret: string): Pattern => {
  let text = ''
  for (const run of secret.match(/[A-Za-z0-9]+/g) ?? []) if (run.length > text.length) text = run
  return { text, covers: 1 }
}

/**
 * Finds secrets in texts and masks them: plain, percent-encoded (each character escaped or not), JSON-escaped, as character references of HTML, these within
 * each other, and in base64 of either alphabet, alone or within a longer base64 text such as a `Basic` credential. Overlapping secrets are masked together, so that no
 * part remains. Secrets shorter than 4 characters are not masked: they occur everywhere by chance, and masking every `12` would
 * reveal them.
 *
 * Takes linear time in the text and the secrets. A text is read once as it is, once as base64, and once per kind of escape that it
 * contains, by automata with all secrets. The automata hold 16 384 characters. Beyond that, only the beginnings of the longest
 * secrets are searched, and a match masks as many characters as the whole secret has: better too much than a secret in plain text.
 */
export class Masking {
  readonly #plain: TextSearch
  readonly #base64: TextSearch
  /** Finds the run of letters and digits that each secret has; null if one has too few of them. */
  readonly #anchors: TextSearch | null
  /** Length of the longest secret in UTF-16 units. */
  readonly #longest: number

  constructor(secrets: readonly string[]) {
    const worth = worthMasking(secrets)
    const most = searchedLength(worth)
    this.#longest = worth.reduce((longest, { length }) => Math.max(longest, length), 0)
    const anchors = worth.map((secret) => anchorOf(secret.slice(0, most)))
    this.#anchors = anchors.some(({ text }) => text.length < MIN_LENGTH) ? null : new TextSearch(anchors)
    this.#plain = new TextSearch(plainPatterns(worth, most))
    this.#base64 = new TextSearch(base64Patterns(worth, most), { '+': '-', '/': '_' })
  }

  /** Memory used, in bytes. */
  get bytes(): number {
    return this.#plain.bytes + this.#base64.bytes + (this.#anchors?.bytes ?? 0)
  }

  /** Number of search steps so far. Tests measure the work with it. */
  get steps(): number {
    return this.#plain.steps + this.#base64.steps + (this.#anchors?.steps ?? 0)
  }

  /**
   * Maximum length of a secret in any encoding that is found. A text in pieces is searched in windows that overlap by this.
   */
  get reach(): number {
    return this.#longest * MAX_ESCAPE_LENGTH + MAX_ESCAPE_LENGTH
  }

  readonly mask = (text: string): string => {
    let masked = ''
    let at = 0
    for (const { from, to } of this.find(text).parts()) {
      masked += text.slice(at, from) + MASK
      at = to
    }
    return at === 0 ? text : masked + text.slice(at)
  }

  /** Returns the ranges of a text to be masked. */
  find(text: string): Coverage {
    const found = new Coverage(text.length)
    const { mark } = found
    this.#plain.search(text, (at, covers) => {
      mark(at, at + covers)
      return at
    })
    if (this.#mayHoldEscaped(text)) this.#markEscaped(text, mark)
    this.#base64.search(text, (at) => {
      const { from, to } = base64Around(text, at)
      mark(from, to)
      return from
    })
    return found
  }

  /** Quick check for escaped secrets: encoders leave letters and digits alone, so searching for those is nearly always enough. */
  #mayHoldEscaped(text: string): boolean {
    if (!text.includes('%') && !OUTER.some(({ sign }) => text.includes(sign))) return false
    if (!this.#anchors || escapesLetters(text)) return true
    let holds = false
    this.#anchors.search(text, () => {
      holds = true
      return 0
    })
    return holds
  }

  #markEscaped(text: string, mark: Mark): void {
    for (const { from, to } of partsAround(text, '%', this.#longest))
      searchPercent(text.slice(from, to), this.#plain.automaton, (start, end) => mark(from + start, from + end))
    for (const { from, to } of partsAround(text, '\\', this.#longest))
      searchJson(text.slice(from, to), this.#plain.automaton, (start, end) => mark(from + start, from + end))
    this.#markWithin(text, mark, MOST_LAYERS)
  }

  /** Finds secrets in what a text says once it is read as JSON or HTML, and in what that says: a URL or a page in a JSON string, or JSON in one. */
  #markWithin(text: string, mark: Mark, layers: number): void {
    for (const { sign, reading } of OUTER) {
      if (!text.includes(sign)) continue
      const { starts, ...read } = reading(text)
      const inner = textOf(read)
      if (inner === text) continue
      const markOuter: Mark = (from, to) => mark(starts[from] ?? 0, starts[Math.min(to, inner.length)] ?? text.length)
      this.#plain.search(inner, (at, covers) => {
        markOuter(at, at + covers)
        return at
      })
      for (const { from, to } of partsAround(inner, '%', this.#longest))
        searchPercent(inner.slice(from, to), this.#plain.automaton, (start, end) => markOuter(from + start, from + end))
      if (layers > 1) this.#markWithin(inner, markOuter, layers - 1)
    }
  }
}

/** Returns a function that masks these secrets in a text, as `Masking` does. */
export const masker = (secrets: readonly string[]): ((text: string) => string) =>
  worthMasking(secrets).length === 0 ? (text) => text : new Masking(secrets).mask

/** Masks secrets in one text. For several texts with the same secrets, `masker` is cheaper. */
export const maskText = (text: string, secrets: readonly string[]): string => masker(secrets)(text)
