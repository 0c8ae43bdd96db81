import { several } from '../kit/list/choice-filter.ts'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type FileRow = RowOf<'file.list'>

/** The list of files. */
export const fileList = defineList('file.list', {
  kind: 'file',
  one: 'file',
  many: 'files',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  add: { command: 'file.new', icon: 'plus' },
  filters: [
    words({
      label: 'Filter by name or tag',
      text: ({ meta, file }) => `${meta.name} ${file.name} ${meta.tags.join(' ')}`,
    }),
    several({
      name: 'kind',
      label: 'Kind',
      of: ({ file }) => [file.kind],
      options: [
        { value: 'openapi', label: 'OpenAPI' },
        { value: 'other', label: 'Other' },
      ],
    }),
  ],
  acts: () => [
    { command: 'file.edit', icon: 'edit', label: 'Edit' },
    { command: 'file.download', icon: 'download', label: 'Download' },
  ],
  menu: ({ file }) => [
    { command: 'file.edit' },
    { command: 'file.download' },
    ...(file.source_url === null ? [] : ([{ command: 'file.refresh' }] as const)),
    'rule',
    { command: 'file.remove', danger: true },
  ],
  bulk: [{ command: 'file.remove', icon: 'trash', label: 'Delete', danger: true }],
  empty: {
    text: 'Monitors send files as bodies and in forms, and OpenAPI documents describe the APIs that they call. Upload a file, or fetch it from a web address.',
    line: 'new file',
  },
})
