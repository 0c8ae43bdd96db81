import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { id, time } from '../core/wire.ts'
import { RUN_METRICS } from './performance.ts'

const timeRange = shape({
  /** Inclusive; default: 7 days before `end`. */
  'start?': time,
  /** Exclusive; default: now. */
  'end?': time,
})
const covered = shape({ start: time, end: time })
const milliseconds = shape('number | null')

/** Statistics over the monitors of a project. Latencies are milliseconds. */
export const projectStatistics = {
  'statistics.project-passfail': endpoint('GET /api/2/project/stats/passfail_range', {
    summary: 'Counts passed, slow, warning and failed results of a project by day or hour',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** Default: DAY. With HOUR, at most 100 days. */
      'interval?': "'HOUR' | 'DAY'",
      /** Default: all monitors together. */
      'call_id?': id,
    }),
    lists: 'results',
    answer: shape({
      meta: { '...': covered, interval: "'HOUR' | 'DAY'" },
      results: [
        {
          time,
          'call_id?': 'string',
          pass: 'number',
          slow: 'number',
          warning: 'number',
          fail: 'number',
          total: 'number',
        },
        '[]',
      ],
    }),
  }),
  'statistics.project-metrics': endpoint('GET /api/3/projects/{id}/stats/metrics/{loc}/', {
    summary: 'Returns latency quantiles and mean of each monitor, at one location or at all of them',
    access: 'see',
    query: shape({ '...': timeRange, 'metric?': oneOf(RUN_METRICS) }),
    lists: 'results',
    /** Monitors without a response in the range are left out. */
    answer: shape({
      meta: covered,
      results: [
        {
          call_id: 'string',
          metric: oneOf(RUN_METRICS),
          p50: milliseconds,
          p90: milliseconds,
          p95: milliseconds,
          p99: milliseconds,
          mean: milliseconds,
          count: 'number.integer',
        },
        '[]',
      ],
    }),
  }),
  'statistics.project-counts': endpoint('GET /api/3/projects/{id}/stats/metrics/passfail/{loc}/', {
    summary: 'Counts passed, slow, warning and failed results of each monitor, at one location or at all of them',
    access: 'see',
    query: timeRange,
    lists: 'results',
    /** Monitors without results in the range are left out. */
    answer: shape({
      meta: covered,
      results: [{ call_id: 'string', pass: 'number', slow: 'number', warning: 'number', fail: 'number' }, '[]'],
    }),
  }),
} as const
