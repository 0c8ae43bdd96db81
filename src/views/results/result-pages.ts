import type { Result } from './full-result.ts'

/** Newest first; of two at one moment the one with the greater id. */
const newestFirst = (a: Result, b: Result): number =>
  a.created === b.created ? (a.id < b.id ? 1 : -1) : a.created < b.created ? 1 : -1

/**
 * The rows of a list of which the first page is read again and again while older ones are kept. Where the new first page does not
 * reach down to what was kept, more happened meanwhile than a page holds: then what was kept is let go, rather than shown with a gap.
 */
export const joined = (
  kept: readonly Result[],
  firstPage: readonly Result[],
  firstIsAll: boolean,
): readonly Result[] => {
  if (kept.length === 0 || firstIsAll) return firstPage
  const known = new Set(kept.map(({ id }) => id))
  if (!firstPage.some(({ id }) => known.has(id))) return firstPage
  const fresh = new Map(firstPage.map((result) => [result.id, result]))
  return [...firstPage, ...kept.filter(({ id }) => !fresh.has(id))].sort(newestFirst)
}

/** Results that are there and not shown yet, since whoever reads is further down. */
export const heldBack = (shown: readonly Result[], all: readonly Result[]): number => {
  const known = new Set(shown.map(({ id }) => id))
  return all.filter(({ id }) => !known.has(id)).length
}
