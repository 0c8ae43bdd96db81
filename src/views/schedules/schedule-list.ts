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
  filters: [words({ label: 'Filter by name or tag', text: ({ name, tags }) => `${name} ${tags.join(' ')}` })],
  acts: ({ id }) => [
    { command: 'schedule.edit', args: { schedule: id }, icon: 'edit', label: 'Edit' },
    { command: 'schedule.targets', args: { schedule: id }, icon: 'monitor', label: 'Monitors of' },
    { command: 'downtime.new', args: { schedule: id }, icon: 'pause', label: 'Add downtime to' },
  ],
  menu: ({ id, enabled }) => [
    { command: 'schedule.edit', args: { schedule: id }, icon: 'edit' },
    { command: 'schedule.targets', args: { schedule: id }, icon: 'monitor' },
    { command: 'schedule.set-retries', args: { schedule: id }, icon: 'reload' },
    { command: 'downtime.new', args: { schedule: id }, icon: 'pause', label: 'Add downtime' },
    enabled
      ? { command: 'schedule.pause', args: { schedule: id }, icon: 'pause' }
      : { command: 'schedule.resume', args: { schedule: id }, icon: 'play' },
    'rule',
    { command: 'schedule.remove', args: { schedule: id }, icon: 'trash', danger: true },
  ],
  bulk: [
    { command: 'schedule.pause', icon: 'pause', label: 'Pause' },
    { command: 'schedule.resume', icon: 'play', label: 'Resume' },
    { command: 'schedule.set-retries', icon: 'reload', label: 'Retries' },
    { command: 'schedule.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'A schedule runs monitors again and again: how often, from which locations, and what happens when a run fails.',
    line: 'create schedule often --frequency 5m --regions all',
  },
})
