import type { Row } from '../../contract/core/resource.ts'
import type { reports } from '../../contract/reports/reports.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { one, several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type Report = Row<typeof reports>

/** The list of reports. */
export const reportList = defineList('report.list', {
  kind: 'report',
  one: 'report',
  many: 'reports',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  order: (rows) => [...rows].sort((a, b) => a.meta.order - b.meta.order),
  add: { command: 'report.new', icon: 'plus' },
  filters: [
    words({ label: 'Filter by name', text: ({ meta }) => meta.name }),
    several({ name: 'tag', label: 'Tag', of: ({ meta }) => ownTags(meta.tags) }),
    one({
      name: 'public',
      label: 'Link',
      options: [
        { value: 'yes', label: 'Public' },
        { value: 'no', label: 'Not public' },
      ],
      passes: ({ meta }, value) => meta.public === (value === 'yes'),
      hide: 't',
    }),
  ],
  acts: () => [
    { command: 'report.download', icon: 'download', label: 'Download CSV' },
    { command: 'report.edit', icon: 'edit', label: 'Edit' },
  ],
  menu: ({ meta }) => [
    { command: 'report.edit', icon: 'edit' },
    { command: 'report.download', icon: 'download' },
    ...(meta.public
      ? [
          { command: 'report.renew-link', icon: 'reload' as const },
          { command: 'report.revoke', icon: 'lock' as const, danger: true },
        ]
      : [{ command: 'report.publish', icon: 'globe' as const }]),
    'rule',
    { command: 'report.remove', icon: 'trash', danger: true },
  ],
  bulk: [{ command: 'report.remove', icon: 'trash', label: 'Delete', danger: true }],
  empty: {
    text: 'A report compares monitors over a period, in groups: pass rates, latencies, outliers and scores. It can be shared by a public link, printed, and exported.',
    line: 'create report "Payments"',
  },
})
