import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'
import { lastResult } from '../results/results.ts'

/** Parts of a monitor that others than the members of the project see; absent flags keep their values, false at first. */
export const sharingDraft = shape({
  'settings?': 'boolean',
  'results?': 'boolean',
  'stats?': 'boolean',
  'org?': 'boolean',
})

/** Its fields: each shows something to others. */
export const SHARED = ['settings', 'results', 'stats', 'org'] as const

export const sharing = shape({
  /** Every signed-in account sees the method and the URL, without its query. */
  settings: 'boolean',
  /** Every signed-in account sees the last result, without its detail. */
  results: 'boolean',
  /** Every signed-in account sees the figures of 24 hours. */
  stats: 'boolean',
  /** Members of the project’s organization see all of these. */
  org: 'boolean',
})

/** A monitor of another project: never its headers, parameters, variables, body or conditions. */
const sharedRow = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    domain: 'string | null',
    project_id: 'string',
    project_name: 'string',
    last_update: time,
  },
  /** Null if the settings are not shared. `url` has no query. */
  request: [{ method: 'string', url: 'string' }, '|', 'null'],
  /** The parts that the caller sees. */
  shown: { settings: 'boolean', results: 'boolean', stats: 'boolean' },
  /** Null without results, or if they are not shared. */
  last_result: [lastResult, '|', 'null'],
  /** Null without results, or if the figures are not shared. */
  pass_rate_24h: 'number | null',
  /** Milliseconds. */
  median_24h: 'number | null',
})

/** Monitors that their projects share. */
export const sharedMonitorList = {
  'shared-monitor.list': endpoint('GET /api/2/calls/organization/{org}/', {
    summary:
      'Lists the monitors that projects share: with the members of an organization, or, for `public`, with every signed-in account',
    access: 'account',
    query: shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 100' }),
    lists: 'results',
    answer: results(sharedRow),
  }),
} as const
