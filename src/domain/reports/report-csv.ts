import { commaSeparated } from '../core/comma-separated.ts'
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
      figures.pass_rate,
      figures.mean,
      figures.p50,
      figures.p90,
      figures.p95,
      figures.p99,
      figures.outliers,
      figures.score,
      ...(place ? [place.location_id, place.cloud, place.region] : []),
    ]),
  )
