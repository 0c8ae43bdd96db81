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
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { openParts } from '../store/monitors/body-parts.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { ResultDetail } from '../store/results/result-store.ts'
import { runOfId } from '../store/results/runs.ts'
import { openPairs } from '../store/secrets/secret-pairs.ts'
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
  const { rows } = await sql<{ doc: MonitorDoc }>`
    select doc from object where kind = 'monitor' and key = ${run.target_key} and id = ${monitorId}`.execute(db)
  const monitor = rows[0]?.doc
  if (!monitor) return null

  const { headers: sent, parameters, variables = [], parts = [] } = monitor.request
  const inPairs = [sent, parameters, variables].flatMap((pairs) => openPairs(pairs, sealing).secrets)
  const secrets = [...inPairs, ...openParts(parts, sealing).secrets]
  const mask = masker(secrets)
  const counters = countersOf(body.curl_info ?? {})
  const timing = timingOf(counters)
  const { response } = body
  const httpCode = response?.status_code ?? null
  const headers = (response?.headers ?? []).map(([key = '', value = '']) => ({ key, value: mask(value) }))
  const payload = response?.payload ?? null
  const responseSize = Math.round(counters('SIZE_DOWNLOAD') ?? Buffer.byteLength(payload ?? ''))
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
            body: payload === null ? null : mask(payload),
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
