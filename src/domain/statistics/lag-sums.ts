import { addTo, decodeSketch, emptySketch, encodeSketch, mergeInto, type Sketch } from '../core/sketch.ts'

/** The schedule lags of runs, in whole milliseconds. `most` is null without runs. */
export type LagSum = { most: number | null; readonly sketch: Sketch }

export const emptyLags = (): LagSum => ({ most: null, sketch: emptySketch() })

/** Adds one run that started `ms` after it was due. */
export const addLag = (lags: LagSum, ms: number): void => {
  lags.most = greater(lags.most, ms)
  addTo(lags.sketch, ms)
}

/** Adds `more` to `lags`. */
export const addLags = (lags: LagSum, more: LagSum): void => {
  lags.most = greater(lags.most, more.most)
  mergeInto(lags.sketch, more.sketch)
}

/** The greater of two numbers, of which either may be absent. */
export const greater = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b)

/** Layout: a version; for runs, the count and the greatest lag as varints, then the sketch. */
const VERSION = 1

/** Encodes the lags of a period: a single byte without runs. */
export const encodeLags = ({ most, sketch }: LagSum): Uint8Array => {
  if (sketch.count === 0) return Uint8Array.of(VERSION)
  const head = [VERSION]
  for (const value of [sketch.count, most ?? 0]) {
    let rest = value
    // Arithmetic instead of shifts: a count may exceed 32 bits.
    for (; rest >= 128; rest = Math.floor(rest / 128)) head.push((rest % 128) + 128)
    head.push(rest)
  }
  const bytes = encodeSketch(sketch)
  const all = new Uint8Array(head.length + bytes.length)
  all.set(head)
  all.set(bytes, head.length)
  return all
}

/**
 * Divides the stored lags of a period, without decoding their sketch; null without runs.
 * @throws Error for bytes that `encodeLags` did not write.
 */
export const divideLags = (
  bytes: Uint8Array,
): { readonly count: number; readonly most: number; readonly sketch: Uint8Array } | null => {
  if (bytes[0] !== VERSION) throw new Error('These bytes are not schedule lags')
  if (bytes.length === 1) return null
  let at = 1
  const read = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('These bytes are not schedule lags')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const [count, most] = [read(), read()]
  return { count, most, sketch: bytes.subarray(at) }
}

/** Decodes stored lags. */
export const decodeLags = (bytes: Uint8Array): LagSum => {
  const stored = divideLags(bytes)
  return stored ? { most: stored.most, sketch: decodeSketch(stored.sketch) } : emptyLags()
}
