import type { ResultRow } from '../store/core/tables.ts'
import { categories, exceptions, reasons, triggers } from '../store/identity/codes.ts'
import type { SimulatedLocation } from './locations.ts'
import type { RandomStream } from './random.ts'
import type { DemoMonitor } from './services.ts'
import { type Drift, type Incident, type IncidentKind, loadAt, type Span } from './story.ts'

const SCHEDULED = triggers.code('schedule')
const NONE = exceptions.code('none')
const DOWNLOAD = exceptions.code('download')
const PASS = { category: categories.code('PASS'), reason: reasons.code('COMPLETE') }
const SLOW = { category: categories.code('SLOW'), reason: reasons.code('SLOW_COMPLETE') }
const CLIENT = { category: categories.code('WARNING'), reason: reasons.code('HTTP_CLIENT_ERROR') }
const SERVER = { category: categories.code('FAIL'), reason: reasons.code('HTTP_SERVER_ERROR') }
const UNREACHED = { category: categories.code('FAIL'), reason: reasons.code('CONNECTION_ERROR') }

const TIMEOUT_MS = 30_000
const BYTES_PER_MS = 4_000

export type RunOf = {
  readonly monitor: DemoMonitor
  readonly course: Drift
  readonly place: SimulatedLocation
  readonly span: Span
  readonly incidents: readonly Incident[]
  /** IP address of its host, from the ranges reserved for documentation (RFC 5737). */
  readonly address: string
  /** Its keys in the store. */
  readonly keys: { project_key: number; target_key: number; location_key: number; source: number }
}

/** Returns the incident that affects a run at a time, if any. */
const incidentAt = (incidents: readonly Incident[], placeId: string, due: number): Incident | undefined =>
  incidents.find((one) => one.from <= due && due < one.to && (one.placeId === null || one.placeId === placeId))

/** Generates one run: its phases in ms, and its outcome by the same rules as real runs (`classify`). */
export const demoRun = (of: RunOf, due: number, chance: RandomStream): ResultRow => {
  const { monitor, course, place, span, keys } = of
  const incident = of.incidents.length === 0 ? undefined : incidentAt(of.incidents, place.id, due)
  const isMet = incident !== undefined && chance.next() < incident.share
  const trouble: IncidentKind | null = isMet ? incident.trouble : chance.next() < course.flaky ? 'server error' : null
  const age = (due - span.from) / (span.to - span.from)
  const grown = (1 + course.drift * age) * (due >= course.releaseAt ? course.release : 1)
  const factor = isMet ? incident.factor : 1
  const trip = place.roundTripMs * chance.scatter(0.08)
  // Most names are cached by the resolver.
  const dns = chance.next() < 0.8 ? 0.4 + chance.next() : 6 + trip * 0.3 * chance.next()
  const isUnnamed = trouble === 'name'
  const isRefused = trouble === 'refused'
  const isUntrusted = trouble === 'certificate'
  const tcp = isUnnamed ? 0 : trip
  const handshake = isUnnamed || isRefused ? 0 : trip * 1.25 + 2
  const answers = !(isUnnamed || isRefused || isUntrusted)
  const upload = answers ? 0.1 + monitor.requestBytes / BYTES_PER_MS : 0
  const worked = monitor.workMs * loadAt(due) * grown * factor * chance.scatter(0.18) + trip
  // One in several hundred is delayed by a pause of the machine.
  const processing = answers ? worked * (chance.next() < 0.006 ? 2 + 3 * chance.next() : 1) : 0
  const isLate = trouble === 'timeout'
  const before = dns + tcp + handshake + upload
  const waited = isLate ? TIMEOUT_MS - before : processing
  const isError = trouble === 'server error' || trouble === 'sign-in'
  const bytes = !answers || isLate ? 0 : isError ? 96 : monitor.responseBytes
  const download = bytes / BYTES_PER_MS + (answers && !isLate ? 0.2 * chance.next() : 0)
  const total = before + waited + download
  const httpCode =
    !answers || isLate
      ? null
      : trouble === 'server error'
        ? chance.next() < 0.6
          ? 503
          : 500
        : trouble === 'sign-in'
          ? 401
          : 200
  const judged = judgementOf(httpCode, total, monitor.slowMs)
  // Field by field, because spreading costs as much as everything else.
  return {
    project_key: keys.project_key,
    target_key: keys.target_key,
    location_key: keys.location_key,
    source: keys.source,
    attempt: 0,
    trigger: SCHEDULED,
    category: judged.category,
    reason: judged.reason,
    http_code: httpCode,
    exception: httpCode === null ? DOWNLOAD : NONE,
    due,
    started: due + chance.between(1, 9),
    dns,
    tcp,
    handshake,
    upload,
    processing: waited,
    download,
    redirect: 0,
    total,
    request_size: monitor.requestBytes,
    response_size: bytes,
    dest_ip: isUnnamed ? null : of.address,
    ignored: 0,
  }
}

/** The outcome that a real run would get from the demo monitors' conditions. */
const judgementOf = (httpCode: number | null, totalMs: number, slowMs: number) => {
  if (httpCode === null) return UNREACHED
  if (httpCode >= 500) return SERVER
  if (httpCode >= 400) return CLIENT
  return totalMs > slowMs ? SLOW : PASS
}
