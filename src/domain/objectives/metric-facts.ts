import { VITALS } from '../../contract/results/vitals.ts'
import { MEASURES, type Measure } from '../statistics/measures.ts'
import type { VitalName } from '../statistics/vitals.ts'
import type { Comparator, ObjectiveMeasure, ObjectiveMetric, ObjectivePeriod, ObjectiveUnit } from './slo.ts'

/**
 * Where a metric comes from. `share`: results by category; `latency` and `vital`: values of results; `report`: weekly and monthly
 * reports of monitors; `none`: nothing computes it yet.
 */
export type Source =
  | { readonly kind: 'share' }
  | { readonly kind: 'latency'; readonly of: Measure }
  | { readonly kind: 'vital'; readonly of: VitalName }
  | { readonly kind: 'report' }
  | { readonly kind: 'none'; readonly missing: string }

export type MetricFacts = {
  readonly words: string
  readonly source: Source
  /** Unit of an objective whose measure is not `count`. */
  readonly unit: ObjectiveUnit
  /** Units of a threshold, its usual one first. */
  readonly changeUnits: readonly ObjectiveUnit[]
  readonly measures: readonly ObjectiveMeasure[]
  readonly comparators: readonly Comparator[]
  readonly periods: 'all' | readonly ObjectivePeriod[]
  /** Largest meaningful value; absent: any. */
  readonly most?: number
}

const BELOW = ['<', '<='] as const
const ABOVE = ['>=', '>'] as const
const QUANTILES = ['p95', 'p50', 'p90', 'p99', 'mean'] as const
const REPORTED = ['WEEK', 'MONTH'] as const

const share = (words: string): MetricFacts => ({
  words,
  source: { kind: 'share' },
  unit: 'percent',
  changeUnits: ['pp'],
  measures: ['rate', 'count'],
  comparators: BELOW,
  periods: 'all',
  most: 100,
})
const latency = (words: string, of: Measure): MetricFacts => ({
  words,
  source: { kind: 'latency', of },
  unit: 'ms',
  changeUnits: ['percent', 'ms'],
  measures: QUANTILES,
  comparators: BELOW,
  periods: 'all',
})
const vital = (words: string, of: VitalName): MetricFacts => ({
  words,
  source: { kind: 'vital', of },
  unit: of === 'cls' ? 'value' : 'ms',
  changeUnits: of === 'cls' ? ['percent', 'value'] : ['percent', 'ms'],
  measures: QUANTILES,
  comparators: BELOW,
  periods: 'all',
})

/** Facts of each metric: they drive validation, the form and the computation. */
export const METRIC_FACTS: Readonly<Record<ObjectiveMetric, MetricFacts>> = {
  availability: { ...share('Availability'), measures: ['rate'], comparators: ABOVE },
  fail: share('Failures'),
  slow: share('Slow results'),
  warning: share('Warnings'),
  outliers: { ...share('Outliers'), source: { kind: 'report' }, measures: ['rate'], periods: REPORTED },
  conformance: {
    ...share('Conformance'),
    source: { kind: 'none', missing: 'Conformance is not checked yet.' },
    measures: ['rate'],
    comparators: ABOVE,
  },
  total: latency('Total time', 'total'),
  dns: latency('DNS lookup', 'dns'),
  tcp: latency('TCP connection', 'tcp'),
  handshake: latency('TLS handshake', 'handshake'),
  upload: latency('Upload', 'upload'),
  processing: latency('Processing', 'processing'),
  download: latency('Download', 'download'),
  casc: {
    words: 'Score',
    source: { kind: 'report' },
    unit: 'value',
    changeUnits: ['value', 'percent'],
    measures: ['mean'],
    comparators: ABOVE,
    periods: REPORTED,
    most: 9.99,
  },
  largest_contentful_paint: vital('Largest contentful paint', 'lcp'),
  first_contentful_paint: vital('First contentful paint', 'fcp'),
  ttfb: vital('Time to first byte of the page', 'ttfb'),
  total_blocking_time: vital('Total blocking time', 'tbt'),
  cumulative_layout_shift: vital('Cumulative layout shift', 'cls'),
}

/** The measure of a threshold that names none: the median resists single outliers. */
export const usualMeasure = (metric: ObjectiveMetric): ObjectiveMeasure => {
  const { measures } = METRIC_FACTS[metric]
  return measures.includes('p50') ? 'p50' : (measures[0] ?? 'rate')
}

/** The unit of an objective's value. */
export const unitOf = (metric: ObjectiveMetric, measure: ObjectiveMeasure): ObjectiveUnit =>
  measure === 'count' ? 'value' : METRIC_FACTS[metric].unit

/** Units of a threshold: counts change by a number or a percentage. */
export const changeUnitsOf = (metric: ObjectiveMetric, measure: ObjectiveMeasure): readonly ObjectiveUnit[] =>
  measure === 'count' ? ['percent', 'value'] : METRIC_FACTS[metric].changeUnits

const SHARES: Readonly<Partial<Record<ObjectiveMeasure, number>>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 }

/** The share of a quantile, such as 0.95; null for another measure. */
export const shareOf = (measure: ObjectiveMeasure): number | null => SHARES[measure] ?? null

/** Durations that objectives are about, in the order in which sums store them. */
export const measuresOf = (metrics: readonly ObjectiveMetric[]): readonly Measure[] =>
  MEASURES.filter((measure) =>
    metrics.some((metric) => {
      const { source } = METRIC_FACTS[metric]
      return source.kind === 'latency' && source.of === measure
    }),
  )

/** Web vitals that objectives are about. */
export const vitalsOf = (metrics: readonly ObjectiveMetric[]): readonly VitalName[] =>
  VITALS.filter((vital) =>
    metrics.some((metric) => {
      const { source } = METRIC_FACTS[metric]
      return source.kind === 'vital' && source.of === vital
    }),
  )
