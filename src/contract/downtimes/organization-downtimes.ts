import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { optional } from '../core/resource.ts'
import { data, time } from '../core/wire.ts'

const draft = shape({
  name: nameOf('1 <= string <= 400'),
  start_time: time,
  end_time: time,
  'repeated?': 'boolean',
  /** Days from one window to the next: 1 or 7, and 0 if it does not repeat. */
  'repeat_days?': '0 | 1 | 7',
  /** An IANA name: repeats keep their local time across daylight saving. */
  'timezone?': '1 <= string <= 100',
  /** Projects that it covers; empty for all projects of the organization, also those that are created later. */
  'project_ids?': 'string[] <= 1000',
})

/** A downtime of the schedules of an organization's projects. */
const row = shape({
  id: 'string',
  name: 'string',
  organization: { id: 'string', name: 'string' },
  start_time: time,
  end_time: time,
  repeated: 'boolean',
  repeat_days: '0 | 1 | 7',
  timezone: 'string',
  project_ids: 'string[]',
  /** Whom it silences, in words: `all projects`, or the number of those that it covers and the reader may know. */
  scope: 'string',
  status: "'active' | 'upcoming' | 'past'",
  /** The window that holds now, else the next one; null if the last is over. */
  next_window: [{ start_time: time, end_time: time }, '|', 'null'],
  created: time,
  last_update: time,
})

const ORGANIZATION = '/api/3/organizations/{org}/downtimes' as const

/** Downtimes of organizations, for their ADMINs. Members of a project see those that cover it. */
export const organizationDowntimes = {
  'organization-downtime.list': endpoint(`GET ${ORGANIZATION}`, {
    summary: 'Lists the downtimes of an organization, newest first; for its ADMINs',
    access: 'organization',
    lists: 'data',
    answer: data(row),
  }),
  'organization-downtime.list-of-project': endpoint('GET /api/3/downtimes/organization', {
    summary: 'Lists the organization downtimes that cover the schedules of the project, newest first',
    access: 'see',
    lists: 'data',
    answer: data(row),
  }),
  'organization-downtime.create': endpoint(`POST ${ORGANIZATION}`, {
    summary: 'Creates a downtime of all schedules of an organization, or of those of some of its projects',
    access: 'organization',
    audit: 'organization-downtime.create',
    status: 201,
    repeatable: true,
    body: draft,
    shows: 'organization-downtime',
    answer: row,
  }),
  // Not `read`: live updates read objects by their id alone.
  'organization-downtime.read-one': endpoint(`GET ${ORGANIZATION}/{id}`, {
    summary: 'Returns one downtime of an organization',
    access: 'organization',
    shows: 'organization-downtime',
    answer: row,
  }),
  'organization-downtime.update': endpoint(`PUT ${ORGANIZATION}/{id}`, {
    summary: 'Changes a downtime of an organization; absent fields keep their values',
    access: 'organization',
    audit: 'organization-downtime.update',
    body: optional(draft),
    shows: 'organization-downtime',
    answer: row,
  }),
  'organization-downtime.remove': endpoint(`DELETE ${ORGANIZATION}/{id}`, {
    summary: 'Deletes a downtime of an organization; if it is active, its schedules run again at once',
    access: 'organization',
    audit: 'organization-downtime.delete',
    status: 204,
    answer: null,
  }),
} as const
