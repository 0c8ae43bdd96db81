import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'

/** UTC weeks from Monday to Sunday, and calendar months. */
const period = shape("'week' | 'month'")

/** Counts and rates of a period. Latencies are milliseconds, rates are 0 to 1; null without data. */
const figures = shape({
  /** PASS + SLOW + FAIL. */
  count: 'number',
  pass_rate: 'number | null',
  /** The pass rate if outliers had not passed. */
  effective_pass_rate: 'number | null',
  error_rate: 'number | null',
  outlier_rate: 'number | null',
  mean_latency: 'number | null',
  median: 'number | null',
  p95: 'number | null',
})

const scored = shape({
  /** `{call_id}__{start}__{end}`; the dates are UTC days, and the end is exclusive. */
  insights_id: 'string',
  start: time,
  end: time,
  /** 0 to 9.99; null without enough data. */
  score: 'number | null',
  /** Green from 8, amber from 6. */
  band: "'green' | 'amber' | 'red' | null",
  reason: "'insufficient_data' | null",
  /** Why there is no score, as a sentence. */
  missing: 'string | null',
  /** Version of the formula. */
  formula: 'number',
})

/** A factor of the score. */
const subScore = shape({
  name: "'pass_rate' | 'outliers' | 'consistency' | 'drift' | 'tail' | 'geography' | 'speed'",
  weight: 'number',
  /** 0 to 1. */
  score: 'number',
  /** Points that the score would gain if this factor were perfect. */
  gain: 'number',
  /** The measured value that gives the factor, as a sentence. */
  text: 'string',
})

/** Outliers and failures that came close together. */
const cluster = shape({
  id: 'string',
  start: time,
  end: time,
  count: 'number',
  failures: 'number',
  outliers: 'number',
  /** The smallest set that holds at least 80 % of them. */
  scope: "'location' | 'cloud' | 'region' | 'global'",
  locations: 'string[]',
})

/** Figures of a location, cloud or region. */
const part = shape({
  /** The location's id, or the name of the cloud or region; empty if unknown. */
  id: 'string',
  ...figures,
  outliers: 'number',
})

const phases = shape({
  dns: 'number',
  tcp: 'number',
  handshake: 'number',
  upload: 'number',
  processing: 'number',
  download: 'number',
  redirect: 'number',
})

const comparison = shape({ ...scored, ...figures })

const report = shape({
  ...scored,
  ...figures,
  call_id: 'string',
  name: 'string',
  period,
  /** The period is not over: the figures are those so far, and nothing is stored. */
  provisional: 'boolean',
  computed: time,
  pass: 'number',
  slow: 'number',
  warning: 'number',
  fail: 'number',
  outliers: 'number',
  /** Results that were unusually fast; they do not count as outliers. */
  fast_anomalies: 'number',
  /** Empty without a score. */
  sub_scores: [subScore, '[]'],
  /** Mean milliseconds of each phase; null without responses. */
  phases: [phases, '|', 'null'],
  locations: [part, '[]'],
  clouds: [part, '[]'],
  regions: [part, '[]'],
  /** Newest first; at most 50. */
  clusters: [cluster, '[]'],
  findings: [{ tone: "'good' | 'bad' | 'neutral'", text: 'string' }, '[]'],
  /** The period before; null if it has no report. */
  previous: [comparison, '|', 'null'],
})

/** Reports on quality by week and month. */
export const insights = {
  'insights.rank': endpoint('GET /api/2/insights/rank/', {
    summary: 'Ranks the monitors of the project by their score in a week or month',
    access: 'see',
    query: shape({
      /** Default: week. */
      'period?': period,
      /** A day in the period; default: the last period that is over. */
      'start?': time,
    }),
    lists: 'results',
    answer: shape({
      meta: {
        period,
        start: time,
        end: time,
        /** Start of the period before. */
        previous: time,
        /** Starts of the periods that have reports, newest first. */
        periods: 'string[]',
        /** Whether reports are still being computed. */
        pending: 'boolean',
        /** The mean of the monitors' scores, weighted by the square root of their counts. */
        score: 'number | null',
        previous_score: 'number | null',
      },
      /** Highest score first; monitors without a score come last and have no rank. */
      results: [
        {
          rank: 'number | null',
          call_id: 'string',
          name: 'string',
          ...scored,
          ...figures,
          previous_score: 'number | null',
          /** Scores of up to 12 periods, the newest last; null where there is none. */
          history: '(number | null)[]',
          flags: "'insufficient_data'[]",
        },
        '[]',
      ],
    }),
  }),
  'insights.reports': endpoint('GET /api/2/insights/call/{id}/', {
    summary: 'Lists the weekly or monthly reports of a monitor, newest first',
    access: 'see',
    query: shape({
      /** Default: week. */
      'period?': period,
    }),
    lists: 'results',
    answer: shape({ meta: { period, call_id: 'string' }, results: [comparison, '[]'] }),
  }),
  'insights.report': endpoint('GET /api/2/insights/{id}/', {
    summary: 'Returns the report of a monitor about a week or month',
    access: 'see',
    answer: report,
  }),
  'insights.outliers': endpoint('GET /api/2/insights/{id}/outliers', {
    summary: 'Returns the outliers of a week or month, and clusters of outliers and failures',
    access: 'see',
    answer: shape({
      /** Oldest first; at most 1000, those with the highest z. */
      results: [
        {
          result_id: 'string',
          time,
          location_id: 'string',
          latency: 'number',
          /** Distance from the median in robust standard deviations of the logarithm. */
          z: 'number',
          /** Median latency that it is compared with. */
          median: 'number',
          cluster_id: 'string | null',
        },
        '[]',
      ],
      clusters: [cluster, '[]'],
    }),
  }),
} as const
