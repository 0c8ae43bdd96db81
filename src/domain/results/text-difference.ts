import { commonPairs } from './json-difference.ts'

/** A stretch of lines that differs. Numbers count from 1. */
export type LineChange = {
  readonly before: { readonly line: number; readonly lines: readonly string[] }
  readonly after: { readonly line: number; readonly lines: readonly string[] }
}

/** Lines on each side up to which a changed middle is aligned. */
const ALIGNED = 1_000

/** Compares two texts line by line; returns the stretches that differ. */
export const textDifference = (before: string, after: string): readonly LineChange[] => {
  const [a, b] = [before.split(/\r?\n/), after.split(/\r?\n/)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const common = left.length > ALIGNED || right.length > ALIGNED ? [] : commonPairs(left, right)
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  for (const [x, y] of [...common, [left.length, right.length] as const]) {
    if (i < x || j < y)
      changes.push({
        before: { line: start + i + 1, lines: left.slice(i, x) },
        after: { line: start + j + 1, lines: right.slice(j, y) },
      })
    i = x + 1
    j = y + 1
  }
  return changes
}
