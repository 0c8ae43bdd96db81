import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { time } from '../core/wire.ts'
import { RUN_MEASURES } from './performance.ts'
import { performanceQuery, STEP_DURATIONS } from './performance-query.ts'

const measure = shape(oneOf(RUN_MEASURES))
const group = shape("'domain' | 'provider' | 'address' | 'location' | 'interval' | 'monitor'")

export const dns = {
  'statistics.dns': endpoint('POST /api/3/query/api/dns', {
    summary: 'Returns look-up times of DNS names, by domain, provider, address, location, interval and monitor',
    access: 'see',
    effect: 'read',
    body: shape({
      ...performanceQuery,
      /** Names that were looked up; default: all. */
      'domains?': ['(string <= 253)[]', '&', '1 <= unknown[] <= 100'],
      /** Default: all. */
      'measures?': [[measure, '[]'], '&', '1 <= unknown[] <= 5'],
      /** Default: domain. */
      'group_by?': [[group, '[]'], '&', 'unknown[] <= 6'],
    }),
    lists: 'results',
    answer: shape({
      meta: {
        /** What the figures cover: look-ups are kept for 30 days, and one answer is made of a limited number of results. */
        from: time,
        to: time,
        measures: [measure, '[]'],
        group_by: [group, '[]'],
        /** Null without the group `interval`. */
        interval: [oneOf(STEP_DURATIONS), '|', 'null'],
        /** Whether older results of the time range were left out because there are too many. */
        truncated: 'boolean',
      },
      /** Oldest first, then by name. Groups without look-ups are left out. */
      results: [
        {
          'time?': time,
          'monitor_id?': 'string',
          'location_id?': 'string',
          /** The cloud provider of the location; null if its agents report none. */
          'provider?': 'string | null',
          'domain?': 'string',
          /** The IP address that was found. */
          'address?': 'string',
          /** Look-ups. One result may have several, as after a redirect. */
          count: 'number.integer >= 1',
          /** Milliseconds. */
          values: 'Record<string, number>',
        },
        '[]',
      ],
    }),
  }),
} as const
