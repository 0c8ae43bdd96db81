import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { time } from '../core/wire.ts'
import { category } from '../results/results.ts'
import { RUN_METRICS } from './performance.ts'

const timeRange = shape({
  /** Inclusive; default: 7 days before `end`. */
  'start?': time,
  /** Exclusive; default: now. */
  'end?': time,
})
/** Lengths of a step of time. With PT1M at most 6 hours, with PT5M 30 hours, with HOUR 100 days. */
const STEPS = ['PT1M', 'PT5M', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const

/** The part of the range that the figures cover, and whether they are made of stored sums, of single results, or of both. */
const made = shape({ start: time, end: time, source: "'sums' | 'results' | 'both'" })
const milliseconds = shape('number | null')

/** Latencies above `from_ms` and up to `to_ms`; both are 0 for those that are 0. */
const bucket = shape({ from_ms: 'number', to_ms: 'number' })

/** Bytes of responses; null without any. `median` and `p95` of long ranges are within 1 %, the others exact. */
const sizes = shape({
  count: 'number.integer',
  median: 'number | null',
  p95: 'number | null',
  min: 'number | null',
  max: 'number | null',
  mean: 'number | null',
})

/** Distributions of latency and of response size. They are of results with a response. */
export const distributions = {
  'statistics.histogram': endpoint('GET /api/2/calls/{id}/stats/histogram/{loc}/', {
    summary: 'Counts results by latency, at one location or at all of them',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** Default: total. */
      'metric?': oneOf(RUN_METRICS),
    }),
    lists: 'results',
    answer: shape({
      meta: {
        '...': made,
        metric: oneOf(RUN_METRICS),
        count: 'number.integer',
        /** Whether the quantiles are exact; otherwise they are within 1 %. */
        exact: 'boolean',
        p50: milliseconds,
        p95: milliseconds,
        p99: milliseconds,
      },
      /** In ascending order and without gaps, 20 to 40, of equal width on a logarithmic scale; before them one for 0 ms. */
      results: [{ '...': bucket, count: 'number.integer' }, '[]'],
    }),
  }),
  'statistics.latencies': endpoint('GET /api/3/projects/{id}/stats/latencies/', {
    summary: 'Counts results by time and latency, as the cells of a heat map',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** Ids of monitors, separated by commas; default: all. */
      'call_ids?': 'string <= 8000',
      /** Ids of locations, separated by commas; default: all. */
      'location_ids?': 'string <= 8000',
      /** Default: total. */
      'metric?': oneOf(RUN_METRICS),
      /** `sequential`: step after step. `cumulative`: all days together, by the hour of the day in UTC. Default: sequential. */
      'form?': "'sequential' | 'cumulative'",
      /** Of the sequential form; default: the shortest one with at most 400 steps, from HOUR. */
      'interval?': oneOf(STEPS),
    }),
    lists: 'results',
    answer: shape({
      meta: {
        '...': made,
        metric: oneOf(RUN_METRICS),
        form: "'sequential' | 'cumulative'",
        /** Null for the cumulative form. */
        interval: [oneOf(STEPS), '|', 'null'],
        /** Results in all cells. */
        count: 'number.integer',
        /** In ascending order and without gaps. */
        buckets: [bucket, '[]'],
      },
      /** Oldest first; cells without results are left out. */
      results: [
        {
          /** The start of the step; in the cumulative form, the hour of the day, from `00` to `23`. */
          hour: 'string',
          /** `from_ms` of the bucket. */
          bucket_ms: 'number',
          count: 'number.integer >= 1',
        },
        '[]',
      ],
    }),
  }),
  'statistics.sizes': endpoint('GET /api/2/calls/{id}/stats/sizes/{loc}/', {
    summary: 'Returns response sizes over time, at one location or at all of them',
    access: 'see',
    query: shape({
      '...': timeRange,
      /** Default: the shortest one with at most 400 steps, from HOUR. */
      'interval?': oneOf(STEPS),
    }),
    lists: 'results',
    /** Steps without a response are left out. */
    answer: shape({
      meta: { '...': made, interval: oneOf(STEPS) },
      results: [{ '...': sizes, time, location_id: 'string' }, '[]'],
    }),
  }),
  'statistics.size-locations': endpoint('GET /api/2/calls/{id}/stats/sizes/', {
    summary: 'Returns response sizes for each location that a monitor ran from',
    access: 'see',
    query: timeRange,
    lists: 'results',
    answer: shape({
      meta: made,
      /** All locations together. */
      all: sizes,
      results: [{ '...': sizes, location_id: 'string' }, '[]'],
    }),
  }),
  'statistics.results-before': endpoint('GET /api/2/calls/{id}/stats/before', {
    summary: 'Returns the newest results before a moment',
    access: 'see',
    query: shape({
      /** Exclusive; default: now. */
      'time?': time,
      'location_id?': 'string <= 128',
      /** Default: 10. */
      'limit?': '1 <= number.integer <= 100',
    }),
    lists: 'results',
    /** Newest first, without those that are ignored in statistics. */
    answer: shape({
      /** The moment before which they were due. */
      meta: { time },
      results: [
        {
          id: 'string',
          /** When the run was due. */
          time,
          /** Milliseconds; null without a response. */
          latency: 'number | null',
          http_code: 'number | null',
          result_category: category,
          location_id: 'string',
          /** Bytes; null without a response. */
          content_length: 'number | null',
        },
        '[]',
      ],
    }),
  }),
} as const
