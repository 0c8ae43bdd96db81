import type { Distribution } from '../statistics/distribution.ts'
import type { Figures } from '../statistics/figures.ts'
import { allOf, countedResults } from '../statistics/statistics.ts'
import type { VitalName } from '../statistics/vitals.ts'
import { METRIC_FACTS, shareOf } from './metric-facts.ts'
import type { Comparator, Objective, ObjectiveMeasure, ObjectiveMetric } from './slo.ts'

/** Observations of some time: results by category, their durations, and the web vitals of browser tests. */
export type Observed = {
  readonly figures: Figures | null
  readonly vitals: Readonly<Partial<Record<VitalName, Distribution>>>
}

/** Events of an objective: those that count, and those of them that use up its budget. */
export type Tally = { readonly eligible: number; readonly bad: number }

export const NO_EVENTS: Tally = { eligible: 0, bad: 0 }

export const addTallies = (a: Tally, b: Tally): Tally => ({ eligible: a.eligible + b.eligible, bad: a.bad + b.bad })

/** Whether a value satisfies a comparator. */
export const satisfies = (value: number, comparator: Comparator, limit: number): boolean => {
  if (comparator === '<') return value < limit
  if (comparator === '<=') return value <= limit
  return comparator === '>' ? value > limit : value >= limit
}

/** The values of a metric's durations or web vital; null without any. */
const valuesOf = (metric: ObjectiveMetric, { figures, vitals }: Observed): Distribution | null => {
  const { source } = METRIC_FACTS[metric]
  const found =
    source.kind === 'latency' ? figures?.measured[source.of] : source.kind === 'vital' ? vitals[source.of] : undefined
  return found && found.count > 0 ? found : null
}

/** Results that a share is of, and those of the named kind. */
const shareTally = (metric: ObjectiveMetric, figures: Figures): Tally => {
  const counted = countedResults(figures)
  if (metric === 'availability') return { eligible: counted, bad: figures.unavailable }
  if (metric === 'slow') return { eligible: counted, bad: figures.slow }
  if (metric === 'warning') return { eligible: allOf(figures), bad: figures.warning }
  return { eligible: counted, bad: figures.fail }
}

/**
 * Counts the events of an objective. Of shares an event is a counted result; of a quantile it is a value, which is good if it is below
 * the limit: "p95 < 500 ms" holds while at least 95 % of the values are below 500 ms. Means have no events.
 */
export const tallyOf = ({ metric, measure, comparator, value }: Objective, observed: Observed): Tally => {
  const { source } = METRIC_FACTS[metric]
  if (source.kind === 'share') return observed.figures ? shareTally(metric, observed.figures) : NO_EVENTS
  const values = valuesOf(metric, observed)
  if (values === null) return NO_EVENTS
  if (shareOf(measure) === null) return { eligible: values.count, bad: 0 }
  return { eligible: values.count, bad: values.count - values.countBelow(value, comparator === '<=') }
}

/** Returns the value of a metric in its unit, percents from 0 to 100; null without data. */
export const readingOf = (metric: ObjectiveMetric, measure: ObjectiveMeasure, observed: Observed): number | null => {
  const { source } = METRIC_FACTS[metric]
  if (source.kind === 'share') {
    const { eligible, bad } = observed.figures ? shareTally(metric, observed.figures) : NO_EVENTS
    if (eligible === 0) return null
    if (measure === 'count') return bad
    return (100 * (metric === 'availability' ? eligible - bad : bad)) / eligible
  }
  const values = valuesOf(metric, observed)
  if (values === null) return null
  const share = shareOf(measure)
  return share === null ? values.sum / values.count : (values.quantiles([share])[0] ?? null)
}
