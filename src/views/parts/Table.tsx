import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './Table.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { TableProps } from './table-column.ts'

/** The classes of the table element itself. */
export const tableClass = ({
  dense,
  twoLine,
  className,
}: Pick<TableProps<never>, 'dense' | 'twoLine' | 'className'>): string =>
  classNames(classes.table, dense && classes.dense, twoLine && classes['two-line'], className)

/** A table whose rows are all drawn: up to some hundreds. `sticky`: its header stays at the top of the window. */
export const Table = <Row,>(props: TableProps<Row> & { readonly sticky?: boolean }) => {
  const { label, columns, rows, rowId, rowName, selection, acts, menu, pointing, cursor } = props
  const frame = useRef<HTMLDivElement>(null)
  const followed = useRef(cursor)
  useEffect(() => {
    // Where the cursor stands at first says nothing about where the reader is.
    if (cursor === followed.current || cursor === null || cursor === undefined) return
    followed.current = cursor
    frame.current?.querySelector(`[data-row="${CSS.escape(cursor)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [cursor])
  return (
    <div ref={frame} className={props.sticky ? classes['window-frame'] : classes.frame}>
      <table className={tableClass(props)} aria-label={label}>
        <TableHead {...props} />
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowId(row)}
              {...{ row, columns, rowId, rowName, selection, acts, menu, pointing }}
              isCursor={rowId(row) === cursor}
              isSelected={selection?.has(rowId(row)) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
