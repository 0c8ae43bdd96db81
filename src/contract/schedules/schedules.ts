import { endpoint, shape } from '../core/endpoint.ts'
import { optional, resource } from '../core/resource.ts'
import { data, tags, time } from '../core/wire.ts'

const draft = shape({
  'name?': '1 <= string <= 400',
  'tags?': tags,
  /** Whole seconds from 1, or a word. */
  'frequency?': "1 <= number.integer <= 31536000 | 'hourly' | 'daily'",
  'regions?': 'string[] <= 100',
  'locations?': 'string[] <= 1000',
  /** Ids of monitors. */
  'targets?': 'string[] <= 20000',
  'backoff_method?': "'fibo' | 'expo' | 'constant' | 'none' | null",
  'enabled?': 'boolean',
})

/** Twenty thousand ids. */
const SCHEDULE_BYTES = 1024 * 1024

const row = shape({
  id: 'string',
  name: 'string',
  tags: 'string[]',
  /** Seconds between two runs of a target at a location. */
  frequency: 'number.integer',
  regions: 'string[]',
  locations: 'string[]',
  targets: 'string[]',
  backoff_method: "'fibo' | 'expo' | 'constant' | 'none' | null",
  enabled: 'boolean',
  /** When the next of its runs is due; null while it has none. */
  next_run: 'string | null',
  /** Runs that were due and did not happen, because the server or the location was away. */
  missed: 'number.integer',
  /** Runs that were due and skipped, because the previous run was still running. */
  overlapped: 'number.integer',
  created: time,
  last_update: time,
})

/** When and from where targets are called. */
export const schedules = resource({
  name: 'schedule',
  // A monitor shows the schedules that run it.
  neighbours: [
    {
      kind: 'monitor',
      by: ['create', 'remove'],
      fields: ['targets', 'enabled'],
      one: { by: ['attach', 'detach'], parameter: 'callId' },
    },
  ],
  plural: 'schedules',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/3/schedules/', {
      summary: 'The schedules of the project, newest first',
      access: 'see',
      query: shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 1000' }),
      answer: data(row),
    }),
    read: endpoint('GET /api/3/schedules/{id}', { summary: 'One schedule', access: 'see', answer: row }),
    create: endpoint('POST /api/3/schedules/', {
      summary: 'Creates a schedule',
      access: 'edit',
      audit: 'schedule.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: SCHEDULE_BYTES,
      body: draft,
      answer: row,
    }),
    update: endpoint('PUT /api/3/schedules/{id}', {
      summary: 'Changes a schedule: fields that are absent stay as they are',
      access: 'edit',
      audit: 'schedule.update',
      maxBodyBytes: SCHEDULE_BYTES,
      body: optional(draft),
      answer: row,
    }),
    remove: endpoint('DELETE /api/3/schedules/{id}', {
      summary: 'Deletes a schedule; runs that are already queued may still happen',
      access: 'edit',
      audit: 'schedule.delete',
      status: 204,
      answer: null,
    }),
    attach: endpoint('POST /api/3/schedules/{id}/targets/{callId}', {
      summary: 'Adds a monitor to a schedule',
      access: 'edit',
      effect: 'write',
      audit: 'schedule.update',
      answer: row,
    }),
    detach: endpoint('DELETE /api/3/schedules/{id}/targets/{callId}', {
      summary: 'Takes a monitor off a schedule',
      access: 'edit',
      effect: 'write',
      audit: 'schedule.update',
      status: 204,
      answer: null,
    }),
  },
})
