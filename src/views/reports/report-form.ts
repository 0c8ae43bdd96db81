import { MAX_GROUPS, MAX_ROWS } from '../../contract/reports/reports.ts'
import { DAY_MS } from '../../domain/core/periods.ts'
import type { ReportPeriod } from '../../domain/reports/report-period.ts'
import { reportProblems } from '../../domain/reports/report-rules.ts'
import { choice, linesOrNone, own, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { zoneChoices } from '../parts/form/time-zones.ts'
import { METRIC_WORDS } from './metric-words.ts'
import type { Report } from './report-list.ts'

export type FormGroup = Report['report']['groups'][number]
export type FormRow = FormGroup['rows'][number]

type Stored = Pick<Report, 'id' | 'meta' | 'report'>
type Metric = Report['report']['metric']
type Unit = Extract<ReportPeriod, { kind: 'last' }>['unit']

/** A row's number in the path of an error: `[1].rows[2].call_id` is row 3 of group 2. */
const groupNaming = (rest: string) => {
  const [group = '0', row] = [...rest.matchAll(/\[(\d+)\]/g)].map(([, at]) => at)
  const label = `Group ${Number(group) + 1}${row === undefined ? '' : `, row ${Number(row) + 1}`}`
  return { label, subject: label }
}

const day = (text: string): string => text.slice(0, 10)
const shifted = (text: string, days: number): string => {
  const ms = Date.parse(`${day(text)}T00:00:00Z`)
  return Number.isNaN(ms) ? text : day(new Date(ms + days * DAY_MS).toISOString())
}

/** Name, period, figures, locations and groups: the form of a report. Its last day is inclusive, as people name it. */
export const reportForm = recordTable<Stored>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Payments, weekly', maxLength: 400, paths: ['meta.name'] }),
    description: linesOrNone({ label: 'Description', rows: 2, optional: true, paths: ['meta.description'] }),
    kind: choice({
      label: 'Period',
      part: 'period',
      options: [
        { value: 'last', label: 'The newest' },
        { value: 'fixed', label: 'From day to day' },
      ],
      paths: ['report.period'],
      blank: 'last',
    }),
    value: text({
      label: 'How many',
      part: 'period',
      inputMode: 'numeric',
      paths: ['report.period.value'],
      blank: '7',
    }),
    unit: choice({
      label: 'Of what',
      part: 'period',
      hint: 'The current period is counted up to now.',
      options: [
        { value: 'DAY', label: 'Days' },
        { value: 'WEEK', label: 'Weeks, from Monday' },
        { value: 'MONTH', label: 'Months' },
      ],
      blank: 'DAY',
    }),
    from: text({ label: 'First day', part: 'period', type: 'date', paths: ['report.period.from'] }),
    until: text({ label: 'Last day', part: 'period', type: 'date', paths: ['report.period.to'] }),
    timezone: choice({
      label: 'Time zone',
      part: 'time zone',
      hint: 'Days begin at its midnight.',
      options: zoneChoices(),
      paths: ['report.timezone'],
      blank: 'UTC',
    }),
    metric: choice({
      label: 'Latency',
      part: 'latency',
      options: Object.entries(METRIC_WORDS).map(([value, label]) => ({
        value,
        label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      })),
      paths: ['report.metric'],
      blank: 'total',
    }),
    quantile: choice({
      label: 'Over time',
      part: 'quantile',
      hint: 'The line of sparklines and charts.',
      options: [
        { value: '0.5', label: 'Median' },
        { value: '0.9', label: 'p90' },
        { value: '0.95', label: 'p95' },
        { value: '0.99', label: 'p99' },
      ],
      paths: ['report.quantile'],
      blank: '0.5',
    }),
    regions: own<string[]>({ label: 'Regions', part: 'locations', paths: ['report.regions'], blank: ['all'] }),
    locations: own<string[]>({ label: 'Locations', part: 'locations', paths: ['report.locations'], blank: [] }),
    groups: own<FormGroup[]>({
      label: 'Groups',
      paths: ['report.groups'],
      within: groupNaming,
      blank: [],
    }),
  },
  read: ({ meta, report }) => ({
    name: meta.name,
    description: meta.description ?? '',
    kind: report.period.kind,
    ...(report.period.kind === 'last'
      ? { value: String(report.period.value), unit: report.period.unit, from: '', until: '' }
      : { value: '7', unit: 'DAY', from: day(report.period.from), until: shifted(report.period.to, -1) }),
    timezone: report.timezone,
    metric: report.metric,
    quantile: String(report.quantile),
    regions: [...report.regions],
    locations: [...report.locations],
    groups: [...report.groups],
  }),
  write: (plain) => {
    const { name, description, kind, value, unit, from, until } = plain
    const { timezone, metric, quantile, regions, locations, groups } = plain
    const period: ReportPeriod =
      kind === 'fixed'
        ? { kind: 'fixed', from, to: shifted(until, 1) }
        : // The options of the choice are the units.
          { kind: 'last', value: value.trim() === '' ? Number.NaN : Number(value), unit: unit as Unit }
    return {
      meta: { name, description },
      // The options of the choice are the metrics.
      report: { period, timezone, metric: metric as Metric, quantile: Number(quantile), regions, locations, groups },
    }
  },
  rules: ({ meta, report }) => {
    const { period, groups } = report
    const value = period.kind === 'last' ? period.value : 1
    return [
      ...reportProblems({ meta, report }, report),
      ...(Number.isInteger(value) && value >= 1 && value <= 400
        ? []
        : [{ field: 'report.period.value', message: 'report.period.value must be a whole number from 1 to 400.' }]),
      ...(groups.length > MAX_GROUPS
        ? [{ field: 'report.groups', message: `A report has at most ${MAX_GROUPS} groups.` }]
        : []),
      ...groups.flatMap(({ rows }, at) =>
        rows.length > MAX_ROWS
          ? [{ field: `report.groups[${at}]`, message: `A group has at most ${MAX_ROWS} monitors.` }]
          : [],
      ),
      ...(regions(report) ? [] : [{ field: 'report.locations', message: 'Choose a location, or count all of them.' }]),
    ]
  },
})

const regions = ({ regions, locations }: { regions: readonly string[]; locations: readonly string[] }): boolean =>
  regions.length > 0 || locations.length > 0

/** A report as its form holds it. */
export type ReportDraft = ReturnType<typeof reportForm.formOf>

/** The open form of a report. */
export type ReportFormState = RecordFormState<ReportDraft, keyof typeof reportForm.fields>
