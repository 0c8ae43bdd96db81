import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { one, several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'
import { categoryWords } from '../parts/text/category.ts'
import { inOrder, type Monitor, statusOf } from './monitor-list.ts'

const RESULTS = ['FAIL', 'NO_DATA', 'WARNING', 'SLOW', 'PASS', 'QUEUED', 'SKIPPED'] as const

/** Statuses of a monitor. One that has no data from some location has two. */
const statusesOf = (monitor: Monitor): readonly string[] => {
  const status = statusOf(monitor) ?? 'NONE'
  return monitor.no_data === null || status === 'NO_DATA' ? [status] : [status, 'NO_DATA']
}

const tagsOf = ({ meta }: Monitor): readonly string[] => ownTags(meta.tags)

/** The list of monitors, those in trouble first. Monitors of the workspace `_meta` are internal. */
export const monitorList = defineList('monitor.list', {
  kind: 'monitor',
  one: 'monitor',
  many: 'monitors',
  rowId: ({ id }) => id,
  rowName: ({ meta }) => meta.name,
  add: { command: 'monitor.new', icon: 'plus' },
  shows: ({ meta }) => meta.workspace !== '_meta',
  order: inOrder,
  filters: [
    words({
      label: 'Filter by name or address',
      text: (monitor) => `${monitor.meta.name}\n${monitorUrl(monitor)}`,
    }),
    several({
      name: 'result',
      label: 'Result',
      of: statusesOf,
      upper: true,
      options: [
        ...RESULTS.map((value) => ({ value, label: categoryWords[value] })),
        { value: 'NONE', label: 'Not run yet' },
      ],
    }),
    several({ name: 'tag', label: 'Tag', of: tagsOf }),
    several({ name: 'without-tag', label: 'Without tag', of: tagsOf, without: true, hide: 't' }),
    one({
      name: 'type',
      label: 'Type',
      options: [
        { value: 'api', label: 'API' },
        { value: 'browser', label: 'Browser' },
      ],
      passes: ({ type }, value) => type === value,
      hide: 's',
    }),
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
    { command: 'monitor.run', icon: 'play', label: 'Run' },
    { command: 'monitor.edit', icon: 'edit', label: 'Edit' },
    { command: 'monitor.statistics', icon: 'performance', label: 'Statistics of' },
  ],
  menu: () => [
    { command: 'monitor.run' },
    { command: 'monitor.run-from' },
    { command: 'monitor.edit' },
    { command: 'monitor.statistics' },
    'rule',
    { command: 'monitor.tag' },
    { command: 'schedule.attach' },
    { command: 'monitor.duplicate' },
    { command: 'monitor.copy-curl' },
    'rule',
    { command: 'monitor.remove', danger: true },
  ],
  bulk: [
    { command: 'monitor.run', icon: 'play', label: 'Run' },
    { command: 'monitor.tag', icon: 'tag', label: 'Tag' },
    { command: 'schedule.attach', icon: 'schedule', label: 'Add to schedule' },
    { command: 'monitor.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'A monitor calls one address on a schedule, from locations you choose, and tells you when the response is wrong, slow or missing.',
    line: 'watch address https://…',
    acts: [
      { command: 'monitor.new', icon: 'plus' },
      { command: 'sample.import' },
      { command: 'monitor.paste-curl', icon: 'import' },
      { command: 'monitor.show-deleted', icon: 'trash' },
    ],
  },
})
