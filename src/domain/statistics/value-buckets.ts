import { edgeOf, type Sketch } from '../core/sketch.ts'

/** Values above `from` and up to `to`; both are 0 for the values that are 0. */
export type Bucket = { readonly from: number; readonly to: number }

/** The fewest and the most buckets that values above 0 are shown in. */
const FEWEST = 20
const MOST = 40

/** Buckets of equal width on a logarithmic scale, and the place in them of each bucket of a sketch. */
export type Grid = {
  /** In ascending order, without gaps between values above 0. */
  readonly buckets: readonly Bucket[]
  /** Counts values by bucket, in the order of `buckets`. */
  countsOf(sketch: Sketch): number[]
}

/**
 * Divides the range of the values of sketches into 20 to 40 buckets, besides one for zeros if there are any. Each is made of whole
 * buckets of the sketches, so that every value is counted once, and a count is the same from sums and from single results.
 */
export const gridOf = (sketches: readonly Sketch[]): Grid => {
  let [least, most, hasZeros] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false]
  for (const { zeros, keys } of sketches) {
    if (zeros > 0) hasZeros = true
    if (keys.length === 0) continue
    least = Math.min(least, keys[0] ?? least)
    most = Math.max(most, keys.at(-1) ?? most)
  }
  const head: Bucket[] = hasZeros ? [{ from: 0, to: 0 }] : []
  if (most < least) return { buckets: head, countsOf: ({ zeros }) => head.map(() => zeros) }
  const width = widthOf(least, most)
  // Bucket `place` holds the keys after (place − 1) · width, up to place · width.
  const placeOf = (key: number) => Math.ceil(key / width)
  const missing = Math.max(0, FEWEST - (placeOf(most) - placeOf(least) + 1))
  const first = placeOf(least) - Math.floor(missing / 2)
  const last = placeOf(most) + Math.ceil(missing / 2)
  const buckets = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: edgeOf((first + index - 1) * width),
    to: edgeOf((first + index) * width),
  }))
  return {
    buckets: [...head, ...buckets],
    countsOf: ({ zeros, keys, counts }) => {
      const sums = new Array<number>(head.length + buckets.length).fill(0)
      if (hasZeros) sums[0] = zeros
      for (const [index, key] of keys.entries()) {
        const at = head.length + placeOf(key) - first
        sums[at] = (sums[at] ?? 0) + (counts[index] ?? 0)
      }
      return sums
    },
  }
}

/** The number of keys in a bucket: the fewest with which there are at most `MOST` buckets. */
const widthOf = (least: number, most: number): number => {
  let width = Math.max(1, Math.floor((most - least + 1) / MOST))
  while (Math.ceil(most / width) - Math.ceil(least / width) + 1 > MOST) width++
  return width
}
