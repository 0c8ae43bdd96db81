/** Where a location is. `cloud` and `region` are names, empty where they are unknown. */
export type Place = { readonly key: number; readonly cloud: string; readonly region: string }

/** The verdict of a result about the target. Warnings say nothing certain and are not counted. */
export const MARK = { pass: 0, slow: 1, warning: 2, fail: 3 } as const

/**
 * Results of a monitor at one location that count in statistics, in any order. All arrays have the same length; with
 * hundreds of thousands of results, objects would take ten times the memory.
 */
export type Series = {
  readonly place: Place
  readonly due: Float64Array
  /** Milliseconds; meaningful where `answered` is 1. */
  readonly total: Float64Array
  /** Values of `MARK`. */
  readonly mark: Uint8Array
  /** 1 where there was a response. */
  readonly answered: Uint8Array
}

/** The results of a series that `keep` accepts by their index. */
export const selected = (values: Float64Array, keep: (index: number) => boolean): Float64Array => {
  const kept = new Float64Array(values.length)
  let count = 0
  for (let index = 0; index < values.length; index++) if (keep(index)) kept[count++] = values[index] ?? 0
  return kept.slice(0, count)
}

/** Merges two sorted arrays. */
const mergedTwo = (a: Float64Array, b: Float64Array): Float64Array => {
  const all = new Float64Array(a.length + b.length)
  for (let at = 0, i = 0, j = 0; at < all.length; at++) {
    const [left, right] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY]
    all[at] = Math.min(left, right)
    if (left <= right) i++
    else j++
  }
  return all
}

/** Merges sorted arrays, in less time than sorting them again would take. */
export const mergedSorted = (parts: readonly Float64Array[]): Float64Array => {
  const [first = new Float64Array(), second, ...others] = parts
  if (second === undefined) return first
  return mergedSorted([...others, mergedTwo(first, second)])
}

/** Concatenates arrays. */
export const concatenated = (parts: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The value at rank ⌊q·(n−1)⌋ of sorted values: one that was measured, without interpolation. Null without values. */
export const atRank = (sorted: Float64Array, q: number): number | null =>
  sorted[Math.floor(q * (sorted.length - 1))] ?? null

/** The mean of the two middle values of sorted values, or the middle one; null without values. */
export const middleOf = (sorted: Float64Array): number | null => {
  const { length } = sorted
  if (length === 0) return null
  return ((sorted[(length - 1) >> 1] ?? 0) + (sorted[length >> 1] ?? 0)) / 2
}
