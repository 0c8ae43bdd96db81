import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MOST_INFLATION } from '../../contract/core/packed-bodies.ts'
import { Refusal } from '../refusal.ts'

/** Overhead of gzip for incompressible data. */
const PACKING_BYTES = 1024
/** Any compression ratio is accepted up to this size, which is cheap to inflate. */
const UNJUDGED_BYTES = 256 * 1024

/** Called with each inflated piece of a body; a refusal stops the reading. */
export type Reader = (piece: Buffer) => Refusal | null

/** Refuses a body that is larger than the limit. */
export const tooLarge = (limitBytes: number): Refusal =>
  new Refusal(413, 'body_too_large', `The body is larger than ${sizeWords(limitBytes)}, the limit for this request.`)

const sizeWords = (bytes: number): string =>
  bytes % (1024 * 1024) === 0 ? `${bytes / 1024 / 1024} MiB` : `${Math.floor(bytes / 1024)} KiB`

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Reads a request's body, gzipped or not, and stops at the first limit exceeded: bytes received, bytes inflated, or compression ratio.
 * zlib inflates a piece at a time in its own threads.
 */
export const readBounded = async (
  request: IncomingMessage,
  limitBytes: number,
  reader: Reader,
): Promise<Refusal | null> => {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity')
    return new Refusal(415, 'malformed_body', 'content-encoding must be gzip or absent.')
  const arriving = limitBytes + (encoding === 'gzip' ? PACKING_BYTES : 0)
  if (Number(request.headers['content-length'] ?? 0) > arriving) return tooLarge(limitBytes)
  const packed: Buffer[] = []
  let size = 0
  // The stream stays open if not read to its end, so that the refusal can still be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > arriving) return tooLarge(limitBytes)
    if (encoding === 'gzip') packed.push(chunk)
    else {
      const refusal = reader(chunk)
      if (refusal) return refusal
    }
  }
  return encoding === 'gzip' && size > 0 ? inflate(packed, size, limitBytes, reader) : null
}

const inflate = async (
  packed: readonly Buffer[],
  packedBytes: number,
  limitBytes: number,
  reader: Reader,
): Promise<Refusal | null> => {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  const source = Readable.from(packed, { objectMode: false })
  source.pipe(gunzip)
  let size = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limitBytes) return tooLarge(limitBytes)
      if (size > UNJUDGED_BYTES && size > packedBytes * MOST_INFLATION)
        return new Refusal(413, 'body_too_large', `The body inflates to more than ${MOST_INFLATION} times its size.`)
      const refusal = reader(piece)
      if (refusal) return refusal
    }
    return null
  } catch {
    return new Refusal(400, 'malformed_body', 'The body is not valid gzip.')
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
