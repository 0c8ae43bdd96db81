import { type RefObject, useEffect, useRef } from 'react'
import { classNames } from '../text/class-names.ts'
import { useSteadyRow } from './steady-row.ts'
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

/** Lets the keyboard scroll a frame whose table is wider, as a pointer can. */
const useKeyScrolling = (frame: RefObject<HTMLDivElement | null>): void =>
  useEffect(() => {
    const { current } = frame
    if (!current) return undefined
    const look = () => {
      if (current.scrollWidth > current.clientWidth) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    }
    const observer = new ResizeObserver(look)
    observer.observe(current)
    // The table grows by what its rows show, while its frame stays as wide.
    if (current.firstElementChild) observer.observe(current.firstElementChild)
    return () => observer.disconnect()
  }, [frame])

/** A table whose rows are all drawn: up to some hundreds. `sticky`: its header stays at the top of the window. */
export const Table = <Row,>(props: TableProps<Row> & { readonly sticky?: boolean }) => {
  const { label, columns, rows, rowId, selection, cursor } = props
  const calls = useSteadyRow(props)
  const frame = useRef<HTMLDivElement>(null)
  const followed = useRef(cursor)
  useEffect(() => {
    // Where the cursor stands at first says nothing about where the reader is.
    if (cursor === followed.current || cursor === null || cursor === undefined) return
    followed.current = cursor
    frame.current
      ?.querySelector(`[data-row="${CSS.escape(cursor)}"]`)
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [cursor])
  useKeyScrolling(frame)
  return (
    <div ref={frame} className={props.sticky ? classes['window-frame'] : classes.frame}>
      <table className={tableClass(props)} aria-label={label}>
        <TableHead {...props} />
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowId(row)}
              {...{ calls, columns, row }}
              isCursor={rowId(row) === cursor}
              detail={props.detail?.(row)}
              isSelected={selection?.has(rowId(row)) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
