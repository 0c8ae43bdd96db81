import type { PageOf } from './use-older.ts'

/**
 * The rows of a list of which the first page is read again and again while older ones are kept. Where the new first page does not
 * reach down to what was kept, more happened meanwhile than a page holds: then what was kept is let go, rather than shown with a gap.
 */
export const joinedBy =
  <Row extends { readonly id: string }>(newestFirst: (a: Row, b: Row) => number) =>
  (kept: readonly Row[], first: PageOf<Row>): readonly Row[] => {
    if (kept.length === 0 || first.meta.more === false) return first.results
    const known = new Set(kept.map(({ id }) => id))
    if (!first.results.some(({ id }) => known.has(id))) return first.results
    const fresh = new Set(first.results.map(({ id }) => id))
    return [...first.results, ...kept.filter(({ id }) => !fresh.has(id))].sort(newestFirst)
  }
