import { METRIC_FACTS, usualMeasure } from './metric-facts.ts'
import { PERIOD_FACTS } from './objective-periods.ts'
import type {
  Comparator,
  Objective,
  ObjectiveMeasure,
  ObjectiveMetric,
  ObjectivePeriod,
  ObjectiveUnit,
  Threshold,
} from './slo.ts'

const SIGNS: Readonly<Record<Comparator, string>> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' }
const UNITS: Readonly<Record<ObjectiveUnit, string>> = { percent: ' %', pp: ' pp', ms: ' ms', value: '' }

export const comparatorSign = (comparator: Comparator): string => SIGNS[comparator]

/** A value with its unit: "99.9 %", "500 ms". */
const withUnit = (value: number, unit: ObjectiveUnit): string => `${value}${UNITS[unit]}`

/** A metric with its measure: "Total time p95", "Number of failures"; a rate needs no word. */
const measured = (metric: ObjectiveMetric, measure: ObjectiveMeasure): string => {
  const { words } = METRIC_FACTS[metric]
  if (measure === 'count') return `Number of ${words.toLowerCase()}`
  return measure === 'rate' || metric === 'casc' ? words : `${words} ${measure}`
}

/** The end of a phrase: "over the last 7 days". Reports are those of the last whole week or month. */
const periodWords = (metric: ObjectiveMetric, period: ObjectivePeriod): string =>
  METRIC_FACTS[metric].source.kind === 'report'
    ? `in the last whole ${period === 'MONTH' ? 'month' : 'week'}`
    : PERIOD_FACTS[period].words

/** An objective as a phrase: "Availability ≥ 99.9 % over the last 30 days". */
export const objectiveWords = ({ metric, measure, comparator, value, unit, period }: Objective): string =>
  `${measured(metric, measure)} ${SIGNS[comparator]} ${withUnit(value, unit)} ${periodWords(metric, period)}`

/** A threshold as a phrase: "Total time p50 at most +20 % today (UTC)". */
export const thresholdWords = ({ metric, measure = usualMeasure(metric), unit, delta, period }: Threshold): string =>
  `${measured(metric, measure)} at most ${delta > 0 ? '+' : '−'}${withUnit(Math.abs(delta), unit)} ${periodWords(metric, period)}`

export type Accounting = Readonly<Record<'good' | 'retries' | 'downtimes' | 'warnings', string>>

const RETRIES = 'A failed attempt that its schedule repeats counts only if it counts in statistics.'
const DOWNTIMES = 'Runs within downtimes do not count.'

/** The rules by which events of an objective are counted. */
export const accountingOf = ({ metric, measure }: Pick<Objective, 'metric' | 'measure'>): Accounting => {
  const { source } = METRIC_FACTS[metric]
  const shared = { retries: RETRIES, downtimes: DOWNTIMES }
  if (metric === 'casc')
    return {
      ...shared,
      good: 'The mean score of the monitors in the last whole week or month, weighted by the square root of their results.',
      warnings: 'Warnings do not count.',
    }
  if (source.kind === 'latency' || source.kind === 'vital') {
    const events =
      source.kind === 'latency' ? 'results with a response' : 'results of browser tests that have this vital'
    return {
      ...shared,
      good:
        measure === 'mean'
          ? `The mean of all ${events}; it has no error budget.`
          : `Good are ${events} whose value satisfies the limit, out of all ${events}. Values within 1 % of the limit may count to either side, except in periods of up to six hours.`,
      warnings: 'Warnings with a response count by their value.',
    }
  }
  const good: Readonly<Partial<Record<ObjectiveMetric, string>>> = {
    availability:
      'Good: results that passed, were slow, or failed for their content. Bad: server errors and failed connections.',
    slow: 'Bad are slow results, out of passed, slow and failed results.',
    fail: 'Bad are failed results, out of passed, slow and failed results.',
    warning: 'Bad are warnings, out of all results.',
    outliers: 'Bad are the outliers of the last whole week or month, out of passed and slow results.',
    conformance: 'Conformance is not checked yet.',
  }
  return {
    ...shared,
    good: good[metric] ?? '',
    warnings: metric === 'warning' ? 'Warnings are what counts as bad.' : 'Warnings do not count.',
  }
}
