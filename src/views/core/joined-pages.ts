import type { PageOf } from './use-older.ts'

/**
 * Joins a refetched first page with older rows. If the new first page does not
 * overlap the kept rows, more than a page arrived meanwhile, and the kept rows are dropped rather than shown with a gap.
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
