import { type ReactNode, useMemo } from 'react'
import { BulkBar } from '../../parts/act/BulkBar.tsx'
import type { Column, Selection, TableProps } from '../../parts/table/table-column.ts'
import { VirtualTable } from '../../parts/table/VirtualTable.tsx'
import { Card } from '../../parts/text/Card.tsx'
import type { ListRows } from './list.ts'
import { useRowCursor } from './use-row-cursor.ts'

/** Settings of the table that change with the screen's state. */
export type TableOptions<Row> = Partial<Pick<TableProps<Row>, 'sorted' | 'detail' | 'acts' | 'menu'>>

type ListTableProps<Row> = TableOptions<Row> & {
  readonly list: ListRows<Row>
  readonly rows: readonly Row[]
  /** The rows with those that filters hide; absent where nothing is hidden. */
  readonly all?: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly className?: string | undefined
  /** Below the rows, within their card. */
  readonly foot?: ReactNode
}

const CLEARING = { command: 'list.clear' }

/** Rows of a list as a table, with cursor, selection and the bar of commands for selected rows. */
export const ListTable = <Row,>({ list, rows, all, columns, className, foot, ...options }: ListTableProps<Row>) => {
  const { kind, label, titled, many, rowId, rowName, bulk, acts, menu, oneLine } = list
  const { cursor, selected, hidden } = useRowCursor(list, rows, all)
  const selection = useMemo<Selection<Row> | undefined>(() => {
    if (!bulk) return undefined
    const marked = selected.size === 0 ? 'none' : selected.size < rows.length ? 'some' : 'all'
    return {
      has: (id) => selected.has(id),
      toggling: (row) => ({ command: 'list.select', args: { row: rowId(row) } }),
      togglingAll: { command: marked === 'all' ? 'list.clear' : 'list.select-all' },
      all: marked,
      of: many,
    }
  }, [bulk, many, selected, rows.length, rowId])
  return (
    <>
      <Card flush {...(titled ? { title: label } : { label })} {...(className !== undefined && { className })}>
        <VirtualTable
          label={label}
          twoLine={!oneLine}
          pointing={kind === null ? undefined : (row) => ({ command: 'list.point', args: { row: rowId(row) } })}
          {...{ columns, rows, rowId, rowName, cursor, selection, acts, menu }}
          {...options}
        />
        {foot}
      </Card>
      {bulk && <BulkBar count={selected.size} hidden={hidden} of={many} acts={bulk} clearing={CLEARING} />}
    </>
  )
}
