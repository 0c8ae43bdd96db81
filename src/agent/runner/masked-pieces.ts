import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Masking } from '../../domain/secrets/masking.ts'

/** Minimum number of bytes that are searched at a time. */
const WINDOW_BYTES = 131_072

/**
 * Masks a body in windows. A secret can lie across the end of a window, so the last part of each window, as long as any secret in any
 * encoding, is searched again as the beginning of the next one. Other calls get their turn after each window.
 */
export async function* maskedPieces(
  source: AsyncIterable<Buffer>,
  masking: Masking,
  mask: string,
  windowBytes = WINDOW_BYTES,
): AsyncGenerator<Buffer> {
  const window = new MaskWindow(masking, Buffer.from(mask))
  let waiting: Buffer[] = []
  let size = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    size += bytes.length
    if (size < Math.max(windowBytes, masking.reach)) continue
    yield window.masked(Buffer.concat(waiting), false)
    waiting = []
    size = 0
    await nextTurn()
  }
  yield window.masked(Buffer.concat(waiting), true)
}

class MaskWindow {
  readonly #masking: Masking
  readonly #mask: Buffer
  /** The end of the window before, which is not passed on yet. */
  #rest: Buffer = Buffer.alloc(0)
  /** Number of bytes at the beginning of the rest that belong to a secret which began before it. */
  #covered = 0

  constructor(masking: Masking, mask: Buffer) {
    this.#masking = masking
    this.#mask = mask
  }

  /** Takes the next bytes, and returns as many as cannot change any more. */
  masked(bytes: Buffer, isLast: boolean): Buffer {
    const all = Buffer.concat([this.#rest, bytes])
    const end = isLast ? all.length : Math.max(0, all.length - this.#masking.reach)
    const found = this.#masking.find(all.toString('latin1'))
    const wasWithin = this.#covered > 0
    if (wasWithin) found.mark(0, this.#covered)
    this.#covered = 0
    const parts: Buffer[] = []
    let at = 0
    for (const { from, to } of found.parts()) {
      if (from >= end) break
      parts.push(all.subarray(at, from))
      // The mask of a secret that began in the window before is already there.
      if (from > 0 || !wasWithin) parts.push(this.#mask)
      at = Math.min(to, end)
      this.#covered = to - at
    }
    parts.push(all.subarray(at, end))
    this.#rest = Buffer.from(all.subarray(end))
    return Buffer.concat(parts)
  }
}
