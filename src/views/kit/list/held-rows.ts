import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ListName, RowOf } from './list.ts'
import type { Listing } from './use-listing.ts'

/** From this scroll position on, a person is reading rows, which new ones must not move. */
const READING_FROM_PX = 160

const onScroll = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
const isReading = () => window.scrollY > READING_FROM_PX

/** Number of rows that are loaded and not shown. */
export const hiddenCount = <Row>(shown: readonly Row[], all: readonly Row[], rowId: (row: Row) => string): number => {
  const known = new Set(shown.map(rowId))
  return all.filter((row) => !known.has(rowId(row))).length
}

type Held<Name extends ListName> = { readonly listing: Listing<Name>; readonly waiting: number }

/** Holds new rows back while a person reads further down. Older rows come in at the end as ever. */
export const useHeldRows = <Name extends ListName>(listing: Listing<Name>): Held<Name> => {
  const { rows: all, filters, list } = listing
  const of = filters.search
  const reading = useSyncExternalStore(onScroll, isReading)
  const shown = useRef<{ of: typeof of; rows: readonly RowOf<Name>[] }>({ of, rows: all })
  const { current: before } = shown
  const isEqual = before.of === of && before.rows.length > 0
  const lastOf = (rows: readonly RowOf<Name>[]) => rows.slice(-1).map(list.rowId)[0]
  // The first page of a paged list ends elsewhere with each row that arrives.
  const grownBelow = !list.paged && isEqual && all.length > 0 && lastOf(all) !== lastOf(before.rows)
  const rows = reading && isEqual && !grownBelow ? before.rows : all
  useEffect(() => {
    shown.current = { of, rows }
  }, [of, rows])
  if (rows === all) return { listing, waiting: 0 }
  // The next page begins below the rows that are shown.
  const nextCursor = listing.nextCursor && (lastOf(rows) ?? null)
  return { listing: { ...listing, rows, all: rows, nextCursor }, waiting: hiddenCount(rows, all, list.rowId) }
}
