import type { ReportPeriod } from '../../../domain/reports/report-period.ts'
import type { Metric } from '../../../domain/statistics/measures.ts'
import { objectsOf } from '../core/objects.ts'

export type ReportRow = {
  readonly id: string
  readonly call_id: string
  readonly label: string | null
  readonly dest_ip: string | null
}
export type ReportGroup = { readonly id: string; readonly name: string; readonly rows: readonly ReportRow[] }

/** A stored report. */
export type ReportDoc = {
  readonly meta: { readonly description: string | null; readonly tags: readonly string[]; readonly order: number }
  readonly report: {
    readonly period: ReportPeriod
    readonly timezone: string
    readonly metric: Exclude<Metric, 'upload'>
    readonly quantile: number
    readonly locations: readonly string[]
    readonly regions: readonly string[]
    readonly groups: readonly ReportGroup[]
  }
}

export const reports = objectsOf<ReportDoc>('report')

/** Default values of a report. */
export const newReport: ReportDoc = {
  meta: { description: null, tags: [], order: 0 },
  report: {
    period: { kind: 'last', value: 7, unit: 'DAY' },
    timezone: 'UTC',
    metric: 'total',
    quantile: 0.5,
    locations: [],
    regions: ['all'],
    groups: [],
  },
}
