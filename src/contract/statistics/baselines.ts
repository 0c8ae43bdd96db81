import { endpoint, shape } from '../core/endpoint.ts'
import { id, time } from '../core/wire.ts'

const page = shape({
  /** Default: all monitors of the project. */
  'call_id?': id,
  /** A location's id, or `all` for all locations together. Default: each location by itself. */
  'location_id?': 'string <= 128',
  'cursor?': 'string <= 512',
  /** Monitors of a page; default 100. A page has fewer where there are many locations. */
  'limit?': '1 <= number.integer <= 500',
})

const milliseconds = shape('number | null')

/** Figures of a monitor at a location, and what is usual there. */
const compared = shape({
  call_id: 'string',
  /** `all`: all locations together. */
  location_id: 'string',
  count: 'number',
  pass: 'number',
  slow: 'number',
  warning: 'number',
  fail: 'number',
  pass_rate: 'number | null',
  mean: milliseconds,
  p50: milliseconds,
  p90: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  /** Median of the medians of the days or hours in the 28 days before. */
  baseline_p50: milliseconds,
  /** Median absolute deviation of these medians. */
  baseline_mad: milliseconds,
  /** Days or hours of the 28 days before that had a response. */
  baseline_count: 'number.integer >= 0',
  /** Pass rate of the 28 days before. */
  baseline_pass_rate: 'number | null',
  /** Change of `p50` from `baseline_p50` in percent: 100 is twice as slow. */
  delta_pct: 'number | null',
  /** Why there is no baseline: there were results on fewer than 7 days, or in fewer than 24 hours. */
  reason: "'insufficient_history' | null",
})

const meta = shape({
  start: time,
  end: time,
  /** The days that the baseline is of. */
  baseline_start: time,
  baseline_end: time,
  more: 'boolean',
  next_cursor: 'string | null',
})

/** Latency compared with what was usual in the 28 days before. Latencies are milliseconds, rates are 0 to 1. */
export const baselines = {
  'baseline.dailies': endpoint('GET /api/3/baseline/dailies/{date}', {
    summary: 'Compares a day, week or month of each monitor and location with the 28 days before it',
    access: 'see',
    query: shape({
      '...': page,
      /** The day, the week from Monday or the month that the date is in, in UTC. Default: day. */
      'period?': "'day' | 'week' | 'month'",
    }),
    lists: 'results',
    answer: shape({
      meta: { '...': meta, period: "'day' | 'week' | 'month'" },
      results: [{ '...': compared, date: 'string', name: 'string', tags: 'string[]' }, '[]'],
    }),
  }),
  'baseline.hourlies': endpoint('GET /api/3/baseline/hourlies', {
    summary: 'Compares hours of each monitor and location with the 28 days before the first of them',
    access: 'see',
    query: shape({
      '...': page,
      /** Inclusive; default: 7 days before `end`. */
      'start?': time,
      /** Exclusive; default: now. At most 100 days after `start`. */
      'end?': time,
    }),
    lists: 'results',
    answer: shape({ meta, results: [{ '...': compared, hour: time }, '[]'] }),
  }),
} as const
