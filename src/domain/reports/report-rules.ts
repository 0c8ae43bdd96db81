import { parseIp } from '../core/ip-address.ts'
import { DAY_MS } from '../core/periods.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { isTimeZone } from '../core/zone-time.ts'
import { boundOf, type ReportPeriod } from './report-period.ts'

type RowDraft = {
  readonly id?: string
  readonly call_id: string
  readonly label?: string | null
  readonly dest_ip?: string | null
}

type GroupDraft = { readonly id?: string; readonly name: string; readonly rows: readonly RowDraft[] }

/** A report to create, or the fields of one to change. */
export type ReportDraft = {
  readonly meta?: { readonly name?: string; readonly tags?: readonly string[] }
  readonly report?: {
    readonly period?: ReportPeriod
    readonly timezone?: string
    readonly groups?: readonly GroupDraft[]
  }
}

/** Ids that would be read as a part of an address: `…/locations/csv`. */
const RESERVED = new Set(['locations', 'public', 'link', 'csv', 'figures'])
const ID = /^[\w-]+$/
const LONGEST_DAYS = 3660
/** Rows of one IP address are read from single results, which are many: so few rows, and a short period. */
const MOST_ADDRESSES = 20
const LONGEST_DAYS_OF_ADDRESSES = 31

const idProblems = (field: string, id: string | undefined, seen: Set<string>): Problem[] => {
  if (id === undefined) return []
  if (!ID.test(id) || RESERVED.has(id))
    return [problem(field, 'invalid', `must be letters, digits, “-” and “_”, and none of ${[...RESERVED].join(', ')}.`)]
  if (seen.has(id)) return [problem(field, 'duplicate', 'must not occur twice in the report.')]
  seen.add(id)
  return []
}

const periodProblems = (period: ReportPeriod, timeZone: string): Problem[] => {
  const { kind } = period
  if (kind === 'last') {
    const days = { DAY: 1, WEEK: 7, MONTH: 31 }[period.unit] * period.value
    return days > LONGEST_DAYS ? [problem('report.period.value', 'range', 'must give at most ten years.')] : []
  }
  const [from, to] = [boundOf(period.from, timeZone), boundOf(period.to, timeZone)]
  const bad = 'must be a day such as 2026-01-05, or a time such as 2026-01-05T10:00:00Z.'
  if (from === null) return [problem('report.period.from', 'invalid', bad)]
  if (to === null) return [problem('report.period.to', 'invalid', bad)]
  if (to <= from) return [problem('report.period.to', 'range', 'must be after the start.')]
  return to - from > LONGEST_DAYS * DAY_MS
    ? [problem('report.period.to', 'range', 'must be at most ten years after the start.')]
    : []
}

const daysOf = (period: ReportPeriod, timeZone: string): number => {
  if (period.kind === 'last') return { DAY: 1, WEEK: 7, MONTH: 31 }[period.unit] * period.value
  const [from, to] = [boundOf(period.from, timeZone), boundOf(period.to, timeZone)]
  return from === null || to === null ? 0 : (to - from) / DAY_MS
}

const addressProblems = (groups: readonly GroupDraft[], period: ReportPeriod, timeZone: string): Problem[] => {
  const count = groups.flatMap(({ rows }) => rows).filter(({ dest_ip }) => dest_ip).length
  if (count > MOST_ADDRESSES)
    return [problem('report.groups', 'range', `must have at most ${MOST_ADDRESSES} rows of one IP address.`)]
  const isLong = count > 0 && daysOf(period, timeZone) > LONGEST_DAYS_OF_ADDRESSES
  const words = `must be at most ${LONGEST_DAYS_OF_ADDRESSES} days where a row is of one IP address.`
  return isLong ? [problem('report.period', 'range', words)] : []
}

const groupProblems = (groups: readonly GroupDraft[]): Problem[] => {
  const seen = new Set<string>()
  return groups.flatMap((group, at) => {
    const field = `report.groups[${at}]`
    const known = new Set<string>()
    return [
      ...idProblems(`${field}.id`, group.id, seen),
      ...(group.name.trim() === '' ? [problem(`${field}.name`, 'required', 'must not be empty.')] : []),
      ...group.rows.flatMap((row, index) => {
        const within = `${field}.rows[${index}]`
        const name = `${row.call_id} ${row.dest_ip ?? ''}`
        const twice = known.has(name)
        known.add(name)
        return [
          ...idProblems(`${within}.id`, row.id, seen),
          ...(twice
            ? [
                problem(
                  `${within}.call_id`,
                  'duplicate',
                  'must not be in the group twice: its results would count twice.',
                ),
              ]
            : []),
          ...(row.dest_ip && parseIp(row.dest_ip) === null
            ? [problem(`${within}.dest_ip`, 'invalid', 'must be an IP address such as 192.0.2.1.')]
            : []),
        ]
      }),
    ]
  })
}

/** Field errors of a report. Absent fields are not checked; `before` is what the period, the time zone and the groups were. */
export const reportProblems = (
  { meta, report }: ReportDraft,
  before: { readonly period: ReportPeriod; readonly timezone: string; readonly groups: readonly GroupDraft[] },
): Problem[] => {
  const zone = report?.timezone ?? before.timezone
  const isZone = isTimeZone(zone)
  return [
    ...(meta?.name?.trim() === '' ? [problem('meta.name', 'required', 'must not be empty.')] : []),
    ...(meta?.tags ? tagProblems('meta.tags', meta.tags) : []),
    ...(isZone ? [] : [problem('report.timezone', 'invalid', 'must be a time zone such as Europe/Vienna or UTC.')]),
    ...(isZone && report?.period ? periodProblems(report.period, zone) : []),
    ...groupProblems(report?.groups ?? []),
    ...(isZone ? addressProblems(report?.groups ?? before.groups, report?.period ?? before.period, zone) : []),
  ]
}
