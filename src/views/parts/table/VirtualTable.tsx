import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSteadyRow } from './steady-row.ts'
import classes from './Table.module.css'
import { Table, tableClass } from './Table.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { TableProps } from './table-column.ts'

/** Fewer rows than this are simply drawn. */
const VIRTUAL_FROM = 60
const OVERSCAN = 5
/** What stands above the rows while the page scrolls: the top bar and the table's own header, in px. */
const STICKY_PX = 52 + 34

const rowHeight = (twoLine: boolean | undefined, dense: boolean | undefined): number => {
  const row = dense
    ? 34
    : Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-h')) || 44
  return twoLine ? row + 6 : row
}

const Virtual = <Row,>(props: TableProps<Row>) => {
  const { label, columns, rows, rowId, selection, acts, menu, cursor, dense, twoLine } = props
  const calls = useSteadyRow(props)
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // Reading a style is dear, and the height is asked for each of thousands of rows: all are as high as one.
  const [height, setHeight] = useState(() => rowHeight(twoLine, dense))
  useEffect(() => {
    // What stands above the table grows and shrinks: notices, filters that wrap. The observer asks when all is laid out already.
    const observer = new ResizeObserver(() => {
      const box = body.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
      const row = body.current?.querySelector('[data-row]')?.getBoundingClientRect()
      if (row) setHeight(row.height)
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: useCallback(() => height, [height]),
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: STICKY_PX,
    scrollPaddingEnd: 16,
    // A new function would have all rows measured anew with every move of the cursor.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row === undefined ? index : rowId(row)
      },
      [rows, rowId],
    ),
  })
  const measured = useRef(height)
  useLayoutEffect(() => {
    if (measured.current === height) return
    measured.current = height
    virtualizer.measure()
  }, [height, virtualizer])
  const place = cursor === null || cursor === undefined ? -1 : rows.findIndex((row) => rowId(row) === cursor)
  const followed = useRef(cursor)
  // Only the cursor's moves scroll: rows that arrive or are sorted anew leave the page where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: place and virtualizer
  useEffect(() => {
    if (cursor === followed.current) return
    followed.current = cursor
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto', behavior: 'instant' })
  }, [cursor])
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const cells = columns.length + (selection ? 1 : 0) + (acts || menu ? 1 : 0)
  return (
    <div className={classes['window-frame']}>
      <table className={tableClass(props)} aria-label={label} aria-rowcount={rows.length + 1}>
        <TableHead {...props} />
        <tbody ref={body}>
          {before > 0 && <Gap height={before} cells={cells} />}
          {items.map(({ index, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <TableRow
                key={key}
                {...{ calls, columns, row }}
                index={index + 2}
                isCursor={index === place}
                isSelected={selection?.has(rowId(row)) ?? false}
              />
            )
          })}
          {after > 0 && <Gap height={after} cells={cells} />}
        </tbody>
      </table>
    </div>
  )
}

/** The room of the rows that are not drawn. */
const Gap = ({ height, cells }: { height: number; cells: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus
  <tr aria-hidden="true">
    <td className={classes.gap} colSpan={cells} style={{ blockSize: height }} />
  </tr>
)

/** A table of any length: of thousands of rows, those near the window are drawn. It scrolls with the page. */
export const VirtualTable = <Row,>(props: TableProps<Row>) =>
  props.rows.length < VIRTUAL_FROM || props.detail ? <Table {...props} sticky /> : <Virtual {...props} />
