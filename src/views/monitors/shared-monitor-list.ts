import { defineList, type RowOf } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type SharedMonitor = RowOf<'shared-monitor.list'>

/** Monitors that projects share with others, newest first. */
export const sharedMonitorList = defineList('shared-monitor.list', {
  // No command takes a monitor of another project.
  kind: null,
  one: 'shared monitor',
  many: 'shared monitors',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  paged: true,
  filters: [
    words({
      label: 'Filter by name, project or address',
      text: ({ meta, request }) => `${meta.name}\n${meta.project_name}\n${request?.url ?? ''}`,
    }),
  ],
  empty: {
    title: 'No shared monitors',
    text: 'A monitor appears here once its Advanced tab shares it. Others never see its headers, bodies or result details.',
  },
})
