import type { Row } from '../../contract/core/resource.ts'
import type { workflows } from '../../contract/workflows/workflows.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { one, several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'
import { categoryWords } from '../parts/text/category.ts'

export type Workflow = Row<typeof workflows>

const RESULTS = ['FAIL', 'WARNING', 'SLOW', 'PASS', 'QUEUED'] as const

/** The list of workflows. */
export const workflowList = defineList('workflow.list', {
  kind: 'workflow',
  one: 'workflow',
  many: 'workflows',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  add: { command: 'workflow.new', icon: 'plus' },
  filters: [
    words({ label: 'Filter by name', text: ({ meta }) => meta.name }),
    several({
      name: 'result',
      label: 'Result',
      of: ({ last_result }) => [last_result?.result_category ?? 'NONE'],
      upper: true,
      options: [
        ...RESULTS.map((value) => ({ value, label: categoryWords[value] })),
        { value: 'NONE', label: 'Not run yet' },
      ],
    }),
    several({ name: 'tag', label: 'Tag', of: ({ meta }) => ownTags(meta.tags) }),
    one({
      name: 'monitored',
      label: 'Runs',
      options: [
        { value: 'yes', label: 'On a schedule' },
        { value: 'no', label: 'On demand' },
      ],
      passes: ({ monitored }, value) => monitored === (value === 'yes'),
      hide: 't',
    }),
  ],
  acts: () => [
    { command: 'workflow.run', icon: 'play', label: 'Run' },
    { command: 'workflow.edit', icon: 'edit', label: 'Edit' },
  ],
  menu: () => [
    { command: 'workflow.run', icon: 'play' },
    { command: 'workflow.run-from', icon: 'location' },
    { command: 'workflow.edit', icon: 'edit' },
    { command: 'workflow.schedule', icon: 'schedule' },
    { command: 'workflow.duplicate', icon: 'copy' },
    'rule',
    { command: 'workflow.remove', icon: 'trash', danger: true },
  ],
  bulk: [
    { command: 'workflow.run', icon: 'play', label: 'Run' },
    { command: 'workflow.schedule', icon: 'schedule', label: 'Add to schedule' },
    { command: 'workflow.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'A workflow runs monitors one after another and hands the values that one sets, such as a token, to the next.',
    line: 'create workflow checkout --call_ids login,order',
  },
})
