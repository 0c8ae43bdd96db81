import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { optional, resource } from '../core/resource.ts'
import { data, id, tags, time } from '../core/wire.ts'
import { lastResult } from '../results/results.ts'

const meta = shape({
  name: '1 <= string <= 400',
  'description?': 'string <= 1500 | null',
  'tags?': tags,
  /** The environment whose variables the call reads; `_meta` hides the call from lists. */
  'workspace?': '1 <= string <= 200',
})

/** A header, parameter or variable. `secret`: its value is sealed at rest and shown as a mask, whatever its name. */
const requestPair = shape({ key: 'string <= 8192', value: 'string <= 65536', 'secret?': 'boolean' })

const request = shape({
  'method?':
    "'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options'",
  url: '1 <= string <= 8192',
  /** Appended to the query string, in order. */
  'parameters?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  'headers?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  /** Values for the placeholders of this request, where a run gives no others. */
  'variables?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  /** Origins (`https://api.example.com`) that secrets may be sent to besides that of the URL: needed where a variable decides the address. */
  'allowed_origins?': [['string <= 300', '[]'], '&', 'unknown[] <= 50'],
  'body?': 'string <= 1048576 | null',
  'follow_redirects?': 'boolean',
  'verify_tls?': 'boolean',
  'timeout_seconds?': '1 <= number.integer <= 120',
})

const draft = shape({ meta, request })

/** A request's own body may hold 1 MiB, which grows where its characters are escaped. */
export const MONITOR_BYTES = 2 * 1024 * 1024
/** Where no result came for two periods although a schedule calls the monitor from there. */
const noData = shape({
  /** The longest of them. */
  since: time,
  /** No location that calls it has data. */
  everywhere: 'boolean',
  /** `away_since`: no agent of that location has asked for work since then; null where agents do. The longest silence first. */
  locations: [{ location_id: 'string', since: time, away_since: 'string | null' }, '[]'],
})

const row = shape({
  id: 'string',
  type: "'api' | 'browser'",
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    workspace: 'string',
    /** The host that is called; null where it comes from a variable. */
    domain: 'string | null',
    owner: 'string',
    project_id: 'string',
    created: time,
    last_update: time,
  },
  request: {
    method: 'string',
    url: 'string',
    parameters: [requestPair, '[]'],
    headers: [requestPair, '[]'],
    'variables?': [requestPair, '[]'],
    'allowed_origins?': 'string[]',
    body: 'string | null',
    follow_redirects: 'boolean',
    verify_tls: 'boolean',
    timeout_seconds: 'number',
  },
  schedule_ids: 'string[]',
  monitored: 'boolean',
  insightsScore_score: 'number | null',
  last_result: [lastResult, '|', 'null'],
  /** Null where results come as they should, or are not expected. */
  no_data: [noData, '|', 'null'],
  /** (PASS + SLOW) / (PASS + SLOW + FAIL) of the last 24 hours, 0 to 1; null without results. */
  pass_rate_24h: 'number | null',
  /** Milliseconds. */
  median_24h: 'number | null',
})

const run = shape({
  'location_id?': 'string <= 128 | null',
  /** Seconds to wait before it starts. */
  'run_delay?': '0 <= number.integer <= 86400',
  /** Variables for this run only. */
  'context?': 'Record<string, string <= 65536 | number | boolean | null>',
  /** Names of these variables whose values are secret: they are masked in the result. */
  'secret_variables?': [['string <= 200', '[]'], '&', 'unknown[] <= 200'],
})

/** Calls that are made and judged. The canonical resource: a new one is written after this one. */
export const monitors = resource({
  name: 'monitor',
  // A schedule shows its monitors.
  neighbours: [{ kind: 'schedule', by: ['remove'] }],
  plural: 'monitors',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/3/monitors/', {
      summary: 'The monitors of the project, newest first, with their last result and figures of 24 hours',
      access: 'see',
      query: shape({
        'cursor?': 'string <= 512',
        'limit?': '1 <= number.integer <= 1000',
        /** Part of the name or address. */
        'search?': 'string <= 400',
        'tag?': 'string <= 200',
      }),
      answer: data(row),
    }),
    read: endpoint('GET /api/3/monitors/{id}', { summary: 'One monitor', access: 'see', answer: row }),
    create: endpoint('POST /api/2/calls/', {
      summary: 'Creates a monitor',
      access: 'edit',
      audit: 'monitor.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: MONITOR_BYTES,
      body: draft,
      answer: row,
    }),
    update: endpoint('POST /api/2/calls/{id}/', {
      summary: 'Changes a monitor: fields that are absent stay as they are',
      access: 'edit',
      audit: 'monitor.update',
      maxBodyBytes: MONITOR_BYTES,
      body: shape({ 'meta?': optional(meta), 'request?': optional(request) }),
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/calls/{id}/', {
      summary:
        'Removes a monitor from its schedules and deletes it with its alert states; its results stay until they expire',
      access: 'edit',
      audit: 'monitor.delete',
      status: 204,
      answer: null,
    }),
    'from-curl': endpoint('POST /api/2/calls/build/curl', {
      summary: 'Reads a curl command as a monitor that is not stored yet; nothing is run',
      access: 'edit',
      effect: 'read',
      maxBodyBytes: MONITOR_BYTES,
      body: shape({ request: '1 <= string <= 1048576' }),
      answer: shape({
        /** A name made of the request. */
        meta: { name: 'string' },
        request: row.request,
        /** What of the command is not taken over, in sentences. */
        notes: 'string[]',
      }),
    }),
    run: endpoint('POST /api/3/monitors/{id}/run', {
      summary: 'Runs the monitor now, or after a delay; the result is readable at once as QUEUED',
      access: 'run',
      limit: 'run',
      reaches: true,
      audit: 'monitor.run',
      repeatable: true,
      body: run,
      answer: shape({ call_id: id, location_id: 'string', result_id: 'string' }),
    }),
    conditions: endpoint('GET /api/2/calls/{id}/conditions/', {
      summary: 'The conditions by which its results are judged',
      access: 'see',
      answer: conditionSet,
    }),
    judge: endpoint('POST /api/2/calls/{id}/conditions/', {
      summary: 'Replaces the conditions of a monitor',
      access: 'edit',
      audit: 'monitor.judge',
      body: conditionSet,
      answer: conditionSet,
    }),
  },
})
