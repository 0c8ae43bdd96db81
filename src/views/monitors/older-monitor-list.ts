import { several } from '../kit/list/choice-filter.ts'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

export type OlderMonitor = RowOf<'older-monitor.list'>

/** Whether a new rule would change anything for a monitor as it is. */
export const wouldDiffer = ({ rules }: OlderMonitor): boolean => rules.some(({ differences }) => differences.length > 0)

const RULE_WORDS: Readonly<Record<OlderMonitor['rules'][number]['rule'], string>> = {
  redirect_method: 'Redirects',
  unset_variables: 'Variables without a value',
  numeric_texts: 'Texts in JSON',
}

/** The rules of which a new one would change something. */
const differing = ({ rules }: OlderMonitor): readonly string[] =>
  rules.flatMap(({ rule, differences }) => (differences.length > 0 ? [RULE_WORDS[rule]] : []))

/** Monitors that an upgrade left with older rules; those for which a new one would change something come first. */
export const olderMonitorList = defineList('older-monitor.list', {
  kind: 'monitor',
  one: 'monitor with older rules',
  many: 'monitors with older rules',
  label: 'Older rules',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  filters: [
    words({ label: 'Filter by name or address', text: ({ name, url }) => `${name}\n${url}` }),
    several({ name: 'differs', label: 'Would differ', of: differing }),
  ],
  order: (rows) => rows.toSorted((a, b) => Number(wouldDiffer(b)) - Number(wouldDiffer(a))),
  acts: () => [{ command: 'monitor.switch-rules', icon: 'check', label: 'Switch to new rules' }],
  bulk: [{ command: 'monitor.switch-rules', icon: 'check', label: 'Switch to new rules' }],
  empty: { title: 'No older rules', text: 'All monitors of this project go by the rules of new ones.' },
})
