import { commaSeparated, rounded } from '../core/comma-separated.ts'
import type { RowFigures } from './report-figures.ts'

const COLUMNS = [
  'group',
  'label',
  'call_id',
  'period_start',
  'period_end',
  'count',
  'pass',
  'slow',
  'warning',
  'fail',
  'pass_rate',
  'mean_ms',
  'p50',
  'p90',
  'p95',
  'p99',
  'outliers',
  'score',
] as const
const LOCATION_COLUMNS = ['location_id', 'cloud', 'region'] as const

/** A row of a report's CSV; `place` where each location has its own. */
export type CsvRow = {
  readonly group: string
  readonly label: string
  readonly call_id: string
  readonly start: string
  readonly end: string
  readonly figures: RowFigures
  readonly place?: { readonly location_id: string; readonly cloud: string; readonly region: string }
}

const MS_DECIMALS = 3
const RATE_DECIMALS = 4

/** The header of a report's CSV. */
export const reportCsvHeader = (byLocation: boolean): string =>
  commaSeparated([[...COLUMNS, ...(byLocation ? LOCATION_COLUMNS : [])]])

/** Rows of a report's CSV: rates are 0 to 1, latencies milliseconds; empty where there is no data. */
export const reportCsvRows = (rows: readonly CsvRow[]): string =>
  commaSeparated(
    rows.map(({ group, label, call_id, start, end, figures, place }) => [
      group,
      label,
      call_id,
      start,
      end,
      figures.count,
      figures.pass,
      figures.slow,
      figures.warning,
      figures.fail,
      rounded(figures.pass_rate, RATE_DECIMALS),
      rounded(figures.mean, MS_DECIMALS),
      rounded(figures.p50, MS_DECIMALS),
      rounded(figures.p90, MS_DECIMALS),
      rounded(figures.p95, MS_DECIMALS),
      rounded(figures.p99, MS_DECIMALS),
      figures.outliers,
      figures.score,
      ...(place ? [place.location_id, place.cloud, place.region] : []),
    ]),
  )
