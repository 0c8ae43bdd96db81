import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { time } from '../core/wire.ts'
import { performanceQuery, STEP_DURATIONS } from './performance-query.ts'

/** Durations that are measured of each run: the total and its phases. */
export const RUN_METRICS = ['total', 'dns', 'connect', 'tls', 'upload', 'ttfb', 'response'] as const
/** Measures of many durations. A quantile is the value at rank ⌊q · (n − 1)⌋, or within 1 % of it. */
export const RUN_MEASURES = ['mean', 'p50', 'p90', 'p95', 'p99'] as const

const metric = shape(oneOf(RUN_METRICS))
const measure = shape(oneOf(RUN_MEASURES))
const group = shape("'location' | 'interval' | 'monitor'")

export const performance = {
  'statistics.performance': endpoint('POST /api/3/query/api/performance', {
    summary: 'Returns counts and latencies of monitors, by location, interval and monitor',
    access: 'see',
    effect: 'read',
    body: shape({
      /** With `status` or `dest_ip`, at most 31 days. */
      ...performanceQuery,
      /** Only results that came from this address. */
      'dest_ip?': 'string <= 64',
      /** Default: total. */
      'metrics?': [[metric, '[]'], '&', '1 <= unknown[] <= 7'],
      /** Default: all. */
      'measures?': [[measure, '[]'], '&', '1 <= unknown[] <= 5'],
      /** Default: none, so everything counts together. */
      'group_by?': [[group, '[]'], '&', 'unknown[] <= 3'],
    }),
    lists: 'results',
    answer: shape({
      meta: {
        /** What the figures cover: less than was asked for where results are gone. */
        from: time,
        to: time,
        metrics: [metric, '[]'],
        measures: [measure, '[]'],
        group_by: [group, '[]'],
        /** Null without the group `interval`. */
        interval: [oneOf(STEP_DURATIONS), '|', 'null'],
      },
      /** Oldest first. Groups without results are left out. */
      results: [
        {
          'time?': time,
          'monitor_id?': 'string',
          'location_id?': 'string',
          pass: 'number.integer',
          slow: 'number.integer',
          warning: 'number.integer',
          fail: 'number.integer',
          count: 'number.integer',
          pass_rate: 'number | null',
          /** Milliseconds of the results with a response; `values` is null without any. */
          metrics: [{ metric, count: 'number.integer', values: 'Record<string, number> | null' }, '[]'],
        },
        '[]',
      ],
    }),
  }),
} as const
