import { huffmanDecoded } from './hpack-huffman.ts'
import type { Pair } from './request.ts'
import { textOf } from './response-head.ts'

/** The static table (RFC 7541, appendix A), as `name` or `name: value`. The first entry has the index 1. */
const STATIC: readonly Pair[] =
  `:authority|:method: GET|:method: POST|:path: /|:path: /index.html|:scheme: http|:scheme: https|:status: 200|:status: 204|:status: 206|:status: 304|:status: 400|:status: 404|:status: 500|accept-charset|accept-encoding: gzip, deflate|accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate`
    .split('|')
    .map((entry) => {
      const [key = '', value = ''] = entry.split(': ')
      return { key, value }
    })

/** Bytes of the table of fields that the other side may build, unless a setting says otherwise (RFC 9113, 6.5.2). */
const TABLE_BYTES = 4_096
/** What an entry of the table counts beside its texts (RFC 7541, 4.1). */
const ENTRY_BYTES = 32
/** Larger numbers mean nothing in a block that is bounded. */
const MAX_NUMBER = 0xff_ff_ff_f

/** Why a block of header fields was not read. */
export type BlockFault = 'undecodable' | 'too many' | 'too large'

class Undecodable extends Error {}

/** Reads a block from its beginning to its end. */
class BlockReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  peek(): number {
    return this.#bytes[this.#at] ?? 0
  }

  #next(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new Undecodable()
    return byte
  }

  /** A number whose first part is the last `bits` bits of a byte (RFC 7541, 5.1). */
  number(bits: number): number {
    const full = (1 << bits) - 1
    let value = this.#next() & full
    if (value < full) return value
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#next()
      value += (byte & 127) * factor
      if (value > MAX_NUMBER) throw new Undecodable()
      if (byte < 128) return value
    }
  }

  /** A text: UTF-8, or Latin-1 where it is none. */
  text(): { text: string; length: number } {
    const isHuffman = (this.peek() & 128) !== 0
    const length = this.number(7)
    if (this.#at + length > this.#bytes.length) throw new Undecodable()
    const raw = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    const bytes = isHuffman ? huffmanDecoded(raw) : raw
    if (!bytes) throw new Undecodable()
    return { text: textOf(bytes), length: bytes.length }
  }
}

type Entry = Pair & { readonly bytes: number }

/** Decodes the header fields of a connection's blocks, which share a table of fields that were sent before. */
export class HeaderDecoder {
  /** Newest first. */
  readonly #table: Entry[] = []
  #tableBytes = 0
  #most = TABLE_BYTES

  /** The fields of a block, in order. A fault leaves the table unusable. */
  decode(block: Buffer, bounds: { readonly mostFields: number; readonly mostBytes: number }): Pair[] | BlockFault {
    const reader = new BlockReader(block)
    const fields: Pair[] = []
    let left = bounds.mostBytes
    try {
      while (!reader.isAtEnd) {
        const field = this.#next(reader, fields.length === 0)
        if (!field) continue
        left -= field.bytes - ENTRY_BYTES
        // A few bytes can name a long entry of the table again and again.
        if (left < 0) return 'too large'
        if (fields.length >= bounds.mostFields) return 'too many'
        fields.push({ key: field.key, value: field.value })
      }
      return fields
    } catch (error) {
      if (error instanceof Undecodable) return 'undecodable'
      throw error
    }
  }

  /** The next field; null for a change of the table's size, which may stand at the beginning only. */
  #next(reader: BlockReader, isBeginning: boolean): Entry | null {
    const first = reader.peek()
    if (first & 0x80) return this.#entry(reader.number(7))
    if ((first & 0xe0) === 0x20) {
      const most = reader.number(5)
      if (!isBeginning || most > TABLE_BYTES) throw new Undecodable()
      this.#most = most
      this.#evict(0)
      return null
    }
    const isStored = (first & 0xc0) === 0x40
    const index = reader.number(isStored ? 6 : 4)
    const name = index > 0 ? this.#entry(index).key : null
    const key = name === null ? reader.text() : { text: name, length: Buffer.byteLength(name) }
    const value = reader.text()
    const entry = { key: key.text, value: value.text, bytes: key.length + value.length + ENTRY_BYTES }
    if (isStored) this.#store(entry)
    return entry
  }

  #entry(index: number): Entry {
    const fixed = STATIC[index - 1]
    if (fixed) return { ...fixed, bytes: fixed.key.length + fixed.value.length + ENTRY_BYTES }
    const stored = index > STATIC.length ? this.#table[index - STATIC.length - 1] : undefined
    if (!stored) throw new Undecodable()
    return stored
  }

  #store(entry: Entry): void {
    this.#evict(entry.bytes)
    // An entry larger than the table empties it, and is not stored (RFC 7541, 4.4).
    if (entry.bytes > this.#most) return
    this.#table.unshift(entry)
    this.#tableBytes += entry.bytes
  }

  #evict(forBytes: number): void {
    while (this.#table.length > 0 && this.#tableBytes + forBytes > this.#most)
      this.#tableBytes -= this.#table.pop()?.bytes ?? 0
  }
}

const numberBytes = (value: number, bits: number, flags: number): number[] => {
  const full = (1 << bits) - 1
  if (value < full) return [flags | value]
  const bytes = [flags | full]
  let left = value - full
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return [...bytes, left]
}

const textBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(numberBytes(bytes.length, 7, 0)), bytes])
}

/** Index of the first entry of the static table with a name; 0 without one. */
const indexOfName = new Map(STATIC.map(({ key }, index) => [key, index + 1] as const).reverse())
const indexOfField = new Map(STATIC.map(({ key, value }, index) => [`${key}: ${value}`, index + 1] as const))
/** Fields that no proxy may put into a table (RFC 7541, 7.1.3). */
const NEVER_STORED: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Encodes header fields without a table: a connection sends one block only. Texts are UTF-8. */
export const encodedHeaders = (fields: readonly Pair[]): Buffer =>
  Buffer.concat(
    fields.flatMap(({ key, value }) => {
      const whole = indexOfField.get(`${key}: ${value}`)
      if (whole !== undefined) return [Buffer.from(numberBytes(whole, 7, 0x80))]
      const name = indexOfName.get(key) ?? 0
      const start = Buffer.from(numberBytes(name, 4, NEVER_STORED.has(key) ? 0x10 : 0))
      return [start, ...(name === 0 ? [textBytes(key)] : []), textBytes(value)]
    }),
  )
