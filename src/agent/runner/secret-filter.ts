import { Coverage } from '../../domain/core/coverage.ts'
import { MASK, Masking } from '../../domain/secrets/masking.ts'
import { searchedLength } from '../../domain/secrets/searched-length.ts'
import { TextSearch } from '../../domain/secrets/text-search.ts'
import { TruncatedSecrets } from '../../domain/secrets/truncated-secrets.ts'
import { maskedPieces } from './masked-pieces.ts'

/** Minimum length of a secret split by a cut, and of secrets searched in binary data. */
const MIN_TORN_LENGTH = 4

const latin1 = (secret: string): string => Buffer.from(secret).toString('latin1')

/** Masks the secrets of a call. Rarely needed parts are created on first use. */
export class SecretFilter {
  readonly mask: (text: string) => string
  readonly #secrets: readonly string[]
  readonly #masking: Masking
  #torn: TruncatedSecrets | null = null
  #inBytes: TextSearch | null = null

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
    this.#masking = new Masking(secrets)
    this.mask = this.#masking.mask
  }

  /** Maximum memory in bytes, including parts that are not created yet. */
  get bytes(): number {
    const characters = this.#secrets.reduce((sum, { length }) => sum + length, 0)
    return this.#masking.bytes * 2 + characters * 4
  }

  /** Masks a truncated text. A secret may have been split by the cut; its beginning is masked too. */
  cutText(text: string): string {
    this.#torn ??= new TruncatedSecrets(this.#secrets, MIN_TORN_LENGTH)
    const torn = this.#torn.at(text)
    return torn > 0 ? text.slice(0, -torn) + MASK : text
  }

  /**
   * Masks binary data in place, so that all other bytes keep their positions. A single non-text byte makes the whole body binary, so
   * encoded secrets (base64, percent) are masked as in a text.
   */
  blank(bytes: Buffer, isCut: boolean): Buffer {
    const blanked = this.#blankPlain(bytes)
    const text = blanked.toString('latin1')
    const told = this.mask(isCut ? this.cutText(text) : text)
    return told === text ? blanked : Buffer.from(told.replaceAll(MASK, '******'), 'latin1')
  }

  /** Masks a body that arrives in pieces, and yields it as it is done. A mask in a text is shown as in other texts. */
  maskPieces(source: AsyncIterable<Buffer>, isText: boolean): AsyncGenerator<Buffer> {
    return maskedPieces(source, this.#masking, isText ? MASK : '******')
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

/** Cache of recent filters. Creating one costs as much as a call, and the next run of a call has the same secrets. */
const filters = new Map<string, SecretFilter>()
const MAX_BYTES = 16_777_216
let heldBytes = 0

const forget = (key: string): void => {
  heldBytes -= filters.get(key)?.bytes ?? 0
  filters.delete(key)
}

/** The filter for these secrets; null if there are none. */
export const filterOf = (secrets: readonly string[]): SecretFilter | null => {
  if (secrets.length === 0) return null
  const key = `${secrets.map(({ length }) => length).join()}:${secrets.join('')}`
  const made = filters.get(key) ?? new SecretFilter(secrets)
  forget(key)
  filters.set(key, made)
  heldBytes += made.bytes
  for (const oldest of filters.keys()) {
    if (heldBytes <= MAX_BYTES) break
    forget(oldest)
  }
  return made
}
