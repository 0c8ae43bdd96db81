import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { downtimeStatus, windowFrom } from '../../domain/downtimes/downtime-windows.ts'
import { several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'
import type { DowntimeRow } from './use-downtimes.ts'

/** When a downtime is next; what is over comes last. */
const nextOf = ({ schedule }: DowntimeRow, now: number): number =>
  windowFrom(downtimeOf(schedule), now)?.startMs ?? Number.POSITIVE_INFINITY

/** The list of downtimes. */
export const downtimeList = defineList('downtime.list', {
  kind: 'downtime',
  one: 'downtime',
  many: 'downtimes',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  add: { command: 'downtime.new', icon: 'plus' },
  filters: [
    words({ label: 'Filter by name', text: ({ meta }) => meta.name }),
    several({
      name: 'state',
      label: 'State',
      of: ({ schedule }) => [downtimeStatus(downtimeOf(schedule), Date.now())],
      options: [
        { value: 'active', label: 'Active' },
        { value: 'upcoming', label: 'Upcoming' },
        { value: 'past', label: 'Past' },
      ],
    }),
  ],
  order: (rows) => {
    const now = Date.now()
    return rows
      .map((row) => ({ row, next: nextOf(row, now) }))
      .toSorted((a, b) => (a.next === b.next ? 0 : a.next - b.next))
      .map(({ row }) => row)
  },
  acts: () => [
    { command: 'downtime.edit', icon: 'edit', label: 'Edit' },
    { command: 'downtime.remove', icon: 'trash', label: 'Delete' },
  ],
  menu: () => [{ command: 'downtime.edit' }, 'rule', { command: 'downtime.remove', danger: true }],
  bulk: [{ command: 'downtime.remove', icon: 'trash', label: 'Delete', danger: true }],
  empty: {
    text: 'Planned work makes monitors fail. In a downtime their schedules make no runs: nothing counts as missed, and no alert fires. It happens once, every day or every week, for one schedule or for all.',
    line: 'new downtime',
  },
})
