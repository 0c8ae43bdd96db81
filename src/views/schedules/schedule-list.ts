import { several } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { words } from '../kit/list/words-filter.ts'

/** The list of schedules. */
export const scheduleList = defineList('schedule.list', {
  kind: 'schedule',
  one: 'schedule',
  many: 'schedules',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  add: { command: 'schedule.new', icon: 'plus' },
  filters: [
    words({ label: 'Filter by name or tag', text: ({ name, tags }) => `${name} ${tags.join(' ')}` }),
    several({
      name: 'state',
      label: 'State',
      of: ({ enabled, never_runs: never, idle_targets: idle }) => [
        enabled ? 'on' : 'paused',
        ...(never.length > 0 || idle > 0 ? ['never'] : []),
      ],
      options: [
        { value: 'on', label: 'On' },
        { value: 'paused', label: 'Paused' },
        { value: 'never', label: 'Never runs' },
      ],
      counted: true,
    }),
  ],
  acts: () => [
    { command: 'schedule.edit', icon: 'edit', label: 'Edit' },
    { command: 'schedule.targets', icon: 'monitor', label: 'Targets of' },
    { command: 'downtime.new', icon: 'pause', label: 'Add downtime to' },
  ],
  menu: ({ enabled }) => [
    { command: 'schedule.edit' },
    { command: 'schedule.targets' },
    { command: 'schedule.set-retries' },
    { command: 'schedule.set-hours' },
    { command: 'downtime.new', label: 'Add downtime' },
    enabled ? { command: 'schedule.pause' } : { command: 'schedule.resume' },
    'rule',
    { command: 'schedule.remove', danger: true },
  ],
  bulk: [
    { command: 'schedule.pause', icon: 'pause', label: 'Pause' },
    { command: 'schedule.resume', icon: 'play', label: 'Resume' },
    { command: 'schedule.set-retries', icon: 'reload', label: 'Retries' },
    { command: 'schedule.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'A schedule runs monitors, browser tests and workflows again and again: how often, from which locations, and what happens when a run fails.',
    line: 'create schedule often --frequency 5m --regions all',
  },
})
