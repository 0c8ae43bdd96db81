import { STATUS_CODES } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf, Shape } from '../../contract/core/endpoint.ts'
import type { timing as timingShape } from '../../contract/results/results.ts'
import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { classify } from '../../domain/results/classify.ts'
import { isSecretName, MASK, masker } from '../../domain/secrets/masking.ts'
import type { Db } from '../store/core/database.ts'
import { isSealed, type Sealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import { openParts } from '../store/monitors/body-parts.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { ResultDetail } from '../store/results/result-store.ts'
import { runOfId } from '../store/results/runs.ts'
import { openPairs, secretParts } from '../store/secrets/secret-pairs.ts'
import type { Report } from './reported.ts'

type OlderResult = BodyOf<ProductContract['agent.result']>
type Timing = Shape<typeof timingShape>

/**
 * A result in the older form as a report of today's: phases from the transfer's counters (seconds since its start), judged by
 * the monitor's conditions, secrets masked here since such an agent does not. Null where it names no run of that monitor.
 */
export const reportOf = async (
  sealing: SecretCipher,
  db: Db,
  monitorId: string,
  body: OlderResult,
  now: number,
): Promise<Report | null> => {
  const run = runOfId(body.result_key_str)
  if (!run) return null
  const { rows } = await sql<MonitorRow>`
    select doc, project_key from object where kind = 'monitor' and key = ${run.target_key} and id = ${monitorId}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  const monitor = row.doc

  const mask = masker(await secretsOf(db, sealing, row))
  const counters = countersOf(body.curl_info ?? {})
  const timing = timingOf(counters)
  const { response } = body
  const httpCode = response?.status_code ?? null
  const headers = (response?.headers ?? []).map(([key = '', value = '']) => ({ key, value: mask(value) }))
  // Judged as it is shown, as by today's agents: what fits a condition tells nothing of a secret.
  const payload = response?.payload == null ? null : mask(response.payload)
  const responseSize = Math.round(counters('SIZE_DOWNLOAD') ?? Buffer.byteLength(response?.payload ?? ''))
  const exceptionType = body.exception_type ?? (httpCode === null ? 'agent' : null)
  const judged = classify({ exceptionType, httpCode, timing, responseSize, headers, body: payload }, monitor.conditions)
  const destIp = text(body.curl_info?.PRIMARY_IP)
  const detail: ResultDetail = {
    url: mask(response?.url ?? body.request.url),
    source_ip: text(body.curl_info?.LOCAL_IP),
    dest_ip: destIp,
    request: {
      method: body.request.method,
      url: mask(body.request.url),
      headers: Object.entries(body.request.headers ?? {}).map(([key, value]) => ({
        key,
        value: isSecretName(key) ? MASK : mask(value),
      })),
      body: body.request.payload == null ? null : mask(body.request.payload),
    },
    response:
      httpCode === null
        ? null
        : {
            url: mask(response?.url ?? body.request.url),
            status_code: httpCode,
            status_string: response?.status_string ?? STATUS_CODES[httpCode] ?? '',
            headers,
            body: payload,
            body_encoding: 'text',
            truncated: false,
          },
    messages: (body.messages ?? []).map(mask),
    exception: body.exception == null ? null : mask(body.exception),
    exception_debug: body.exception_debug == null ? null : mask(body.exception_debug),
    exception_type: exceptionType,
    variables: { initial: {}, set: {} },
    conditions: judged.verdicts.map((verdict) => ({
      ...verdict,
      actual: verdict.actual === null ? null : mask(verdict.actual),
    })),
    dns: { lookups: lookupsOf(body.dns_lookups ?? []) },
    tls: null,
    redirects: [],
  }
  return {
    id: body.result_key_str,
    started: formatTime(parseTime(body.start_time ?? '') ?? now),
    result_category: judged.category,
    result: judged.reason,
    http_code: httpCode,
    timing,
    request_size: Math.round(counters('SIZE_UPLOAD') ?? Buffer.byteLength(body.request.payload ?? '')),
    response_size: responseSize,
    dest_ip: destIp,
    exception_type: exceptionType,
    detail: deflateRawSync(JSON.stringify(detail)).toString('base64'),
  }
}

type MonitorRow = { readonly doc: MonitorDoc; readonly project_key: number }

/** Every secret that a run may have had: those of the monitor, of its auth setting and token, and of all environments of its project. */
const secretsOf = async (
  db: Db,
  sealing: SecretCipher,
  { doc, project_key: project }: MonitorRow,
): Promise<string[]> => {
  const { headers, parameters, variables = [], parts = [] } = doc.request
  const inPairs = [headers, parameters, variables].flatMap((pairs) => openPairs(pairs, sealing).secrets)
  const environments = await sql<{ value: string }>`
    select v.value from variable v join environment e on e.key = v.environment_key
    where e.project_key = ${project} and v.secret`.execute(db)
  const used = [doc.request.auth_id, doc.request.token_id].filter((id) => id != null)
  const auth = await sql<{ doc: unknown }>`
    select doc from object where project_key = ${project} and id = any(${used}::text[])`.execute(db)
  return [
    ...inPairs,
    ...openParts(parts, sealing).secrets,
    ...environments.rows.map(({ value }) => sealing.open({ sealed: value })).flatMap(secretParts),
    ...auth.rows.flatMap((row) => sealedIn(row.doc)).flatMap((value) => secretParts(sealing.open(value))),
  ]
}

/** The encrypted values anywhere in a document. */
const sealedIn = (value: unknown): Sealed[] => {
  if (isSealed(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sealedIn) : []
}

type Counters = (name: string) => number | undefined

const countersOf =
  (info: Record<string, unknown>): Counters =>
  (name) => {
    const value = info[name] ?? info[name.toLowerCase()]
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
  }

/** The counters are cumulative; a phase is the difference of two, and never below zero. Redirects are not told apart in this form. */
const timingOf = (counter: Counters): Timing => {
  const ms = (name: string, otherwise: number) => (counter(name) ?? otherwise / 1000) * 1000
  const lookedUp = ms('NAMELOOKUP_TIME', 0)
  const connected = ms('CONNECT_TIME', lookedUp)
  const secured = Math.max(connected, ms('APPCONNECT_TIME', connected))
  const uploaded = ms('PRETRANSFER_TIME', secured)
  const began = ms('STARTTRANSFER_TIME', uploaded)
  const total = ms('TOTAL_TIME', began)
  const phases = {
    dns: lookedUp,
    tcp: Math.max(0, connected - lookedUp),
    handshake: Math.max(0, secured - connected),
    upload: Math.max(0, uploaded - secured),
    processing: Math.max(0, began - uploaded),
    download: Math.max(0, total - began),
    redirect: 0,
  }
  return { ...phases, total: Object.values(phases).reduce((sum, phase) => sum + phase, 0) }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const lookupsOf = (lookups: readonly unknown[][]): ResultDetail['dns']['lookups'] =>
  lookups.map(([domain, ip, seconds]) => ({
    domain: String(domain ?? ''),
    ip: String(ip ?? ''),
    ms: typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : 0,
  }))
