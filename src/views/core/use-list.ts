import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type ListStart, listMachine } from '../../../machines/list.ts'
import type { EntityKind } from '../../commands/core/world.ts'
import { useOnScreen } from './screen-machines.ts'
import { useChart } from './use-chart.ts'
import { useRemembered, visitMemory } from './visit.ts'

/** The row that keys act on, the selected rows, and the number of selected rows that a filter hides. */
export type ListCursor = {
  readonly cursor: string | null
  readonly selected: ReadonlySet<string>
  readonly hidden: number
}

type ListOptions<Row> = {
  /** Null: keys leave the rows alone. */
  readonly kind: EntityKind | null
  /** In the order that is shown. */
  readonly rows: readonly Row[]
  /** The rows with those that filters hide; absent where nothing is hidden. */
  readonly all?: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly rowName: (row: Row) => string
}

/** Cursors and selections of lists by the kind of their rows, so that Back returns to the same row. */
const cursors = visitMemory<ListStart>()

/** Cursor and selection of the screen's list. Keys and commands for rows act on it. */
export const useList = <Row>({ kind, rows, all, rowId, rowName }: ListOptions<Row>): ListCursor => {
  const name = kind ?? ''
  const [start] = useState(() => cursors.recall(name))
  const ref = useChart(listMachine, { input: start })
  const ids = useMemo(() => rows.map(rowId), [rows, rowId])
  // A search, not a map of all names: rows change with each key that narrows them, and few names are read.
  const nameOf = useCallback(
    (id: string) => {
      const row = rows.find((each) => rowId(each) === id)
      return row === undefined ? id : rowName(row)
    },
    [rows, rowId, rowName],
  )
  useOnScreen(
    'list',
    useMemo(() => kind && { ref, kind, nameOf }, [ref, kind, nameOf]),
  )
  const known = useMemo(() => all?.map(rowId), [all, rowId])
  useEffect(() => ref.send({ type: 'ROWS', ids, ...(known && { all: known }) }), [ref, ids, known])
  const cursor = useSelector(ref, ({ context }) => context.cursor)
  const selected = useSelector(ref, ({ context }) => context.selected)
  const hidden = useSelector(ref, ({ context }) => context.hidden)
  const place = useMemo(() => ({ cursor, selected: new Set([...selected, ...hidden]) }), [cursor, selected, hidden])
  useRemembered(cursors, name, place)
  return { cursor, selected, hidden: hidden.size }
}
