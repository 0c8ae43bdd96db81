import { endpoint, shape } from '../core/endpoint.ts'
import { id, time } from '../core/wire.ts'
import { category, lastResult } from '../results/results.ts'

const span = shape({
  /** From, inclusive; default: 7 days before `end`. */
  'start?': time,
  /** To, exclusive; default: now. */
  'end?': time,
})

const interval = shape("'HOUR' | 'DAY' | 'WEEK' | 'MONTH'")

/** How many results came to what. */
const counts = shape({ pass: 'number', slow: 'number', warning: 'number', fail: 'number' })

/** What a span comes to as a whole. */
const ofSpan = shape({
  '...': counts,
  count: 'number',
  pass_rate: 'number | null',
  median: 'number | null',
  p95: 'number | null',
})

/** One hour of one monitor at all locations. */
const hour = shape({
  time,
  /** Milliseconds; null where nothing answered. */
  median: 'number | null',
  fail: 'number',
  count: 'number',
})

/** Figures over many results. Latencies are milliseconds, rates 0 to 1. */
export const statistics = {
  'statistics.passfail': endpoint('GET /api/2/calls/{id}/stats/passfail_range', {
    summary: 'How many results passed, were slow, warned and failed, by day or by hour',
    access: 'see',
    query: shape({
      '...': span,
      /** Default: DAY. By the hour, at most 100 days. */
      'interval?': "'HOUR' | 'DAY'",
      /** Default: all locations together. */
      'location_id?': 'string <= 128',
    }),
    lists: 'results',
    answer: shape({
      meta: { start: time, end: time, interval: "'HOUR' | 'DAY'" },
      results: [{ '...': counts, time, total: 'number' }, '[]'],
    }),
  }),
  'statistics.metrics': endpoint('GET /api/2/calls/{id}/stats/metrics/{loc}/', {
    summary: 'Quantiles of a latency over time, at one location or at all of them',
    access: 'see',
    query: shape({
      '...': span,
      /** 0 to 1; default 0.5. */
      'quantile?': '0 <= number <= 1',
      /** More of them, separated by commas, such as `0.5,0.9,0.95`; at most 10. */
      'quantiles?': 'string <= 200',
      'metric?': "'total' | 'dns' | 'connect' | 'tls' | 'ttfb' | 'response'",
      'dest_ip?': 'string <= 64',
      /** Default: the shortest that makes at most 400 steps of the span. By the hour, at most 100 days. */
      'interval?': interval,
    }),
    lists: 'results',
    answer: shape({
      meta: {
        metric: 'string',
        quantile: 'number',
        /** What `values` is by: each of `quantiles` as it was written, else `quantile`. */
        quantiles: 'string[]',
        start: time,
        end: time,
        interval,
        locations: 'string[]',
        dest_ips: 'string[]',
      },
      results: [
        { time, location_id: 'string', value: 'number', values: 'Record<string, number>', count: 'number' },
        '[]',
      ],
    }),
  }),
  'statistics.locations': endpoint('GET /api/2/calls/{id}/stats/locations/', {
    summary: 'Pass rate and latency of a monitor at each location that it ran from',
    access: 'see',
    query: span,
    lists: 'results',
    answer: shape({
      meta: { start: time, end: time },
      /** All locations together. */
      all: ofSpan,
      results: [{ '...': ofSpan, location_id: 'string' }, '[]'],
    }),
  }),
  'statistics.before': endpoint('POST /api/3/projects/{id}/stats/before/', {
    summary: 'The last result of each of these monitors, and its last 24 hours: together, and hour by hour',
    access: 'see',
    effect: 'read',
    body: shape({ call_ids: [[id, '[]'], '&', 'unknown[] <= 500'] }),
    /** Ids that name no monitor of the project are left out; of the hours, those without results. */
    answer: shape({
      results: {
        '[string]': {
          last_result: [lastResult, '|', 'null'],
          pass_rate_24h: 'number | null',
          median_24h: 'number | null',
          /** Oldest first; the newest is the one that is not over yet. */
          hours: [hour, '[]'],
        },
      },
    }),
  }),
  'project.synopsis': endpoint('GET /api/2/project/synopsis', {
    summary:
      'The project at a glance: how much there is, what came of the last 24 hours, and which monitors fare worst',
    access: 'see',
    answer: shape({
      calls: 'number',
      workflows: 'number',
      schedules: 'number',
      results_24h: counts,
      mean_latency_24h: 'number | null',
      /** At most 5, the lowest pass rate first: those that did not pass, or do not now. */
      worst: [
        {
          call_id: 'string',
          name: 'string',
          pass_rate_24h: 'number | null',
          median_24h: 'number | null',
          last_result: [category, '|', 'null'],
        },
        '[]',
      ],
      /** Monitors that a schedule calls and that had no result for two periods: how many, and at most 5, the longest silence first. */
      no_data: {
        count: 'number',
        longest: [{ call_id: 'string', name: 'string', since: time, locations: 'number' }, '[]'],
      },
    }),
  }),
} as const
