import { useCallback } from 'react'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { type ListCursor, useList } from '../../core/use-list.ts'
import { useActs } from '../../parts/act/acts.ts'
import { hrefOf, useLinks } from '../../parts/act/links.ts'
import type { ListRows } from './list.ts'

/** Cursor and selection of a list's rows, whatever draws them. Enter opens a row by the list's own command. */
export const useRowCursor = <Row>(
  list: Pick<ListRows<Row>, 'kind' | 'rowId' | 'rowName' | 'opens'>,
  rows: readonly Row[],
  all?: readonly Row[],
): ListCursor => {
  const { kind, rowId, rowName, opens } = list
  const { perform } = useActs()
  const links = useLinks()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, id }) => {
        const [first] = rows
        if (type === 'FOCUS_ROWS' && first !== undefined) {
          perform('list.point', { row: rowId(first) })
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        }
        if (type !== 'OPEN' || !opens) return
        const row = rows.find((each) => rowId(each) === id)
        if (row === undefined) return
        const target = opens(row)
        if ('to' in target) links.go(hrefOf(links, target))
        else perform(target.command, target.args)
      },
      [rows, rowId, opens, perform, links],
    ),
  )
  return useList({ kind, rows, all, rowId, rowName })
}
