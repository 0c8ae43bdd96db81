import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { time } from '../core/wire.ts'
import { vitalName } from '../results/vitals.ts'
import { performanceQuery, STEP_DURATIONS } from './performance-query.ts'

/** Measures of many values: quantiles of them, their mean, the least and the largest. */
export const MEASURES = ['p50', 'p75', 'p90', 'p95', 'p99', 'mean', 'min', 'max'] as const

const measure = shape(oneOf(MEASURES))
const group = shape("'monitor' | 'location'")

export const browserPerformance = {
  'statistics.browser-performance': endpoint('POST /api/3/query/browser/performance', {
    summary: 'Returns the web vitals of browser tests over time, by monitor or location',
    access: 'see',
    effect: 'read',
    body: shape({
      ...performanceQuery,
      /** Default: all. */
      'metrics?': [[vitalName, '[]'], '&', '1 <= unknown[] <= 5'],
      /** Default: p75, by which a page is rated. */
      'measures?': [[measure, '[]'], '&', '1 <= unknown[] <= 8'],
      /** Default: none, so all monitors and locations count together. */
      'group_by?': [[group, '[]'], '&', 'unknown[] <= 2'],
    }),
    lists: 'results',
    answer: shape({
      meta: {
        from: time,
        to: time,
        metrics: [vitalName, '[]'],
        measures: [measure, '[]'],
        group_by: [group, '[]'],
        interval: oneOf(STEP_DURATIONS),
        /** Whether older results of the time range were left out because there are too many. */
        truncated: 'boolean',
      },
      /** Oldest first. Steps of time without a measured page are left out. */
      results: [
        {
          time,
          'monitor_id?': 'string',
          'location_id?': 'string',
          /** Results that measured at least one vital. */
          count: 'number.integer >= 1',
          /** Milliseconds, but `cls`, which has no unit. */
          metrics: [
            {
              metric: vitalName,
              /** Results that measured this vital. */
              count: 'number.integer >= 0',
              /** Null if none did. */
              values: 'Record<string, number> | null',
            },
            '[]',
          ],
        },
        '[]',
      ],
    }),
  }),
} as const
