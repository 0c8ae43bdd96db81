import { Coverage } from '../../domain/core/coverage.ts'
import { MASK, Masking } from '../../domain/secrets/masking.ts'
import { searchedLength } from '../../domain/secrets/searched-length.ts'
import { TextSearch } from '../../domain/secrets/text-search.ts'
import { TornSecrets } from '../../domain/secrets/torn-secrets.ts'

/** A torn secret at a cut is masked when at least so much of it is left, and shorter secrets are not looked for in bytes. */
const SHORTEST_TORN = 4

const latin1 = (secret: string): string => Buffer.from(secret).toString('latin1')

/** Takes the secrets of a call out of all that is told of it. What few calls need is made with the first that does. */
export class SecretFilter {
  readonly mask: (text: string) => string
  readonly #secrets: readonly string[]
  readonly #masking: Masking
  #torn: TornSecrets | null = null
  #inBytes: TextSearch | null = null

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
    this.#masking = new Masking(secrets)
    this.mask = this.#masking.mask
  }

  /** Memory that it holds at most, in bytes: what is made later counts from the beginning. */
  get bytes(): number {
    const characters = this.#secrets.reduce((sum, { length }) => sum + length, 0)
    return this.#masking.bytes * 2 + characters * 4
  }

  /** A text that was cut somewhere: a secret may have been cut in two, and its beginning says enough to go too. */
  cutText(text: string): string {
    this.#torn ??= new TornSecrets(this.#secrets, SHORTEST_TORN)
    const torn = this.#torn.at(text)
    return torn > 0 ? text.slice(0, -torn) + MASK : text
  }

  /**
   * Bytes that are no text: secrets in them are blanked in place, so that all else stays where it was. One byte that is no text makes
   * no text of all the others, so secrets that are written in another way (base64, percent) are masked as in a text.
   */
  blank(bytes: Buffer, isCut: boolean): Buffer {
    const blanked = this.#blankPlain(bytes)
    const text = blanked.toString('latin1')
    const told = this.mask(isCut ? this.cutText(text) : text)
    return told === text ? blanked : Buffer.from(told.replaceAll(MASK, '******'), 'latin1')
  }

  #blankPlain(bytes: Buffer): Buffer {
    this.#inBytes ??= searchInBytes(this.#secrets)
    const found = new Coverage(bytes.length)
    this.#inBytes.search(bytes.toString('latin1'), (at, covers) => {
      found.mark(at, at + covers)
      return at
    })
    let masked = bytes
    for (const { from, to } of found.parts()) {
      if (masked === bytes) masked = Buffer.from(bytes)
      masked.fill('*', from, to)
    }
    return masked
  }
}

const searchInBytes = (secrets: readonly string[]): TextSearch => {
  const most = searchedLength(secrets)
  return new TextSearch(secrets.map(latin1).map((secret) => ({ text: secret.slice(0, most), covers: secret.length })))
}

/** Making one costs as much as a call: the next run of a call has the same secrets. Holds the most recent few. */
const filters = new Map<string, SecretFilter>()
const MOST_BYTES = 16_777_216
let heldBytes = 0

const forget = (key: string): void => {
  heldBytes -= filters.get(key)?.bytes ?? 0
  filters.delete(key)
}

/** The filter for these secrets; null where there are none. */
export const filterOf = (secrets: readonly string[]): SecretFilter | null => {
  if (secrets.length === 0) return null
  const key = `${secrets.map(({ length }) => length).join()}:${secrets.join('')}`
  const made = filters.get(key) ?? new SecretFilter(secrets)
  forget(key)
  filters.set(key, made)
  heldBytes += made.bytes
  for (const oldest of filters.keys()) {
    if (heldBytes <= MOST_BYTES) break
    forget(oldest)
  }
  return made
}
