import { defineList, type RowOf } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type DeletedMonitor = RowOf<'deleted-monitor.list'>

/** The list of deleted monitors, the last deleted first. */
export const deletedMonitorList = defineList('deleted-monitor.list', {
  kind: 'deleted-monitor',
  one: 'deleted monitor',
  many: 'deleted monitors',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  filters: [words({ label: 'Filter by name or address', text: ({ name, url }) => `${name}\n${url}` })],
  acts: ({ id }) => [{ command: 'monitor.restore', args: { monitor: id }, icon: 'reload', label: 'Restore' }],
  bulk: [{ command: 'monitor.restore', icon: 'reload', label: 'Restore' }],
  empty: { title: 'No deleted monitors', text: 'A deleted monitor stays here for 30 days and can be restored.' },
})
