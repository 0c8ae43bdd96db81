import { useMemo, useRef } from 'react'
import type { ActSpec } from '../act/acts.ts'
import type { TableProps } from './table-column.ts'

/** Callbacks of a table for a row. */
export type RowCalls<Row> = Pick<TableProps<Row>, 'rowId' | 'rowName' | 'acts' | 'menu' | 'pointing'> & {
  readonly toggling: ((row: Row) => ActSpec | null) | undefined
}

/**
 * The same functions from one drawing of a table to the next, although a screen writes them anew each time: they call the newest
 * ones. So a row is drawn again only when something that it shows has changed.
 */
export const useSteadyRow = <Row>(props: TableProps<Row>): RowCalls<Row> => {
  const newest = useRef(props)
  newest.current = props
  const [hasActs, hasMenu, hasPointing, hasSelection] = [props.acts, props.menu, props.pointing, props.selection].map(
    (each) => each !== undefined,
  )
  return useMemo(
    () => ({
      rowId: (row) => newest.current.rowId(row),
      rowName: (row) => newest.current.rowName(row),
      acts: hasActs ? (row) => newest.current.acts?.(row) ?? [] : undefined,
      menu: hasMenu ? (row) => newest.current.menu?.(row) ?? [] : undefined,
      pointing: hasPointing ? (row) => newest.current.pointing?.(row) ?? null : undefined,
      toggling: hasSelection ? (row) => newest.current.selection?.toggling(row) ?? null : undefined,
    }),
    [hasActs, hasMenu, hasPointing, hasSelection],
  )
}
