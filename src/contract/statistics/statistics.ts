import { endpoint, shape } from '../core/endpoint.ts'
import { id, time } from '../core/wire.ts'
import { category, lastResult } from '../results/results.ts'

const timeRange = shape({
  /** Inclusive; default: 7 days before `end`. */
  'start?': time,
  /** Exclusive; default: now. */
  'end?': time,
})

const interval = shape("'PT1M' | 'PT5M' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'")

/** Number of results per category. */
const counts = shape({ pass: 'number', slow: 'number', warning: 'number', fail: 'number' })

/** Figures of a whole time range. */
const rangeFigures = shape({
  '...': counts,
  count: 'number',
  pass_rate: 'number | null',
  median: 'number | null',
  p95: 'number | null',
})

/** How late scheduled runs started, in milliseconds after they were due. Null without runs. */
const lagFigures = shape({
  count: 'number.integer >= 0',
  median: 'number | null',
  p95: 'number | null',
  p99: 'number | null',
  max: 'number | null',
})

/** One hour of one monitor at all locations. */
const hour = shape({
  time,
  /** Milliseconds; null if there was no response. */
  median: 'number | null',
  fail: 'number',
  count: 'number',
})

/** Statistics over many results. Latencies are milliseconds, rates are 0 to 1. */
export const statistics = {
  'statistics.passfail': endpoint('GET /api/2/calls/{id}/stats/passfail_range', {
    summary: 'Counts passed, slow, warning and failed results by day or hour',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** Default: DAY. With HOUR, at most 100 days. */
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
    summary: 'Returns latency quantiles over time, at one location or at all of them',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** 0 to 1; default 0.5. */
      'quantile?': '0 <= number <= 1',
      /** Several, separated by commas, such as `0.5,0.9,0.95`; at most 10. */
      'quantiles?': 'string <= 200',
      /** `lag`: how late scheduled runs start. */
      'metric?': "'total' | 'dns' | 'connect' | 'tls' | 'ttfb' | 'response' | 'lag'",
      'dest_ip?': 'string <= 64',
      /** Default: the shortest one with at most 400 steps, from HOUR. With PT1M at most 6 hours, with PT5M 30 hours, with HOUR 100 days. */
      'interval?': interval,
    }),
    lists: 'results',
    answer: shape({
      meta: {
        metric: 'string',
        quantile: 'number',
        /** The keys of `values`: each of `quantiles` as it was written, otherwise `quantile`. */
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
    summary: 'Returns pass rate and latency of a monitor for each location that it ran from',
    access: 'see',
    query: timeRange,
    lists: 'results',
    answer: shape({
      meta: { start: time, end: time },
      /** All locations together. */
      all: rangeFigures,
      results: [{ '...': rangeFigures, location_id: 'string' }, '[]'],
    }),
  }),
  'statistics.lag': endpoint('GET /api/2/calls/{id}/stats/lag/', {
    summary: 'Returns how late the scheduled runs of a monitor started, for each location that it ran from',
    access: 'see',
    query: timeRange,
    lists: 'results',
    answer: shape({
      meta: { start: time, end: time },
      /** All locations together. */
      all: lagFigures,
      results: [{ '...': lagFigures, location_id: 'string' }, '[]'],
    }),
  }),
  'statistics.points': endpoint('GET /api/2/calls/{id}/stats/points/', {
    summary: 'Returns single results for a chart: all of a time range, or the fastest and slowest of each moment',
    access: 'see',
    query: shape({
      '...': timeRange,
      'metric?': "'total' | 'dns' | 'connect' | 'tls' | 'upload' | 'ttfb' | 'response'",
      'location_id?': 'string <= 128',
      'dest_ip?': 'string <= 64',
      /** Most points of the answer; default: 1000. */
      'most?': '100 <= number.integer <= 4000',
    }),
    lists: 'results',
    answer: shape({
      meta: {
        /** The window that was read: the newest 20,000 results. */
        start: time,
        end: time,
        metric: 'string',
        /** Results of that window, also those left out of the answer. */
        count: 'number.integer',
      },
      /** Oldest first. */
      results: [
        {
          id: 'string',
          /** When the run was due. */
          time,
          result_category: category,
          location_id: 'string',
          http_code: 'number | null',
          dest_ip: 'string | null',
          /** Milliseconds; null without a response. */
          value: 'number | null',
        },
        '[]',
      ],
    }),
  }),
  'statistics.annotations': endpoint('GET /api/2/calls/{id}/stats/annotations/', {
    summary: 'Lists what may explain a change in a chart: changes of the monitor, downtimes and alerts, newest first',
    access: 'see',
    query: timeRange,
    lists: 'results',
    answer: shape({
      meta: {
        start: time,
        end: time,
        /** Whether a kind has more than the newest 100, which are listed. */
        more: 'boolean',
      },
      results: [
        {
          /** `change` only for callers who may read the audit log. */
          kind: "'change' | 'downtime' | 'alert'",
          time,
          /** End of a downtime; null for what has no length. */
          end: [time, '|', 'null'],
          /** Changed fields, or the name of the downtime or alert. */
          text: 'string',
          /** The id of the audit entry, downtime or alert; null once a downtime or an alert is deleted. */
          id: 'string | null',
          /** The result that raised the alert. */
          result_id: 'string | null',
        },
        '[]',
      ],
    }),
  }),
  'statistics.before': endpoint('POST /api/3/projects/{id}/stats/before/', {
    summary: 'Returns the last result of each given monitor and its last 24 hours, in total and by hour',
    access: 'see',
    effect: 'read',
    body: shape({ call_ids: [[id, '[]'], '&', 'unknown[] <= 500'] }),
    /** Ids that match no monitor of the project are left out, and so are hours without results. */
    answer: shape({
      results: {
        '[string]': {
          last_result: [lastResult, '|', 'null'],
          pass_rate_24h: 'number | null',
          median_24h: 'number | null',
          /** Oldest first. The newest is the current hour. */
          hours: [hour, '[]'],
        },
      },
    }),
  }),
} as const
