import { useMemo } from 'react'
import { useList } from '../core/use-list.ts'
import { useResource } from '../core/use-resource.ts'
import { BulkBar } from '../parts/act/BulkBar.tsx'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { RowAct, Selection } from '../parts/table/table-column.ts'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { monitorColumns, sortedBy } from './monitor-columns.tsx'
import type { ListedMonitor, Monitor } from './monitor-list.ts'
import classes from './monitors.module.css'
import { cadenceOf } from './schedule-words.ts'

const rowId = ({ monitor }: ListedMonitor): string => monitor.id
const rowName = ({ monitor }: ListedMonitor): string => monitor.meta.name
const pointing = ({ monitor }: ListedMonitor) => ({ command: 'list.point', args: { row: monitor.id } })
const acts = ({ monitor: { id } }: ListedMonitor): readonly RowAct[] => [
  { command: 'monitor.run', args: { monitor: id }, icon: 'play', label: 'Run' },
  { command: 'monitor.edit', args: { monitor: id }, icon: 'edit', label: 'Edit' },
  { command: 'monitor.statistics', args: { monitor: id }, icon: 'performance', label: 'Statistics of' },
]
const menu = ({ monitor: { id } }: ListedMonitor): readonly MenuItem[] => [
  { command: 'monitor.run', args: { monitor: id }, icon: 'play' },
  { command: 'monitor.run-from', args: { monitor: id }, icon: 'location' },
  { command: 'monitor.edit', args: { monitor: id }, icon: 'edit' },
  { command: 'monitor.statistics', args: { monitor: id }, icon: 'performance' },
  'rule',
  { command: 'monitor.tag', args: { monitor: id }, icon: 'tag' },
  { command: 'schedule.attach', args: { monitor: id }, icon: 'schedule' },
  { command: 'monitor.duplicate', args: { monitor: id }, icon: 'copy' },
  { command: 'monitor.copy-curl', args: { monitor: id }, icon: 'copy' },
  'rule',
  { command: 'monitor.remove', args: { monitor: id }, icon: 'trash', danger: true },
]
const toggling = ({ monitor }: ListedMonitor) => ({ command: 'list.select', args: { row: monitor.id } })

const BULK = [
  { command: 'monitor.run', icon: 'play', label: 'Run' },
  { command: 'monitor.tag', icon: 'tag', label: 'Tag' },
  { command: 'schedule.attach', icon: 'schedule', label: 'Add to schedule' },
  { command: 'monitor.remove', icon: 'trash', label: 'Delete', danger: true },
] as const

/** How often and from where each monitor is called. */
const useCadence = () => {
  const { data: schedules } = useResource('schedule.list', {})
  const { data: agents } = useResource('agent.list', {})
  return useMemo(() => {
    const byId = new Map((schedules?.data ?? []).map((schedule) => [schedule.id, schedule]))
    return ({ schedule_ids }: Monitor) => cadenceOf(schedule_ids, byId, agents?.regions ?? [])
  }, [schedules, agents])
}

/** The rows of the list, with their cursor and selection. `sort` is the address's. */
export const MonitorTable = ({ rows, sort }: { rows: readonly ListedMonitor[]; sort: string | undefined }) => {
  const ids = useMemo(() => rows.map(rowId), [rows])
  const { cursor, selected } = useList({ kind: 'monitor', rows, rowId, rowName })
  const cadence = useCadence()
  const columns = useMemo(() => monitorColumns(sort, cadence), [sort, cadence])
  const sorted = useMemo(() => sortedBy(sort), [sort])
  const selection = useMemo<Selection<ListedMonitor>>(() => {
    const all = selected.size === 0 ? 'none' : selected.size < ids.length ? 'some' : 'all'
    const togglingAll = { command: all === 'all' ? 'list.clear' : 'list.select-all' }
    return { has: (id) => selected.has(id), toggling, togglingAll, all, of: 'monitors' }
  }, [selected, ids])
  return (
    <>
      <Card flush label="Monitors" className={classes.list}>
        <VirtualTable
          label="Monitors"
          twoLine
          {...{ columns, rows, rowId, rowName, sorted, cursor, pointing, selection, acts, menu }}
        />
      </Card>
      <BulkBar count={selected.size} of="monitors" acts={BULK} clearing={{ command: 'list.clear' }} />
    </>
  )
}
