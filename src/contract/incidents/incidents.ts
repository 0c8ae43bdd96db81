import { endpoint, shape } from '../core/endpoint.ts'
import { shownNameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { data, id, time } from '../core/wire.ts'
import { IMPACTS, INCIDENT_STATES } from './incident-words.ts'
import { timelineEntry } from './timeline.ts'

const state = shape(oneOf(INCIDENT_STATES))
const impact = shape(oneOf(IMPACTS))
const title = shownNameOf('1 <= string <= 200')
const cause = shape('string <= 5000')
const text = shape('1 <= string <= 5000')

/** A monitor or workflow that an incident affects. */
const affected = shape({
  id: 'string',
  kind: "'monitor' | 'workflow'",
  name: 'string',
  /** Its name in the public report; null: it is not shown there. */
  public_name: 'string | null',
  since: time,
  /** When it recovered; null: not yet. */
  until: 'string | null',
  /** The monitor was deleted. */
  deleted: 'boolean',
})

const row = shape({
  id: 'string',
  title: 'string',
  /** The title in the public report: a neutral one until a person gives the incident a title. */
  public_title: 'string',
  state,
  impact,
  cause: 'string',
  /** Whether the public report shows the cause. */
  cause_public: 'boolean',
  begun: time,
  ended: 'string | null',
  /** The alert, person or API key that opened it; its name is null if it no longer exists. */
  opened_by: { kind: "'alert' | 'account' | 'api_key'", id: 'string', name: 'string | null' },
  /** When it was published; null: the public sees nothing of it. */
  published: 'string | null',
  /** Affected monitors by name, at most 5 in lists and 500 otherwise. */
  monitors: [affected, '[]'],
  monitor_count: 'number',
  /** Affected monitors that have not recovered. */
  failing_count: 'number',
  created: time,
  last_update: time,
})

/** Adds a monitor or workflow, or changes its public name. */
const named = shape({ id, 'public_name?': [shownNameOf('string <= 200'), '|', 'null'] })

const monitors = shape([[named, '[]'], '&', 'unknown[] <= 500'])

/** Incidents of a project, and the public report of one. */
export const incidents = {
  'incident.list': endpoint('GET /api/3/incidents/', {
    summary: 'Lists the incidents of the project, newest first; those that were merged into others are left out',
    access: 'see',
    query: shape({
      'cursor?': 'string <= 512',
      'limit?': '1 <= number.integer <= 200',
      /** Part of the title. */
      'search?': 'string <= 400',
      /** `open`: all states but resolved. */
      'state?': oneOf(['open', ...INCIDENT_STATES]),
      'monitor_id?': 'string <= 128',
      /** Incidents that lasted at some time from `from` up to, but without, `to`. */
      'from?': time,
      'to?': time,
    }),
    lists: 'data',
    answer: data(row),
  }),
  'incident.read': endpoint('GET /api/3/incidents/{id}', {
    summary: 'Returns one incident; for one that was merged, the incident that it was merged into',
    access: 'see',
    shows: 'incident',
    answer: row,
  }),
  'incident.timeline': endpoint('GET /api/3/incidents/{id}/timeline', {
    summary:
      'Lists what happened during an incident, newest first: updates, failing results, decisions of alerts and their messages, of its first 200 monitors',
    access: 'see',
    query: shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 200' }),
    lists: 'data',
    answer: data(timelineEntry),
  }),
  'incident.create': endpoint('POST /api/3/incidents/', {
    summary: 'Opens an incident by hand',
    access: 'govern',
    audit: 'incident.create',
    status: 201,
    repeatable: true,
    body: shape({
      title,
      'impact?': impact,
      'cause?': cause,
      /** When the outage began; default: now. */
      'begun?': time,
      'monitors?': monitors,
    }),
    shows: 'incident',
    answer: row,
  }),
  'incident.update': endpoint('PUT /api/3/incidents/{id}', {
    summary: 'Changes an incident; absent fields keep their values',
    access: 'govern',
    opens: ['cause_public', 'public_name'],
    seen: true,
    audit: 'incident.update',
    body: shape({
      'title?': title,
      'impact?': impact,
      'cause?': cause,
      'cause_public?': 'boolean',
      'begun?': time,
      /** Monitors to add, or to name otherwise in public. */
      'monitors?': monitors,
      /** Ids of monitors that the incident did not affect. */
      'remove_monitors?': [[id, '[]'], '&', 'unknown[] <= 500'],
      /** The `last_update` that the change is based on: if the incident was changed since, the change is refused with 409. */
      'if_last_update?': time,
    }),
    shows: 'incident',
    answer: row,
  }),
  'incident.post': endpoint('POST /api/3/incidents/{id}/updates', {
    summary: 'Posts an update, and moves the incident to a state; a public one is shown once the incident is published',
    access: 'govern',
    opens: ['public'],
    seen: true,
    audit: 'incident.post',
    repeatable: true,
    body: shape({ text, 'state?': state, 'public?': 'boolean' }),
    shows: 'incident',
    answer: row,
  }),
  'incident.resolve': endpoint('POST /api/3/incidents/{id}/resolve', {
    summary: 'Resolves an incident',
    access: 'govern',
    opens: ['public'],
    seen: true,
    audit: 'incident.resolve',
    body: shape({ 'text?': text, 'public?': 'boolean' }),
    shows: 'incident',
    answer: row,
  }),
  'incident.reopen': endpoint('POST /api/3/incidents/{id}/reopen', {
    summary: 'Reopens a resolved incident',
    access: 'govern',
    opens: ['public'],
    seen: true,
    audit: 'incident.reopen',
    body: shape({ 'text?': text, 'public?': 'boolean' }),
    shows: 'incident',
    answer: row,
  }),
  'incident.merge': endpoint('POST /api/3/incidents/{id}/merge', {
    summary: 'Moves the monitors and updates of an incident into another one, which its address leads to from then on',
    access: 'govern',
    seen: true,
    audit: 'incident.merge',
    body: shape({ into: id }),
    shows: 'incident',
    answer: row,
  }),
  'incident.publish': endpoint('POST /api/3/incidents/{id}/publish', {
    summary:
      'Publishes an incident: its title, state, impact, times, public updates, and monitors that have a public name',
    access: 'publish',
    opens: true,
    audit: 'incident.publish',
    body: shape({}),
    shows: 'incident',
    answer: row,
  }),
  'incident.unpublish': endpoint('POST /api/3/incidents/{id}/unpublish', {
    summary: 'Withdraws an incident from the public',
    access: 'publish',
    audit: 'incident.unpublish',
    body: shape({}),
    shows: 'incident',
    answer: row,
  }),
  'incident.remove': endpoint('DELETE /api/3/incidents/{id}', {
    summary: 'Deletes an incident and its updates; results and messages stay',
    access: 'govern',
    audit: 'incident.delete',
    status: 204,
    answer: null,
  }),
  'incident.public': endpoint('GET /api/2/incidents/{id}', {
    summary: 'Returns the public report of a published incident, without a sign-in',
    access: 'public',
    answer: shape({
      id: 'string',
      title: 'string',
      status: state,
      severity: impact,
      started: time,
      ended: 'string | null',
      /** Null unless it was published. */
      cause: 'string | null',
      /** Affected monitors by their public names. */
      affected: [{ name: 'string', since: time, until: 'string | null' }, '[]'],
      /** Public updates, newest first. */
      updates: [{ id: 'string', time, status: state, text: 'string' }, '[]'],
      stats: { duration_seconds: 'number', affected: 'number', updates: 'number' },
      /** The status page that lists the incident; null while none is published. */
      status_page: [{ title: 'string', url: 'string' }, '|', 'null'],
      last_update: time,
    }),
  }),
} as const
