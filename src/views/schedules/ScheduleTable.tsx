import { useCallback, useMemo } from 'react'
import { useList } from '../core/use-list.ts'
import { BulkBar } from '../parts/act/BulkBar.tsx'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { RowAct, Selection } from '../parts/table/table-column.ts'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { scheduleColumns } from './schedule-columns.tsx'
import type { Schedule } from './schedule-form.ts'
import type { Places } from './use-places.ts'

const rowId = ({ id }: Schedule): string => id
const rowName = ({ name }: Schedule): string => name
const pointing = ({ id }: Schedule) => ({ command: 'list.point', args: { row: id } })
const toggling = ({ id }: Schedule) => ({ command: 'list.select', args: { row: id } })
const acts = ({ id }: Schedule): readonly RowAct[] => [
  { command: 'schedule.edit', args: { schedule: id }, icon: 'edit', label: 'Edit' },
  { command: 'schedule.targets', args: { schedule: id }, icon: 'monitor', label: 'Monitors of' },
]
const menu = ({ id, enabled }: Schedule): readonly MenuItem[] => [
  { command: 'schedule.edit', args: { schedule: id }, icon: 'edit' },
  { command: 'schedule.targets', args: { schedule: id }, icon: 'monitor' },
  { command: 'schedule.set-retries', args: { schedule: id }, icon: 'reload' },
  enabled
    ? { command: 'schedule.pause', args: { schedule: id }, icon: 'pause' }
    : { command: 'schedule.resume', args: { schedule: id }, icon: 'play' },
  'rule',
  { command: 'schedule.remove', args: { schedule: id }, icon: 'trash', danger: true },
]

const BULK = [
  { command: 'schedule.pause', icon: 'pause', label: 'Pause' },
  { command: 'schedule.resume', icon: 'play', label: 'Resume' },
  { command: 'schedule.set-retries', icon: 'reload', label: 'Retries' },
  { command: 'schedule.remove', icon: 'trash', label: 'Delete', danger: true },
] as const

/** The rows of the list, with their cursor and selection. */
export const ScheduleTable = ({ rows, places }: { rows: readonly Schedule[]; places: Places }) => {
  const ids = useMemo(() => rows.map(rowId), [rows])
  const nameOf = useCallback((id: string) => rows.find((row) => row.id === id)?.name ?? id, [rows])
  const { cursor, selected } = useList({ kind: 'schedule', ids, nameOf })
  const columns = useMemo(() => scheduleColumns(places), [places])
  const selection = useMemo<Selection<Schedule>>(() => {
    const all = selected.size === 0 ? 'none' : selected.size < ids.length ? 'some' : 'all'
    const togglingAll = { command: all === 'all' ? 'list.clear' : 'list.select-all' }
    return { has: (id) => selected.has(id), toggling, togglingAll, all, of: 'schedules' }
  }, [selected, ids])
  return (
    <>
      <Card flush label="Schedules">
        <VirtualTable
          label="Schedules"
          twoLine
          {...{ columns, rows, rowId, rowName, cursor, pointing, selection, acts, menu }}
        />
      </Card>
      <BulkBar count={selected.size} of="schedules" acts={BULK} clearing={{ command: 'list.clear' }} />
    </>
  )
}
