import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { oneOf, wholeBetween } from '../core/notation.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { data, id, time } from '../core/wire.ts'
import { lastResult } from '../results/results.ts'
import { bodyFields, requestPair, requestPart } from './body.ts'
import { fullSettings, shownAddress } from './browser-setup.ts'
import { REDIRECT_METHODS, UNSET_VARIABLES } from './call-rules.ts'
import { SHARED, sharing, sharingDraft } from './shared-monitors.ts'

const meta = shape({
  name: nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  'tags?': objectTags,
  /** The environment whose variables the monitor uses; `_meta` hides the monitor from lists. */
  'workspace?': '1 <= string <= 200',
})

/** Seconds that a call may take, and takes if nobody says otherwise. */
export const TIMEOUT_SECONDS = { least: 1, most: 120, usual: 120 } as const

/** The parts of an address; `port` may be text, and `path` may have a query. */
export const urlParts = shape({
  'scheme?': 'string <= 20 | null',
  hostname: '1 <= string <= 1000',
  'port?': 'string <= 20 | number | null',
  'path?': 'string <= 8192 | null',
})

const request = shape({
  /** Any but CONNECT. */
  'method?': '1 <= string <= 32',
  /** Exports of older clients have the parts of an address, which are joined. */
  url: ['1 <= string <= 8192', '|', urlParts],
  /** Appended to the query string, in order. */
  'parameters?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  'headers?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  /** Default values for this request's placeholders. A run's own values override them. */
  'variables?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  /** Origins (`https://api.example.com`) besides the URL's own that secrets may be sent to. Needed if a variable decides the address. */
  'allowed_origins?': [['string <= 300', '[]'], '&', 'unknown[] <= 50'],
  /** The auth setting that the call authenticates with, and one of its tokens. */
  'auth_id?': 'string <= 128 | null',
  'token_id?': 'string <= 128 | null',
  ...bodyFields,
  'follow_redirects?': 'boolean',
  'redirect_method?': oneOf(REDIRECT_METHODS),
  'unset_variables?': oneOf(UNSET_VARIABLES),
  'verify_tls?': 'boolean',
  /** The server that is called instead of that of the address: `host` or `host:port`. */
  'connect_to?': 'string <= 300 | null',
  /** The server name in TLS instead of the host of the address. */
  'tls_name?': 'string <= 300 | null',
  'timeout_seconds?': wholeBetween(TIMEOUT_SECONDS),
})

const draft = shape({ meta, request, 'access?': sharingDraft })

/** A request body may hold 1 MiB, which grows when its characters are escaped. */
export const MONITOR_BYTES = 2 * 1024 * 1024
/** Locations that a schedule runs the monitor from but that sent no result for two periods. */
const noData = shape({
  /** When the longest silence began. */
  since: time,
  /** Whether none of its locations has data. */
  everywhere: 'boolean',
  /** `away_since`: since when no agent of that location has asked for work; null if agents do. Longest silence first. */
  locations: [{ location_id: 'string', since: time, away_since: 'string | null' }, '[]'],
})

/** The newest results of a monitor by location: the last one alone would hide that others fail. */
const locationVerdicts = shape({
  /** Locations with a current result. */
  current: 'number',
  /** Ids of those where the newest one is FAIL. */
  failing: 'string[]',
})

const common = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    workspace: 'string',
    /** The host that is called; null if a variable decides it. */
    domain: 'string | null',
    /** Values of the headers `Accept` and `Content-Type`; null if the request sets none. */
    accept: 'string | null',
    content_type: 'string | null',
    owner: 'string',
    project_id: 'string',
    created: time,
    last_update: time,
  },
  access: sharing,
  /** Why its calls are not made: its auth setting or its token was deleted, as a sentence; null if neither was. */
  auth_problem: 'string | null',
  schedule_ids: 'string[]',
  monitored: 'boolean',
  /** Score of the last week, 0 to 9.99. */
  insightsScore_score: 'number | null',
  /** Why there is no score, as a sentence; null if there is one. */
  insightsScore_missing: 'string | null',
  last_result: [lastResult, '|', 'null'],
  /** Null for a monitor that runs at one location, or at none: `last_result` says the same. */
  locations: [locationVerdicts, '|', 'null'],
  /** Null if results arrive as expected, or none are expected. */
  no_data: [noData, '|', 'null'],
  /** (PASS + SLOW) / (PASS + SLOW + FAIL) of the last 24 hours, 0 to 1; null without results. */
  pass_rate_24h: 'number | null',
  /** Milliseconds. */
  median_24h: 'number | null',
})

/** The request of a call, as it is answered. */
const shownRequest = shape({
  method: 'string',
  url: 'string',
  parameters: [requestPair, '[]'],
  headers: [requestPair, '[]'],
  'variables?': [requestPair, '[]'],
  'allowed_origins?': 'string[]',
  body: 'string | null',
  'auth_id?': 'string | null',
  'token_id?': 'string | null',
  'body_encoding?': "'text' | 'base64'",
  'parts?': [requestPart, '[]'],
  'file_id?': 'string | null',
  follow_redirects: 'boolean',
  redirect_method: oneOf(REDIRECT_METHODS),
  unset_variables: oneOf(UNSET_VARIABLES),
  verify_tls: 'boolean',
  connect_to: 'string | null',
  tls_name: 'string | null',
  timeout_seconds: 'number',
})

/** A browser test, as it is answered. */
const shownSetup = shape({
  ...shownAddress,
  ...fullSettings,
})

/** A monitor is a call, which has a `request`, or a browser test, which has a `setup`. */
const row = shape([
  { '...': common, type: "'api'", request: shownRequest },
  '|',
  { '...': common, type: "'browser'", setup: shownSetup },
])

/** A run on demand: from where, when, with which variables. */
export const runRequest = shape({
  'location_id?': 'string <= 128 | null',
  /** Seconds to wait before the run starts. */
  'run_delay?': '0 <= number.integer <= 86400',
  /** Variables for this run only. */
  'context?': 'Record<string, string <= 65536 | number | boolean | null>',
  /** Names of the variables above whose values are secret. They are masked in the result. */
  'secret_variables?': [['string <= 200', '[]'], '&', 'unknown[] <= 200'],
})

/** Monitors: saved calls and browser tests that are run and judged. The canonical resource: model a new one on this. */
export const monitors = resource({
  name: 'monitor',
  // A schedule shows its monitors.
  neighbours: [
    { kind: 'schedule', by: ['remove', 'restore'] },
    { kind: 'deleted-monitor', by: ['remove', 'restore'] },
    { kind: 'older-monitor', by: ['update', 'judge', 'remove', 'restore', 'duplicate'] },
    // A workflow shows which of its monitors are missing.
    { kind: 'workflow', by: ['remove', 'restore'] },
    // They show how many monitors use them.
    { kind: 'auth-setting', by: ['create', 'remove', 'restore'], fields: ['request'] },
    { kind: 'token', by: ['create', 'remove', 'restore'], fields: ['request'] },
    // A file shows the monitors that use it.
    { kind: 'file', by: ['create', 'update', 'judge', 'remove', 'restore'] },
    // Variables and environments show what uses them.
    { kind: 'variable', by: ['create', 'update', 'judge', 'remove', 'restore'] },
    { kind: 'environment', by: ['create', 'update', 'remove', 'restore'] },
    { kind: 'browser-test', by: ['create', 'update', 'remove', 'restore', 'duplicate'] },
  ],
  plural: 'monitors',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/3/monitors/', {
      summary: 'Lists the monitors of the project, newest first, with their last result and 24-hour figures',
      access: 'see',
      query: shape({
        'cursor?': 'string <= 512',
        'limit?': '1 <= number.integer <= 1000',
        /** Part of the name, the URL or a tag, or of the name as a line spells it: `checkout-capture-payment`. */
        'search?': 'string <= 400',
        'tag?': 'string <= 200',
      }),
      lists: 'data',
      answer: data(row),
    }),
    read: endpoint('GET /api/3/monitors/{id}', {
      summary: 'Returns one monitor',
      access: 'see',
      shows: 'monitor',
      answer: row,
    }),
    create: endpoint('POST /api/2/calls/', {
      summary: 'Creates a monitor',
      access: 'edit',
      opens: SHARED,
      // A part of the status page may show all monitors of a tag.
      seen: ['tags'],
      audit: 'monitor.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: MONITOR_BYTES,
      body: draft,
      shows: 'monitor',
      answer: row,
    }),
    update: endpoint('POST /api/2/calls/{id}/', {
      summary: 'Changes a monitor; absent fields keep their values',
      access: 'edit',
      opens: SHARED,
      seen: ['name', 'tags'],
      audit: 'monitor.update',
      maxBodyBytes: MONITOR_BYTES,
      body: shape({
        'meta?': optional(meta),
        'request?': optional(request),
        'access?': sharingDraft,
        ...basedOn,
      }),
      shows: 'monitor',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/calls/{id}/', {
      summary:
        'Deletes a monitor with its alert states and removes it from its schedules; it can be restored for 30 days, with its results',
      access: 'edit',
      audit: 'monitor.delete',
      status: 204,
      answer: null,
    }),
    restore: endpoint('POST /api/3/monitors/{id}/restore', {
      summary:
        'Restores a monitor that was deleted within the last 30 days, with its results, its places in schedules and its dependencies',
      access: 'edit',
      seen: true,
      audit: 'monitor.restore',
      shows: 'monitor',
      answer: row,
    }),
    duplicate: endpoint('POST /api/3/monitors/{id}/duplicate', {
      summary:
        'Creates a copy of a monitor with its conditions and stored secrets; schedules, alerts and sharing are not copied',
      access: 'edit',
      seen: true,
      audit: 'monitor.duplicate',
      status: 201,
      repeatable: true,
      body: shape({
        /** Default: the name of the monitor with “(copy)” after it. */
        'name?': nameOf('1 <= string <= 400'),
      }),
      shows: 'monitor',
      answer: row,
    }),
    'from-curl': endpoint('POST /api/2/calls/build/curl', {
      summary: 'Parses a curl command into a monitor; nothing is stored or run',
      access: 'edit',
      effect: 'read',
      maxBodyBytes: MONITOR_BYTES,
      body: shape({ request: '1 <= string <= 1048576' }),
      answer: shape({
        /** A name derived from the request. */
        meta: { name: 'string' },
        request: shownRequest,
        /** Parts of the command that were not taken over, in sentences. */
        notes: 'string[]',
      }),
    }),
    run: endpoint('POST /api/3/monitors/{id}/run', {
      summary: 'Runs the monitor now or after a delay; the result is readable immediately as QUEUED',
      access: 'run',
      changes: false,
      limit: 'run',
      reaches: true,
      audit: 'monitor.run',
      repeatable: true,
      body: runRequest,
      answer: shape({ call_id: id, location_id: 'string', result_id: 'string' }),
    }),
    conditions: endpoint('GET /api/2/calls/{id}/conditions/', {
      summary: 'Returns the conditions that judge the monitor’s results',
      access: 'see',
      shows: 'conditions',
      answer: conditionSet,
    }),
    judge: endpoint('POST /api/2/calls/{id}/conditions/', {
      summary: 'Replaces the conditions of a monitor',
      access: 'edit',
      audit: 'monitor.judge',
      maxBodyBytes: MONITOR_BYTES,
      body: shape({ ...conditionSet, ...basedOn }),
      shows: 'conditions',
      answer: conditionSet,
    }),
  },
})
