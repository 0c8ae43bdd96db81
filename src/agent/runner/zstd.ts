import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Decompress } from 'fzstd'

/** Maximum window of zstd as a content coding: RFC 9659. Larger ones are made to use up memory. */
const MAX_WINDOW_BYTES = 8_388_608
/** Maximum size of a decoded block: RFC 8878, 3.1.1.2.4. */
const MAX_BLOCK_BYTES = 131_072
/** The decoder moves its window for each block. More movement than this comes from blocks that hold next to nothing. */
const MAX_MOVED_BYTES = 16_000_000_000
/** Milliseconds of decoding after which other calls get their turn. */
const SLICE_MS = 5

const MAGIC = 0xfd2fb528
const isSkippable = (magic: number): boolean => magic >>> 4 === 0x184d2a5
const RLE = 1

type FrameHead = { length: number; windowBytes: number; checksumBytes: number }

/** Reads the head of a frame (RFC 8878, 3.1.1.1); null if it is not complete. */
const headOf = (bytes: Buffer): FrameHead | null => {
  const descriptor = bytes[4]
  if (descriptor === undefined) return null
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const length = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0) + sizeBytes
  if (bytes.length < length) return null
  if ((descriptor & 3) !== 0) throw new Error('it needs a dictionary')
  const exponent = bytes[5] ?? 0
  const windowBytes = isSingle
    ? sizeAt(bytes, length - sizeBytes, sizeBytes)
    : 2 ** (10 + (exponent >> 3)) * (1 + (exponent & 7) / 8)
  if (windowBytes > MAX_WINDOW_BYTES) throw new Error('its window is larger than 8 MiB')
  return { length, windowBytes, checksumBytes: (descriptor & 4) !== 0 ? 4 : 0 }
}

const sizeAt = (bytes: Buffer, at: number, length: number): number => {
  if (length === 8) return Number(bytes.readBigUInt64LE(at))
  return bytes.readUIntLE(at, length) + (length === 2 ? 256 : 0)
}

/** Length of a block with its head, and of the checksum after the last one. */
const blockAt = (bytes: Buffer, checksumBytes: number): { length: number; isLast: boolean } | null => {
  if (bytes.length < 3) return null
  const head = bytes.readUIntLE(0, 3)
  const size = head >> 3
  if (size > MAX_BLOCK_BYTES) throw new Error('a block is larger than 128 KiB')
  const isLast = (head & 1) !== 0
  const content = ((head >> 1) & 3) === RLE ? 1 : size
  return { length: 3 + content + (isLast ? checksumBytes : 0), isLast }
}

/** Decodes zstd block by block, so that neither a window nor a bomb takes more memory or time than its bounds. */
async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let skip = 0
  let moved = 0
  let frame: (FrameHead & { decoder: Decompress }) | null = null
  let out: Uint8Array[] = []
  let sinceMs = performance.now()
  for await (const bytes of source) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    for (;;) {
      const skipped = Math.min(skip, held.length)
      skip -= skipped
      held = held.subarray(skipped)
      if (skip > 0) break
      if (frame === null) {
        if (held.length < 4) break
        const magic = held.readUInt32LE(0)
        if (isSkippable(magic)) {
          if (held.length < 8) break
          skip = 8 + held.readUInt32LE(4)
          continue
        }
        if (magic !== MAGIC) throw new Error('it has no frame')
        const head = headOf(held)
        if (!head) break
        frame = { ...head, decoder: new Decompress((part) => out.push(part)) }
        frame.decoder.push(held.subarray(0, head.length), false)
        held = held.subarray(head.length)
      }
      const block = blockAt(held, frame.checksumBytes)
      if (!block || held.length < block.length) break
      frame.decoder.push(held.subarray(0, block.length), block.isLast)
      held = held.subarray(block.length)
      moved += frame.windowBytes
      if (moved > MAX_MOVED_BYTES) throw new Error('it has too many small blocks')
      if (block.isLast) frame = null
      for (const part of out) if (part.length > 0) yield Buffer.from(part.buffer, part.byteOffset, part.length)
      out = []
      if (performance.now() - sinceMs < SLICE_MS) continue
      await nextTurn()
      sinceMs = performance.now()
    }
  }
  if (frame !== null || held.length > 0 || skip > 0) throw new Error('it ends too early')
}

/** A stream that decodes zstd. */
export const createUnzstd = (): Duplex => Duplex.from(decoded)
