import { addTo, decodeSketch, emptySketch, encodeSketch, mergeInto, type Sketch } from '../core/sketch.ts'

/** The response sizes of results, in bytes. `least` and `most` are null without results. */
export type SizeSum = { sum: number; least: number | null; most: number | null; readonly sketch: Sketch }

export const emptySizes = (): SizeSum => ({ sum: 0, least: null, most: null, sketch: emptySketch() })

/** Adds one response of `bytes`. */
export const addSize = (sizes: SizeSum, bytes: number): void => {
  sizes.sum += bytes
  sizes.least = lesser(sizes.least, bytes)
  sizes.most = greater(sizes.most, bytes)
  addTo(sizes.sketch, bytes)
}

/** Adds `more` to `sizes`. */
export const addSizes = (sizes: SizeSum, more: SizeSum): void => {
  sizes.sum += more.sum
  sizes.least = lesser(sizes.least, more.least)
  sizes.most = greater(sizes.most, more.most)
  mergeInto(sizes.sketch, more.sketch)
}

const lesser = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const greater = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** Layout: a version, then sum, least and most as varints, then the sketch. Sizes are whole numbers, and usually small ones. */
const VERSION = 1

/** Encodes the sizes of a period with results. */
export const encodeSizes = ({ sum, least, most, sketch }: SizeSum): Uint8Array => {
  const head = [VERSION]
  for (const value of [sum, least ?? 0, most ?? 0]) {
    let rest = value
    // Arithmetic instead of shifts: a sum may exceed 32 bits.
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
 * Divides the stored sizes of a period, without decoding their sketch.
 * @throws Error for bytes that `encodeSizes` did not write.
 */
export const divideSizes = (
  bytes: Uint8Array,
): { readonly sum: number; readonly least: number; readonly most: number; readonly sketch: Uint8Array } => {
  if (bytes[0] !== VERSION) throw new Error('These bytes are not sizes')
  let at = 1
  const read = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('These bytes are not sizes')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const [sum, least, most] = [read(), read(), read()]
  return { sum, least, most, sketch: bytes.subarray(at) }
}

/** Decodes stored sizes. */
export const decodeSizes = (bytes: Uint8Array): SizeSum => {
  const { sketch, ...rest } = divideSizes(bytes)
  return { ...rest, sketch: decodeSketch(sketch) }
}
