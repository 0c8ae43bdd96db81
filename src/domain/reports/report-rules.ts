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

/** Field errors of a report. Absent fields are not checked; `before` is what the period and the time zone were. */
export const reportProblems = (
  { meta, report }: ReportDraft,
  before: { readonly period: ReportPeriod; readonly timezone: string },
): Problem[] => {
  const zone = report?.timezone ?? before.timezone
  const isZone = isTimeZone(zone)
  return [
    ...(meta?.name?.trim() === '' ? [problem('meta.name', 'required', 'must not be empty.')] : []),
    ...(meta?.tags ? tagProblems('meta.tags', meta.tags) : []),
    ...(isZone ? [] : [problem('report.timezone', 'invalid', 'must be a time zone such as Europe/Vienna or UTC.')]),
    ...(isZone && report?.period ? periodProblems(report.period, zone) : []),
    ...groupProblems(report?.groups ?? []),
  ]
}
