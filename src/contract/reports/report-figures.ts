import { shape } from '../core/endpoint.ts'
import { scoreBands } from '../core/score-bands.ts'
import { time } from '../core/wire.ts'

/** Figures of a row or a group. Latencies are milliseconds of the report's metric, rates are 0 to 1; null without data. */
export const reportRowFigures = shape({
  pass: 'number',
  slow: 'number',
  warning: 'number',
  fail: 'number',
  /** PASS + SLOW + WARNING + FAIL. */
  count: 'number',
  pass_rate: 'number | null',
  error_rate: 'number | null',
  mean: 'number | null',
  p50: 'number | null',
  p90: 'number | null',
  p95: 'number | null',
  p99: 'number | null',
  /** The quantile that the report is set to. */
  value: 'number | null',
  /** Null where outliers are not measured, for the reason in `meta`. */
  outliers: 'number | null',
  /** Outliers / (PASS + SLOW). */
  outlier_rate: 'number | null',
  /** The score of the period in `meta`; of a group, the mean weighted by the square roots of the counts. */
  score: 'number | null',
})

/** A step of time of a row. */
const point = shape({
  time,
  /** The report's quantile, in milliseconds; null without a response. */
  value: 'number | null',
  count: 'number',
  fail: 'number',
})

const interval = shape("'HOUR' | 'DAY' | 'WEEK' | 'MONTH'")

/** A rule of counting that holds for the figures, as a sentence. */
const accounting = shape({
  about: "'retries' | 'downtimes' | 'warnings' | 'quantiles' | 'outliers' | 'score' | 'locations' | 'coverage'",
  text: 'string',
})

const metric = shape("'total' | 'dns' | 'connect' | 'tls' | 'ttfb' | 'response'")

/** The figures of a report as of one moment. */
export const reportFigures = shape({
  id: 'string',
  name: 'string',
  description: 'string | null',
  meta: {
    /** The window that the figures cover: `start` inclusive, `end` exclusive. */
    start: time,
    end: time,
    /** The period in words. */
    words: 'string',
    timezone: 'string',
    metric,
    quantile: 'number',
    /** Length of the steps of `points`, in UTC. */
    interval,
    /** Names of the locations that count; empty: all. */
    locations: 'string[]',
    /** The week or month of the scores; null where none was over. */
    score_period: [{ period: "'week' | 'month'", start: time, end: time }, '|', 'null'],
    /** The project's bands of scores. */
    score_bands: scoreBands,
    /** Why outliers are not measured, as a sentence; null if they are. */
    outliers_missing: 'string | null',
    accounting: [accounting, '[]'],
    computed: time,
  },
  groups: [
    {
      id: 'string',
      name: 'string',
      rows: [
        {
          ...reportRowFigures,
          id: 'string',
          call_id: 'string',
          label: 'string',
          /** The one IP address whose results count; null: all. */
          dest_ip: 'string | null',
          /** The monitor was deleted. */
          missing: 'boolean',
          points: [point, '[]'],
        },
        '[]',
      ],
      /** All rows together: sums over counts, and quantiles of all their results. */
      total: reportRowFigures,
    },
    '[]',
  ],
})

/** Steps of time of each row of a group. */
export const reportSeries = shape({
  meta: { start: time, end: time, words: 'string', interval, metric, quantile: 'number', name: 'string' },
  results: [
    {
      id: 'string',
      call_id: 'string',
      label: 'string',
      missing: 'boolean',
      points: [
        {
          time,
          /** Milliseconds, or bytes where sizes were asked for. */
          value: 'number | null',
          pass: 'number',
          slow: 'number',
          warning: 'number',
          fail: 'number',
          count: 'number',
        },
        '[]',
      ],
    },
    '[]',
  ],
})

/** Figures of a group by location, all of its monitors together; locations without results are absent. */
export const reportPlaces = shape({
  meta: { start: time, end: time, words: 'string', metric, name: 'string' },
  results: [
    {
      location_id: 'string',
      count: 'number',
      fail: 'number',
      pass_rate: 'number | null',
      p50: 'number | null',
      p90: 'number | null',
      p95: 'number | null',
      p99: 'number | null',
    },
    '[]',
  ],
})
