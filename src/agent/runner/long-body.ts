import type { Shape } from '../../contract/core/endpoint.ts'
import type { storedBody } from '../../contract/results/results.ts'
import type { BodyFile } from './body-file.ts'
import { decodedPieces } from './decode.ts'
import type { Secrecy } from './secrecy.ts'

/** A response body that is longer than the part in its result, as received. */
export type LongBody = {
  file: BodyFile
  /** The codings of the body, in the order in which they were applied; empty without any. */
  codings: string
  isText: boolean
  /** Whether the end of the body did not arrive. */
  isTorn: boolean
  secrecy: Secrecy
}

/** Takes long bodies. */
export type BodyKeeper = { create: () => BodyFile | null; keep: (jobId: string, body: LongBody) => void }

type BodyEnd = Shape<typeof storedBody>
export type Piece = { bytes: Buffer; end: BodyEnd | null }

/** Decodes and masks a body, and yields it in pieces of one size; the last has its end. Longer than `maxBytes`, it is cut. */
export async function* piecesOf(body: LongBody, maxBytes: number, pieceBytes: number): AsyncGenerator<Piece> {
  const { file, codings, isText, secrecy } = body
  const clear = tolerant(decodedPieces(file.read(), codings))
  let total = 0
  let held = Buffer.alloc(0)
  let isOver = false
  for await (const masked of secrecy.pieces(clear, isText)) {
    isOver = total + held.length + masked.length > maxBytes
    held = Buffer.concat([held, masked.subarray(0, maxBytes - total - held.length)])
    for (; held.length > pieceBytes; held = held.subarray(pieceBytes)) {
      total += pieceBytes
      yield { bytes: held.subarray(0, pieceBytes), end: null }
    }
    if (isOver) break
  }
  total += held.length
  const truncated = isOver || file.isCut || body.isTorn
  yield { bytes: held, end: { bytes: total, is_text: isText, truncated } }
}

/** A body that was cut cannot be decoded to its end. What was decoded before is valid. */
async function* tolerant(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch {
    // The end that follows says that the body was cut.
  }
}
