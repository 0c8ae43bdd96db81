import type { Shape } from '../../contract/core/endpoint.ts'
import type { report } from '../../contract/results/results.ts'
import { VITALS } from '../../contract/results/vitals.ts'
import { parseIp } from '../../domain/core/ip-address.ts'
import { parseTime } from '../../domain/core/wire-time.ts'
import type { RunColumns } from '../store/core/tables.ts'
import { categories, exceptions, reasons, triggers } from '../store/identity/codes.ts'
import type { NewResult } from '../store/results/result-store.ts'
import { runOfId } from '../store/results/runs.ts'

export type Report = Shape<typeof report>

/** A report that names a run of ours, with what it says read once. */
export type Reported = { readonly run: RunColumns; readonly report: Report; readonly started: number }

/** What the columns can hold. */
const LONGEST_MS = 31 * 86_400_000
const LARGEST_BYTES = 2 ** 31 - 1

/**
 * A clock that was set back leaves runs that are due after now. Their due times come again, and they are made then; so those reported
 * now are refused, or they would be dated after now.
 */
const MOST_AHEAD_MS = 5_000

/**
 * Reads a report from an agent at `locationKey`; a sentence where it cannot be one of that agent's. No run starts
 * before it is due, or after `now`.
 */
export const readReport = (report: Report, locationKey: number, now: number): Reported | string => {
  const run = runOfId(report.id)
  if (!run) return 'The id is none of this server’s.'
  if (run.location_key !== locationKey) return 'The run belongs to another location.'
  const started = parseTime(report.started)
  if (started === null) return 'started must be a time such as 2026-01-05T10:00:00Z.'
  if (report.result_category === 'QUEUED') return 'A finished run is not QUEUED.'
  if (Object.values(report.timing).some((ms) => ms > LONGEST_MS)) return 'timing holds more than a month.'
  if (Math.max(report.request_size, report.response_size) > LARGEST_BYTES) return 'A size is larger than 2 GiB.'
  if (report.dest_ip !== null && !parseIp(report.dest_ip)) return 'dest_ip must be an IP address.'
  if (run.due > now + MOST_AHEAD_MS) return 'Its due time is in the future.'
  return { run, report, started: Math.min(Math.max(started, run.due), now) }
}

/** The row of a reported run. The job tells what triggered it, if it is still there; sources below zero are runs on demand. */
export const resultRow = (
  { run, report, started }: Reported,
  target: { projectKey: number; trigger: number | undefined; url: string | undefined },
): NewResult => {
  const { timing } = report
  return {
    ...run,
    project_key: target.projectKey,
    trigger: target.trigger ?? triggers.code(run.source < 0 ? 'api' : 'schedule'),
    category: categories.code(report.result_category),
    reason: reasons.code(report.result),
    http_code: report.http_code,
    exception: exceptions.code(report.exception_type ?? 'none'),
    started,
    dns: timing.dns,
    tcp: timing.tcp,
    handshake: timing.handshake,
    upload: timing.upload,
    processing: timing.processing,
    download: timing.download,
    redirect: timing.redirect,
    total: timing.total,
    request_size: report.request_size,
    response_size: report.response_size,
    dest_ip: report.dest_ip,
    ignored: 0,
    url: isOwnUrl(report.url, target.url) ? null : report.url,
    ...(report.vitals && { vitals: VITALS.map((name) => report.vitals?.[name] ?? null) }),
    detail: report.detail,
  }
}

/**
 * Whether a report names no other URL than its monitor's, which is unknown once its job is gone. Most spell it alike: parsing it costs
 * more than the rest of the row.
 */
const isOwnUrl = (reported: string | undefined, own: string | undefined): boolean =>
  reported === undefined || reported === own || (own !== undefined && reported === plainUrl(own))

/** A monitor's URL as reports spell it; as it stands if it is none, such as one with a placeholder. */
const plainUrl = (text: string): string => {
  try {
    const { origin, pathname, search } = new URL(text.trim())
    return origin + pathname + search
  } catch {
    return text
  }
}
