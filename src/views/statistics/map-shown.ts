import { chartSearch, type Metric } from './chart-search.ts'
import type { Percentile } from './latency-series.ts'

/** Settings of a map in the address. */
export type MapShown = {
  readonly metric: Exclude<Metric, 'lag'>
  readonly percentile: Percentile
  /** Id of a location, of a region, and an IP address; null: all. */
  readonly location: string | null
  readonly region: string | null
  readonly ip: string | null
  readonly log: boolean
  readonly table: boolean
}

/** The settings of an address. */
export const mapShown = (search: Readonly<Record<string, string>>): MapShown => {
  const { metric, percentiles, location, log, table } = chartSearch(search)
  const { quantile = '', region = '', ip = '' } = search
  return {
    metric: metric === 'lag' ? 'total' : metric,
    // Without a choice, other charts show several lines.
    percentile: quantile === '' ? 'p50' : (percentiles[0] ?? 'p50'),
    location,
    region: region === '' ? null : region,
    ip: ip === '' ? null : ip,
    log,
    table,
  }
}
