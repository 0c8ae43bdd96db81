import { isPercentile, type Percentile, SHOWN_PERCENTILES } from './latency-series.ts'

/** Latencies a chart can show. */
export const METRICS = {
  total: 'Total',
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  ttfb: 'First byte',
  response: 'Download',
  lag: 'Schedule lag',
} as const
export type Metric = keyof typeof METRICS

const isMetric = (text: string): text is Metric => Object.hasOwn(METRICS, text)

/** Chart settings in the address, besides the range. */
export type ChartSearch = {
  readonly metric: Metric
  /** Null: all locations. */
  readonly location: string | null
  readonly percentiles: readonly Percentile[]
  readonly log: boolean
  readonly table: boolean
}

export const chartSearch = (search: Readonly<Record<string, string>>): ChartSearch => {
  const { metric = 'total', location = '', quantile = '', scale, view } = search
  const chosen = quantile === '' ? null : `p${Math.round(Number(quantile) * 100)}`
  return {
    metric: isMetric(metric) ? metric : 'total',
    location: location === '' ? null : location,
    percentiles: chosen !== null && isPercentile(chosen) ? [chosen] : SHOWN_PERCENTILES,
    log: scale === 'log',
    table: view === 'table',
  }
}
