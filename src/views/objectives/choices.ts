import { OBJECTIVE_METRICS, OBJECTIVE_PERIODS } from '../../contract/objectives/objectives.ts'
import { changeUnitsOf, METRIC_FACTS } from '../../domain/objectives/metric-facts.ts'
import { PERIOD_FACTS } from '../../domain/objectives/objective-periods.ts'
import { comparatorSign } from '../../domain/objectives/objective-words.ts'
import type { ObjectiveMeasure, ObjectiveMetric, ObjectiveUnit } from '../../domain/objectives/slo.ts'

const GROUPS: readonly { readonly group: string; readonly has: (metric: ObjectiveMetric) => boolean }[] = [
  { group: 'Results', has: (metric) => METRIC_FACTS[metric].unit === 'percent' },
  { group: 'Latency', has: (metric) => METRIC_FACTS[metric].source.kind === 'latency' },
  { group: 'Score', has: (metric) => metric === 'casc' },
  { group: 'Web vitals', has: (metric) => METRIC_FACTS[metric].source.kind === 'vital' },
]

/** Metrics to choose from, by group. */
export const METRIC_OPTIONS = GROUPS.map(({ group, has }) => ({
  group,
  options: OBJECTIVE_METRICS.filter(has).map((value) => ({ value, label: METRIC_FACTS[value].words })),
}))

const MEASURE_WORDS: Readonly<Record<ObjectiveMeasure, string>> = {
  rate: 'Share',
  count: 'Number',
  mean: 'Mean',
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
}
const UNIT_WORDS: Readonly<Record<ObjectiveUnit, string>> = { percent: '%', pp: 'pp', ms: 'ms', value: '' }

/** A unit as it stands after a value. */
export const unitWords = (unit: ObjectiveUnit): string => UNIT_WORDS[unit]

export const measureOptions = (metric: ObjectiveMetric) =>
  METRIC_FACTS[metric].measures.map((value) => ({ value, label: MEASURE_WORDS[value] }))

export const comparatorOptions = (metric: ObjectiveMetric) =>
  METRIC_FACTS[metric].comparators.map((value) => ({ value, label: comparatorSign(value) }))

export const periodOptions = (metric: ObjectiveMetric) => {
  const { periods } = METRIC_FACTS[metric]
  return (periods === 'all' ? OBJECTIVE_PERIODS : periods).map((value) => ({ value, label: PERIOD_FACTS[value].label }))
}

export const changeUnitOptions = (metric: ObjectiveMetric, measure: ObjectiveMeasure) =>
  changeUnitsOf(metric, measure).map((value) => ({ value, label: UNIT_WORDS[value] || 'Number' }))
