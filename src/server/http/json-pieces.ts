import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListSpan } from './json-scan.ts'

/** Bytes parsed at a time: about 2 ms of work. */
export const PIECE_BYTES = 256 * 1024

/**
 * Parses a large JSON object without blocking the event loop: its longest list is cut out and parsed a few items at a time. Throws a
 * SyntaxError where `JSON.parse` would.
 */
export const parseInPieces = async (
  bytes: Buffer,
  { open, close, commas }: ListSpan,
  pieceBytes = PIECE_BYTES,
): Promise<unknown> => {
  // An unguessable placeholder marks the list's place in the object.
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
    // An empty space between two commas is not an item.
    if (piece.length !== count) throw new SyntaxError('A list has no item between two commas')
    for (const item of piece) items.push(item)
    start = end + 1
    count = 0
    await nextTurn()
  }
  // A later field of the same name replaces the list, as with `JSON.parse`.
  if (name !== undefined) object[name] = items
  return object
}
