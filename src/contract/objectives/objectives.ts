import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { tags, time } from '../core/wire.ts'

/** Metrics that an objective or a threshold can be about. `ttfb` is the web vital; the phase of a call is `processing`. */
export const OBJECTIVE_METRICS = [
  'availability',
  'fail',
  'slow',
  'warning',
  'outliers',
  'conformance',
  'total',
  'dns',
  'tcp',
  'handshake',
  'upload',
  'processing',
  'download',
  'casc',
  'largest_contentful_paint',
  'first_contentful_paint',
  'ttfb',
  'total_blocking_time',
  'cumulative_layout_shift',
] as const

export const OBJECTIVE_MEASURES = ['rate', 'count', 'mean', 'p50', 'p90', 'p95', 'p99'] as const
export const COMPARATORS = ['<', '<=', '>', '>='] as const
export const OBJECTIVE_UNITS = ['percent', 'pp', 'ms', 'value'] as const

/**
 * Times that an objective is about. `PT…` and `P…D` end now; `P1D`, `P7D` and `P30D` are made of whole hours, of which the current one
 * is the last. `DAY`, `WEEK` and `MONTH` are the current calendar periods of UTC.
 */
export const OBJECTIVE_PERIODS = [
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'PT1H',
  'P1D',
  'P7D',
  'P30D',
  'DAY',
  'WEEK',
  'MONTH',
] as const

const id = shape('1 <= string <= 64')
const metric = shape(oneOf(OBJECTIVE_METRICS))
const measure = shape(oneOf(OBJECTIVE_MEASURES))
const comparator = shape(oneOf(COMPARATORS))
const unit = shape(oneOf(OBJECTIVE_UNITS))
const period = shape(oneOf(OBJECTIVE_PERIODS))
const description = shape('string <= 1500 | null')

/** A service level objective: `availability rate >= 99.9 percent` in a period. */
export const objective = shape({
  /** Given by the server to a new one. */
  'id?': id,
  metric,
  measure,
  comparator,
  value: 'number',
  unit,
  period,
  'description?': description,
})

/** The largest acceptable change of a metric against the period before: `+20 percent`, `-1 pp`. */
export const threshold = shape({
  'id?': id,
  metric,
  /** Default: the rate of shares, p50 of times and web vitals, the mean of scores. */
  'measure?': measure,
  period,
  unit,
  /** Positive: the metric must not rise by more; negative: it must not fall by more. */
  delta: 'number',
  'description?': description,
})

const stored = shape({
  include_tags: tags,
  exclude_tags: tags,
  objectives: [{ id, metric, measure, comparator, value: 'number', unit, period, description }, '[]'],
  thresholds: [{ id, metric, measure, period, unit, delta: 'number', description }, '[]'],
  /** Null while the project has none. */
  last_update: 'string | null',
})

const state = shape("'met' | 'at_risk' | 'breached' | 'no_data'")

/** Rules by which results are counted, as sentences. */
const accounting = shape({ good: 'string', retries: 'string', downtimes: 'string', warnings: 'string' })

/** A part of a period. Events are results, or monitors where the objective is about scores. */
const burnRate = shape({
  window: "'PT5M' | 'PT30M' | 'PT1H' | 'PT6H'",
  eligible: 'number',
  bad: 'number',
  /** 1 uses up the budget exactly by the end of the period. Null without results, or where nothing may fail. */
  rate: 'number | null',
})

const forecast = shape({
  /** `none`: the data is too thin, or the objective has no budget. */
  outcome: "'ends' | 'lasts' | 'spent' | 'none'",
  /** When the budget is used up, if it goes on as recently. */
  ends: [time, '|', 'null'],
  /** The recent time that it is based on. */
  from: [time, '|', 'null'],
  eligible: 'number',
  bad: 'number',
  burn_rate: 'number | null',
  /** The basis as a sentence. */
  basis: 'string',
})

const budget = shape({
  /** Bad events that the period may have; for a calendar period, extrapolated to its end. */
  events: 'number',
  /** Bad events so far, as a share of `events`. Null where nothing may fail and something did. */
  used: 'number | null',
  /** 1 − `used`: negative once it is overspent. */
  remaining: 'number | null',
})

const attained = shape({
  id,
  /** The objective as a sentence: "Availability ≥ 99.9 % over the last 30 days". */
  name: 'string',
  state,
  /** Why there is no data, as a sentence. */
  missing: 'string | null',
  /** The value of the metric, in the unit of the objective. */
  value: 'number | null',
  /** Share of good events that is needed; null where there is no budget. */
  target: 'number | null',
  /** Share of good events. */
  attainment: 'number | null',
  eligible: 'number',
  good: 'number',
  /** Null where no event is good or bad by itself: means and scores. */
  budget: [budget, '|', 'null'],
  /** Used share of the budget divided by the share of the period that is over. */
  burn_rate: 'number | null',
  burn_rates: [burnRate, '[]'],
  forecast,
  accounting,
  from: time,
  to: time,
})

const changed = shape({
  id,
  name: 'string',
  state: "'within' | 'exceeded' | 'no_data'",
  missing: 'string | null',
  current: 'number | null',
  previous: 'number | null',
  /** Difference in the unit of the threshold. */
  change: 'number | null',
  from: time,
  to: time,
  previous_from: time,
  previous_to: time,
})

/** The service level objectives of a project, and how far they are attained. */
export const objectives = {
  'objective.read': endpoint('GET /api/2/project/slo/', {
    summary: 'Returns the service level objectives of the project; without any, empty lists',
    access: 'see',
    shows: 'project-slo',
    answer: stored,
  }),
  'objective.replace': endpoint('POST /api/2/project/slo/', {
    summary:
      'Creates or replaces the service level objectives of the project; with if_last_update, a concurrent change is refused',
    access: 'govern',
    audit: 'project.set-objectives',
    body: shape({
      'include_tags?': tags,
      'exclude_tags?': tags,
      objectives: [objective, '[]'],
      'thresholds?': [threshold, '[]'],
      /** `last_update` as it was read, null if there were none. If it differs by now, nothing is stored and the answer is 409. */
      'if_last_update?': 'string | null',
      /** Read-only: ignored. */
      'last_update?': 'string | null',
    }),
    shows: 'project-slo',
    answer: stored,
  }),
  'objective.remove': endpoint('DELETE /api/2/project/slo/', {
    summary: 'Deletes the service level objectives of the project',
    access: 'govern',
    audit: 'project.delete-objectives',
    status: 204,
    answer: null,
  }),
  'objective.attainment': endpoint('GET /api/3/project/slo/attainment', {
    summary: 'Returns how far each objective is attained: error budget, burn rates, state and forecast',
    access: 'see',
    lists: 'data',
    answer: shape({
      meta: {
        /** Monitors whose tags match. */
        monitors: 'number',
        at: time,
        last_update: 'string | null',
        /** Counts of objectives by state. */
        met: 'number',
        at_risk: 'number',
        breached: 'number',
        no_data: 'number',
      },
      data: [attained, '[]'],
      thresholds: [changed, '[]'],
    }),
  }),
  'objective.series': endpoint('GET /api/3/project/slo/series', {
    summary: 'Returns the error budget of an objective over its period, by minutes, hours or days',
    access: 'see',
    query: shape({
      /** Id of the objective. */
      objective: id,
    }),
    lists: 'data',
    answer: shape({
      meta: {
        objective: id,
        name: 'string',
        /** Length of a step in seconds; the first and last may be parts. */
        step_seconds: 'number',
        from: time,
        to: time,
        at: time,
        /** Bad events that the period may have. */
        budget: 'number | null',
        target: 'number | null',
        forecast,
      },
      /** Oldest first, up to now. Steps without results keep the budget as it is. */
      data: [
        {
          time,
          end: time,
          eligible: 'number',
          bad: 'number',
          /** Remaining share of the budget at the end of the step; negative once it is used up. */
          remaining: 'number | null',
          burn_rate: 'number | null',
        },
        '[]',
      ],
    }),
  }),
} as const
