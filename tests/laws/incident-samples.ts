import type { Sample } from './sample.ts'

const when = { from: '2026-01-01T00:00:00Z', to: '2126-01-08T00:00:00+01:00' }

/** Inputs of the endpoints of incidents. */
export const incidentSamples: Readonly<Record<string, Sample>> = {
  'incident.list': {
    query: { limit: '10', cursor: '1700000000000.1', state: 'open', from: when.from, to: when.to, monitor_id: 'x' },
  },
  'incident.timeline': { query: { limit: '10' } },
  'incident.create': { body: { title: 'Down', impact: 'major', cause: 'Unknown', begun: when.from } },
  'incident.update': { body: { title: 'Down again', cause_public: true, remove_monitors: [] } },
  'incident.post': { body: { text: 'Looking', state: 'identified', public: true } },
  'incident.resolve': { body: { text: 'Over', public: true } },
  'incident.reopen': { body: { text: 'Again' } },
  'incident.merge': { body: { into: 'x' } },
  'incident.publish': { body: {} },
  'incident.unpublish': { body: {} },
}
