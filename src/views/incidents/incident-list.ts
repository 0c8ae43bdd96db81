import { INCIDENT_STATES } from '../../contract/incidents/incident-words.ts'
import { serverChoice, serverValue } from '../kit/list/choice-filter.ts'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { timeRange } from '../kit/list/time-filter.ts'
import { formats } from '../parts/text/format.ts'
import { stateWords } from './incident-words.ts'

export type Incident = RowOf<'incident.list'>

const monitorsOf = (rows: readonly Incident[]) => {
  const names = new Map(rows.flatMap(({ monitors }) => monitors.map(({ id, name }) => [id, name] as const)))
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => (a.label < b.label ? -1 : 1))
}

/** The list of incidents. */
export const incidentList = defineList('incident.list', {
  kind: 'incident',
  one: 'incident',
  many: 'incidents',
  rowId: ({ id }) => id,
  rowName: ({ title }) => title,
  add: { command: 'incident.new', icon: 'plus' },
  paged: true,
  filters: [
    serverChoice({
      name: 'state',
      label: 'State',
      options: [
        { value: 'open', label: 'Not resolved' },
        ...INCIDENT_STATES.map((value) => ({ value, label: stateWords[value] })),
      ],
      asks: (state) => ({ state }),
    }),
    serverValue<Incident, { monitor_id?: string }>({
      name: 'monitor',
      label: 'Monitor',
      hide: 's',
      options: monitorsOf,
      asks: (monitor_id) => ({ monitor_id }),
    }),
    timeRange({ words: (from, to) => `${from || '…'} to ${to || 'now'}`, asks: (range) => range }),
  ],
  menu: ({ ended, published }) => [
    ended === null
      ? { command: 'incident.resolve', icon: 'check' as const }
      : { command: 'incident.reopen', icon: 'reload' as const },
    { command: 'incident.edit', icon: 'edit' },
    { command: 'incident.merge', icon: 'import' },
    published === null
      ? { command: 'incident.publish', icon: 'globe' as const }
      : { command: 'incident.unpublish', icon: 'lock' as const, danger: true },
    'rule',
    { command: 'incident.remove', icon: 'trash', danger: true },
  ],
  bulk: [
    { command: 'incident.resolve', icon: 'check', label: 'Resolve' },
    { command: 'incident.remove', icon: 'trash', label: 'Delete', danger: true },
  ],
  empty: {
    text: 'An incident tells of one outage: the monitors it affects, when it began and ended, and what people say about it. An alert opens one if “Opens an incident” is on in its settings. Otherwise you open it by hand.',
    line: 'create incident "Checkout is slow"',
  },
})

/** Duration of an incident: "12 min". */
export const durationOf = ({ begun, ended }: { begun: string; ended: string | null }, now: number): string =>
  // Whole seconds: a text that changes with each reading of the clock would be drawn for ever.
  formats.span(Math.max(0, Math.floor(((ended === null ? now : Date.parse(ended)) - Date.parse(begun)) / 1000)) * 1000)
