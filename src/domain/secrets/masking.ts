import { base64Around, base64Core } from '../core/base64-core.ts'
import { Coverage, type Mark } from '../core/coverage.ts'
import type { Pattern } from './automaton.ts'
import { partsAround, searchJson, searchPercent } from './escaped-search.ts'
import { escapesLetters } from './escapes.ts'
import { searchedLength } from './searched-length.ts'
import { TextSearch } from './text-search.ts'

export { isSecretName } from './secret-names.ts'

/** What stands in the place of a secret. Its length tells nothing of the secret's. */
export const MASK = '••••••'

const SHORTEST = 4

const encoder = new TextEncoder()

/** Secrets once each, without those too short to be masked. */
const worthMasking = (secrets: readonly string[]): string[] =>
  [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST)

/** A secret as it is found in plain text, and as `percentReading` reads what encoders make of spaces and of half a surrogate pair. */
const plainForms = (secret: string): string[] => {
  const form = secret.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll(' ', '+')
  return form === secret ? [secret] : [secret, form]
}

const plainPatterns = (secrets: readonly string[], most: number): Pattern[] =>
  secrets.flatMap(plainForms).map((form) => ({ text: form.slice(0, most), covers: form.length }))

const base64Patterns = (secrets: readonly string[], most: number): Pattern[] =>
  secrets.flatMap((secret) => {
    const bytes = encoder.encode(secret).subarray(0, Math.max(SHORTEST, most))
    return [0, 1, 2].map((shift) => ({ text: base64Core(bytes, shift), covers: 1 }))
  })

/** The longest run of letters and digits, of those that no encoder escapes. */
const anchorOf = (secret: string): Pattern => {
  let text = ''
  for (const run of secret.match(/[A-Za-z0-9]+/g) ?? []) if (run.length > text.length) text = run
  return { text, covers: 1 }
}

/**
 * Finds secrets in texts and masks them: as they are, percent-encoded (each character escaped or not), as JSON writes them, and in
 * base64 of either alphabet, alone or within a longer base64 text such as a `Basic` credential. Secrets that overlap are masked
 * together, so that none leaves a rest. Secrets shorter than 4 characters are left alone: they occur by chance everywhere, and a
 * mask at each place where `12` stood would spell them out.
 *
 * Linear in the text and in the secrets, whatever they hold: a text is read once as it is, once as base64, and once for each kind of
 * escape where it has any, by automata that hold all secrets. They hold 16 384 characters of secrets. Of more, the longest secrets
 * are searched by as much of their beginnings as fits, and such a beginning is masked with as much text after it as the whole
 * secret would take: rather too much than a secret in clear.
 */
export class Masking {
  readonly #plain: TextSearch
  readonly #base64: TextSearch
  /** Letters and digits that each secret has in a row; null where one has too few of them. */
  readonly #anchors: TextSearch | null
  /** Units of the longest secret. */
  readonly #longest: number

  constructor(secrets: readonly string[]) {
    const worth = worthMasking(secrets)
    const most = searchedLength(worth)
    this.#longest = worth.reduce((longest, { length }) => Math.max(longest, length), 0)
    const anchors = worth.map((secret) => anchorOf(secret.slice(0, most)))
    this.#anchors = anchors.some(({ text }) => text.length < SHORTEST) ? null : new TextSearch(anchors)
    this.#plain = new TextSearch(plainPatterns(worth, most))
    this.#base64 = new TextSearch(base64Patterns(worth, most), { '+': '-', '/': '_' })
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.#plain.bytes + this.#base64.bytes + (this.#anchors?.bytes ?? 0)
  }

  /** Steps that searching has taken so far: what tests hold the growth of the work against. */
  get steps(): number {
    return this.#plain.steps + this.#base64.steps + (this.#anchors?.steps ?? 0)
  }

  readonly mask = (text: string): string => {
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
    let masked = ''
    let at = 0
    for (const { from, to } of found.parts()) {
      masked += text.slice(at, from) + MASK
      at = to
    }
    return at === 0 ? text : masked + text.slice(at)
  }

  /** Encoders leave letters and digits as they are: nearly always a quick look for those of the secrets is enough. */
  #mayHoldEscaped(text: string): boolean {
    if (!text.includes('%') && !text.includes('\\')) return false
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
  }
}

/** Makes the function that masks these secrets in a text: see `Masking`. */
export const masker = (secrets: readonly string[]): ((text: string) => string) =>
  worthMasking(secrets).length === 0 ? (text) => text : new Masking(secrets).mask

/** Masks secrets in one text: see `masker`, which is cheaper for several texts with the same secrets. */
export const maskText = (text: string, secrets: readonly string[]): string => masker(secrets)(text)
