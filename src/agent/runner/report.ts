import type { Shape } from '../../contract/core/endpoint.ts'
import type { report } from '../../contract/results/results.ts'
import { type JudgePool, sharedPool } from '../judge/judge-pool.ts'
import type { JudgeTask } from '../judge/judge-task.ts'
import { isUtf8Text } from './body-text.ts'
import { agentFailure } from './call-failure.ts'
import { KEPT_BODY_BYTES } from './captured-body.ts'
import { recordMissing } from './fill.ts'
import type { Finished } from './finished.ts'
import { judgeTask, seenBytes, storedVariables } from './judgement.ts'
import type { BodyKeeper } from './long-body.ts'
import { packDetail } from './pack.ts'
import { keptPart, type ReadBody, readBody } from './read-body.ts'
import { bodyCodings, type Job, type Pair } from './request.ts'
import { Secrecy } from './secrecy.ts'
import type { Session } from './session.ts'
import type { Timing } from './stopwatch.ts'
import type { Detail } from './trace.ts'
import { LONG, longReports } from './turns.ts'

export type Report = Shape<typeof report>

// Limits of a pair on the wire (src/contract/core/wire.ts). A pair that variables or masks made too long is cut, not dropped.
const MAX_KEY = 8_192
const MAX_VALUE = 65_536
/** Length of the URL in lists of results. */
const MAX_URL = 8_192
const isBounded = ({ key, value }: Pair): boolean => key.length <= MAX_KEY && value.length <= MAX_VALUE
const bounded = (pairs: Pair[]): Pair[] =>
  pairs.every(isBounded)
    ? pairs
    : pairs.map(({ key, value }) => ({ key: key.slice(0, MAX_KEY), value: value.slice(0, MAX_VALUE) }))
/** Cuts headers after masking, because a cut before it could split a secret. */
const withBoundedHeaders = (detail: Detail): Detail => ({
  ...detail,
  request: { ...detail.request, headers: bounded(detail.request.headers) },
  response: detail.response && { ...detail.response, headers: bounded(detail.response.headers) },
})

const requestDetail = ({ request, sent, job }: Finished, secrecy: Secrecy): Detail['request'] => {
  if (!request)
    return { method: job.call.method, url: job.call.url, headers: secrecy.pairs(job.call.headers), body: null }
  const { body, shownBody } = request
  const text = shownBody === undefined ? body : Buffer.from(shownBody)
  const kept = text?.subarray(0, KEPT_BODY_BYTES).toString() ?? null
  return {
    method: request.method,
    url: secrecy.url(request.url),
    headers: secrecy.pairs(sent),
    body: kept !== null && text && text.length > KEPT_BODY_BYTES ? secrecy.cutText(kept) : kept,
  }
}

const responseDetail = ({ response, failure }: Finished, read: ReadBody, secrecy: Secrecy): Detail['response'] => {
  if (!response) return null
  const isCut = read.truncated || failure !== null
  const text = read.isText ? read.text : null
  // Secrets cannot be found in a body that stays compressed.
  const isHidden = read.message !== null && secrecy.isNeeded
  const bytes = isHidden ? Buffer.alloc(0) : secrecy.bytes(read.bytes, isCut)
  return {
    url: secrecy.url(response.url),
    status_code: response.head.statusCode,
    status_string: response.head.statusText,
    headers: response.head.headers,
    body: text === null ? bytes.toString('base64') : isCut ? secrecy.cutText(text) : text,
    body_encoding: text === null ? 'base64' : 'text',
    truncated: read.truncated,
  }
}

/** Why a body is not read, and that it is not stored where secrets could be in it. */
const unreadMessage = (message: string, { isNeeded }: Secrecy): string =>
  isNeeded ? `${message}; it is not stored, because secrets in it could not be masked` : message

/** Hands over a body of which the result holds only the beginning, also one that became too long when it was decoded. */
const keepLongBody = (
  { job, response, failure }: Finished,
  read: ReadBody,
  secrecy: Secrecy,
  bodies: BodyKeeper,
): void => {
  if (!response) return
  const { body, head } = response
  // Secrets cannot be found in a body that stays compressed.
  const isHidden = read.message !== null && secrecy.isNeeded
  const file = read.truncated && !isHidden ? (body.file ?? bodies.create()) : null
  if (file === null) {
    void body.file?.discard()
    return
  }
  if (body.file === null) file.write(body.kept())
  bodies.keep(job.id, {
    file,
    codings: read.message === null ? (bodyCodings(head.headers) ?? '') : '',
    isText: isUtf8Text(read.bytes),
    isTorn: failure !== null,
    secrecy,
  })
}

/** A sentence about a status code that HTTP does not define; null for others. */
const invalidStatus = (response: Finished['response']): string | null => {
  const code = response?.head.statusCode ?? 200
  return code >= 200 && code < 600
    ? null
    : `the server answered with status ${code}, which is none of a final response (RFC 9110: 200 to 599): it counts as a server error`
}

/** Masks the outcome of a call: the detail of its report, not judged yet, and the input of its judgement. */
const tell = async (
  finished: Finished,
  secrecy: Secrecy,
  bodies?: BodyKeeper,
): Promise<{ told: Detail; task: JudgeTask }> => {
  const { job, trace, failure, response } = finished
  const seen = await readBody(response, seenBytes(job))
  const read = keptPart(seen, response)
  if (response && bodies) keepLongBody(finished, read, secrecy, bodies)
  const request = requestDetail(finished, secrecy)
  recordMissing(job, finished.fill)
  const told: Detail = secrecy.maskAll({
    url: request.url,
    source_ip: trace.sourceIp,
    dest_ip: trace.destIp,
    request,
    response: responseDetail(finished, read, secrecy),
    messages: read.message ? [...trace.messages, unreadMessage(read.message, secrecy)] : trace.messages,
    exception: failure?.sentence ?? invalidStatus(response),
    exception_debug: failure?.debug ?? null,
    exception_type: failure?.type ?? null,
    variables: { initial: secrecy.variables(job.variables), set: {} },
    conditions: [],
    dns: { lookups: trace.lookups },
    tls: trace.tls,
    ...(trace.protocol && { protocol: trace.protocol }),
    redirects: trace.redirects,
    ...(finished.page && { browser: finished.page.browser }),
  })
  return { told, task: judgeTask(finished, told, seen, secrecy) }
}

type Reporting = { judges?: JudgePool; bodies?: BodyKeeper; session?: Session }

/** Judges the outcome of a call and writes its report, without secrets. */
export const writeReport = async (
  finished: Finished,
  secrecy: Secrecy,
  { judges = sharedPool(), bodies, session }: Reporting = {},
): Promise<Report> => {
  const { job, timing, trace, failure, response } = finished
  const isLong = response !== null && response.body.size > LONG
  const { told, task } = await (isLong
    ? longReports.take(() => tell(finished, secrecy, bodies))
    : tell(finished, secrecy, bodies))
  // Not within the turn: conditions that hang must not hold up others' reports.
  const judged = await judges.judge(task)
  const set = Object.fromEntries((judged.set ?? []).map(({ name, value }) => [name, value]))
  session?.take(judged.set ?? [])
  // Later steps send such values as secrets, so the step that reads one does not show it either.
  const hasLearned = session !== undefined && secrecy.learnVariables(set)
  const detail: Detail = {
    ...(hasLearned ? secrecy.maskAll(told) : told),
    variables: { ...told.variables, set: secrecy.maskAll(secrecy.variables(set)) },
    conditions: secrecy.maskAll([...judged.verdicts]),
  }
  const stored = storedVariables(judged.set)
  return {
    id: job.id,
    started: new Date(finished.startedMs).toISOString(),
    result_category: judged.category,
    result: judged.reason,
    http_code: response?.head.statusCode ?? null,
    timing,
    request_size: finished.request?.body?.length ?? 0,
    response_size: response?.body.size ?? 0,
    dest_ip: trace.destIp,
    exception_type: failure?.type ?? null,
    detail: await packDetail(withBoundedHeaders(detail)),
    ...(stored.length > 0 && { set_variables: stored }),
    ...(finished.page && response && { vitals: finished.page.browser.vitals }),
    ...(finished.called && { url: secrecy.maskAll(secrecy.url(finished.called)).slice(0, MAX_URL) }),
  }
}

/** Timing of a call that was not made. */
export const noTime: Timing = {
  dns: 0,
  tcp: 0,
  handshake: 0,
  upload: 0,
  processing: 0,
  download: 0,
  redirect: 0,
  total: 0,
}

type Told = { method: string; url: string; sentence: string; debug: string }

/** Result detail without a response; the agent is to blame unless the caller says otherwise. */
export const bareDetail = ({ method, url, sentence, debug }: Told): Detail => ({
  url: '',
  source_ip: null,
  dest_ip: null,
  request: { method, url, headers: [], body: null },
  response: null,
  messages: [],
  exception: sentence,
  exception_debug: debug,
  exception_type: 'agent',
  variables: { initial: {}, set: {} },
  conditions: [],
  dns: { lookups: [] },
  tls: null,
  redirects: [],
})

const faultReport = (job: Pick<Job, 'id'>, startedMs: number, detail: string): Report => ({
  id: job.id,
  // An invalid time must not cause another error.
  started: new Date(Number.isNaN(new Date(startedMs).getTime()) ? 0 : startedMs).toISOString(),
  result_category: 'WARNING',
  result: 'CONNECTION_WARNING',
  http_code: null,
  timing: noTime,
  request_size: 0,
  response_size: 0,
  dest_ip: null,
  exception_type: 'agent',
  detail,
})

/** Packed at start-up, for calls whose error cannot even be reported; it contains nothing of the job. */
const packedDetail = packDetail(
  bareDetail({ method: '', url: '', sentence: 'the agent failed while making the call', debug: '' }),
)

/** Report of a call that an internal error ended. It says nothing about the target, depends on no code above, and always resolves. */
export const reportOfFault = async (job: Job, startedMs: number, error: unknown): Promise<Report> => {
  try {
    const { method, url } = job.call
    const { sentence, debug } = agentFailure(error)
    const detail = new Secrecy(job, null).maskAll(bareDetail({ method, url, sentence, debug }))
    return faultReport(job, startedMs, await packDetail(detail))
  } catch {
    return faultReport(job, startedMs, await packedDetail)
  }
}
