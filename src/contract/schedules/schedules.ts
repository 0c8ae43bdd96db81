import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { oneOf, wholeBetween } from '../core/notation.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { data, named, time } from '../core/wire.ts'

/** The growth of delays between retries. */
export const BACKOFF_METHODS = ['fibo', 'expo', 'constant', 'none'] as const
const backoffMethod = shape(oneOf(BACKOFF_METHODS))

/** Reasons for which a schedule that is on can never run. */
export const NEVER_RUNS = [
  'no_target',
  'no_location',
  'no_agent',
  'no_capability',
  'always_resting',
  'never_due',
] as const

/** Seconds between two runs: from a second to a year. */
export const FREQUENCY_SECONDS = { least: 1, most: 31_536_000 } as const

/** Weekly windows by the wall clock of a time zone, outside of which a schedule makes no runs. */
const businessHours = shape({
  /** An IANA name: windows keep their local time across daylight saving. */
  timezone: '1 <= string <= 100',
  windows: [
    [
      {
        /** 1 (Monday) to 7 (Sunday). */
        days: '(1 <= number.integer <= 7)[] <= 7',
        /** `08:00` */
        start: 'string <= 5',
        /** `18:00`, up to `24:00`; one that is not after the start is of the next day. */
        end: 'string <= 5',
      },
      '[]',
    ],
    '&',
    'unknown[] <= 20',
  ],
})

const draft = shape({
  'name?': nameOf('1 <= string <= 400'),
  'tags?': objectTags,
  /** Whole seconds, at least 1, or a word. */
  'frequency?': [wholeBetween(FREQUENCY_SECONDS), '|', "'hourly' | 'daily'"],
  'regions?': 'string[] <= 100',
  'locations?': 'string[] <= 1000',
  /** Ids of monitors and workflows. */
  'targets?': 'string[] <= 20000',
  'backoff_method?': [backoffMethod, '|', 'null'],
  'enabled?': 'boolean',
  /** Null: at all times. */
  'business_hours?': [businessHours, '|', 'null'],
})

/** Room for twenty thousand ids. */
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
  backoff_method: [backoffMethod, '|', 'null'],
  enabled: 'boolean',
  /** Null: at all times. */
  business_hours: [businessHours, '|', 'null'],
  /** When the next run is due, outside of downtimes and within business hours; null if there is none. */
  next_run: 'string | null',
  /** Why it can never run, with a sentence each; empty while it can run, and while it is off. */
  never_runs: [{ reason: oneOf(NEVER_RUNS), message: 'string' }, '[]'],
  /** Targets that never run because no agent of its locations has the capability that they need, such as `browser`. */
  idle_targets: 'number.integer',
  /** The number of targets of each kind. */
  target_counts: { monitors: 'number.integer', browser_tests: 'number.integer', workflows: 'number.integer' },
  /** Runs that were due but did not happen because the server was down, the location offline, or the results of the project's day stored. */
  missed: 'number.integer',
  /** Runs that were skipped because the previous one was still running. */
  overlapped: 'number.integer',
  created: time,
  last_update: time,
})

/** Schedules: when and from where monitors run. */
export const schedules = resource({
  name: 'schedule',
  // A monitor shows the schedules that run it; downtimes of a schedule are deleted with it.
  neighbours: [
    {
      kind: 'monitor',
      by: ['create', 'remove'],
      fields: ['targets', 'enabled'],
      one: { by: ['attach', 'detach'], parameter: 'callId' },
    },
    { kind: 'downtime', by: ['remove'] },
    {
      kind: 'workflow',
      by: ['create', 'remove'],
      fields: ['targets', 'enabled'],
      one: { by: ['attach-workflow', 'detach-workflow'], parameter: 'workflowId' },
    },
  ],
  plural: 'schedules',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/3/schedules/', {
      summary: 'Lists the schedules of the project, newest first',
      access: 'see',
      query: named,
      lists: 'data',
      answer: data(row),
    }),
    read: endpoint('GET /api/3/schedules/{id}', {
      summary: 'Returns one schedule',
      access: 'see',
      shows: 'schedule',
      answer: row,
    }),
    create: endpoint('POST /api/3/schedules/', {
      summary: 'Creates a schedule',
      access: 'edit',
      audit: 'schedule.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: SCHEDULE_BYTES,
      body: draft,
      shows: 'schedule',
      answer: row,
    }),
    update: endpoint('PUT /api/3/schedules/{id}', {
      summary: 'Changes a schedule; absent fields keep their values',
      access: 'edit',
      audit: 'schedule.update',
      maxBodyBytes: SCHEDULE_BYTES,
      body: shape({ ...optional(draft), ...basedOn }),
      shows: 'schedule',
      answer: row,
    }),
    remove: endpoint('DELETE /api/3/schedules/{id}', {
      summary: 'Deletes a schedule; runs already queued may still happen',
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
      shows: 'schedule',
      answer: row,
    }),
    detach: endpoint('DELETE /api/3/schedules/{id}/targets/{callId}', {
      summary: 'Removes a monitor from a schedule',
      access: 'edit',
      effect: 'write',
      audit: 'schedule.update',
      status: 204,
      answer: null,
    }),
    'attach-workflow': endpoint('PUT /api/2/schedules/{id}/run/{workflowId}', {
      summary: 'Adds a workflow to a schedule',
      access: 'edit',
      effect: 'write',
      audit: 'schedule.update',
      shows: 'schedule',
      answer: row,
    }),
    'detach-workflow': endpoint('DELETE /api/2/schedules/{id}/run/{workflowId}', {
      summary: 'Removes a workflow from a schedule',
      access: 'edit',
      effect: 'write',
      audit: 'schedule.update',
      status: 204,
      answer: null,
    }),
  },
})
