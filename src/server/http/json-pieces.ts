import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListSpan } from './json-scan.ts'

/** What is parsed at one go: some 2 ms of work. */
export const PIECE_BYTES = 256 * 1024

/**
 * Parses a large JSON object so that the event loop turns in between: its longest list is taken out and parsed a few items
 * at a time. Throws a SyntaxError where `JSON.parse` would.
 */
export const parseInPieces = async (
  bytes: Buffer,
  { open, close, commas }: ListSpan,
  pieceBytes = PIECE_BYTES,
): Promise<unknown> => {
  // The list's place in the object is found again by a value that nobody can have guessed.
  const place = randomUUID()
  const frame = `${bytes.toString('utf8', 0, open)}"${place}"${bytes.toString('utf8', close + 1)}`
  const object = JSON.parse(frame) as Record<string, unknown>
  const name = Object.keys(object).find((key) => object[key] === place)
  const items: unknown[] = []
  let start = open + 1
  let count = 0
  for (let at = 0; at <= commas.length; at++) {
    count++
    const end = commas[at] ?? close
    const isLast = at === commas.length
    if (!isLast && (commas[at + 1] ?? close) - start <= pieceBytes) continue
    const piece = JSON.parse(`[${bytes.toString('utf8', start, end)}]`) as unknown[]
    // Nothing between two commas is no item.
    if (piece.length !== count) throw new SyntaxError('A list lacks an item between two commas')
    for (const item of piece) items.push(item)
    start = end + 1
    count = 0
    await nextTurn()
  }
  // A field of the same name that comes later stands instead of the list, as with `JSON.parse`.
  if (name !== undefined) object[name] = items
  return object
}
