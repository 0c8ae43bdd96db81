import { type Duplex, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { KEPT_BODY_BYTES } from './captured-body.ts'
import { createUnzstd } from './zstd.ts'

/** Maximum number of nested content codings. More of them are an attack. */
const MAX_CODINGS = 3

/** By RFC 9110, `deflate` means zlib's format; some servers send the raw stream, which its first byte reveals. */
const inflateFor = (bytes: Buffer): Duplex => (((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())

const decoderFor = (coding: string, beginning: Buffer): Duplex | null => {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  if (coding === 'zstd') return createUnzstd()
  return coding === 'deflate' ? inflateFor(beginning) : null
}

/** Codings as headers list them, in the order to undo them. */
const codingsIn = (header: string): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse()

/** `error`: why it is not valid, whatever was decoded before. */
type Decoded = { bytes: Buffer; truncated: boolean; error: string | null }

/** Zeros after packed bytes fill up a block of a tape or a disk. */
const isFiller = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

/** Whether other bytes follow the packed ones, which a decoder passes over. */
const isFollowed = (decoder: Duplex, packed: Buffer): boolean => {
  const read =
    'bytesWritten' in decoder && typeof decoder.bytesWritten === 'number' ? decoder.bytesWritten : packed.length
  return read < packed.length && !isFiller(packed.subarray(read))
}

/** Stops at the size limit, so that a small body that inflates to gigabytes costs no more than the stored part. */
const unpack = (decoder: Duplex, packed: Buffer, mostBytes: number): Promise<Decoded> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    const finish = (error: string | null) => {
      decoder.destroy()
      const bytes = Buffer.concat(parts)
      resolve({ bytes: bytes.subarray(0, mostBytes), truncated: size > mostBytes, error })
    }
    decoder.on('data', (bytes: Buffer) => {
      parts.push(bytes)
      size += bytes.length
      if (size > mostBytes) finish(null)
    })
    decoder.on('end', () => finish(isFollowed(decoder, packed) ? 'other bytes follow it' : null))
    decoder.on('error', (error) => finish(error.message))
    decoder.end(packed)
  })

/**
 * Decodes the content codings (`gzip, br`; the last was applied last) of the stored part of a body. If decoding fails, the body stays
 * encoded, and `message` says why. `truncated` means that only the beginning of the encoded bytes is present.
 */
export const decodeBody = async (
  packed: Buffer,
  codings: string,
  truncated: boolean,
  mostBytes = KEPT_BODY_BYTES,
): Promise<{ bytes: Buffer; truncated: boolean; message: string | null }> => {
  const list = codingsIn(codings)
  const left = (message: string) => ({ bytes: packed, truncated, message })
  if (list.length > MAX_CODINGS) return left(`the body stays compressed: it has ${list.length} content codings`)
  let bytes = packed
  let cut = truncated
  for (const coding of list) {
    const decoder = decoderFor(coding, bytes)
    if (!decoder) return left('the body stays compressed: its encoding is not supported')
    const decoded = await unpack(decoder, bytes, mostBytes)
    // Decoding a truncated body always ends in an error; the output before it is valid.
    if (decoded.error && !(cut && decoded.bytes.length > 0))
      return left(`the body stays compressed: it is not valid ${coding} (${decoded.error})`)
    bytes = decoded.bytes
    cut ||= decoded.truncated
  }
  return { bytes, truncated: cut, message: null }
}

async function* decodedOnce(source: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return
  const decoder = decoderFor(coding, first.value)
  if (!decoder) throw new Error(`${coding} is not supported`)
  const whole = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  // An error destroys the decoder, and so ends the loop below.
  pipeline(whole, decoder, () => {})
  yield* decoder as AsyncIterable<Buffer>
}

/** Decodes the content codings of a whole body, piece by piece; rejects where it is not valid. */
export const decodedPieces = (source: AsyncIterable<Buffer>, codings: string): AsyncIterable<Buffer> =>
  codingsIn(codings).reduce<AsyncIterable<Buffer>>(decodedOnce, source)
