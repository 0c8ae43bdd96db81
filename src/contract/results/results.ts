import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { pair, time } from '../core/wire.ts'
import { browserDetail } from './browser-detail.ts'
import { narrowing, ofProject, paged, resultPage } from './result-filters.ts'
import { vitals } from './vitals.ts'

/** Result category. Only the first four say something about the target. */
export const CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL', 'QUEUED', 'SKIPPED'] as const
export const category = shape(oneOf(CATEGORIES))

/** The precise reason for a result's category. */
export const REASONS = [
  'COMPLETE',
  'SLOW_COMPLETE',
  'CONNECTION_WARNING',
  'HTTP_REDIRECT_ERROR',
  'HTTP_CLIENT_ERROR',
  'CONTENT_WARNING',
  'SLA_WARNING',
  'HTTP_SERVER_ERROR',
  'CONNECTION_ERROR',
  'HEADER_ERROR',
  'CONTENT_ERROR',
  'SLA_ERROR',
  'QUEUED',
  'TOKEN_EXPIRED',
  'DOWNTIME',
  'STEP_SKIPPED',
  'QUOTA',
  'KEY_AWAY',
] as const
export const reason = shape(oneOf(REASONS))

/** Milliseconds per phase of the last hop; `redirect` is the time of the hops before it. The phases add up to `total`. */
export const timing = shape({
  dns: 'number >= 0',
  tcp: 'number >= 0',
  handshake: 'number >= 0',
  upload: 'number >= 0',
  processing: 'number >= 0',
  download: 'number >= 0',
  redirect: 'number >= 0',
  total: 'number >= 0',
})

/** The newest result of a monitor, as shown in lists. */
export const lastResult = shape({
  id: 'string',
  time,
  result_category: category,
  http_code: 'number | null',
  response_time: 'number',
})

/** Cause of a missing or unusable response. */
export const exceptionType = shape("'agent' | 'api_setup' | 'download' | 'skipped'")

/** The outcome of one condition. */
export const verdict = shape({
  id: 'string',
  name: 'string',
  group: "'status' | 'size' | 'header' | 'body' | 'timing'",
  operator: 'string',
  actual: 'string | null',
  expected: 'string',
  /** How the two were compared, where they could be numbers or times and are not the same text. */
  'compared?': "'text' | 'number' | 'time'",
  verdict: 'boolean',
  outcome: "'none' | 'pass' | 'slow' | 'warning' | 'fail'",
  /** The condition's own message for its outcome. */
  'message?': 'string',
  /** Why the condition could not be evaluated, or where a value does not fit a schema. */
  'note?': 'string',
  /** Whose condition it is; absent for the monitor's own. */
  'scope?': "'project' | 'monitor'",
})

/** Protocol of a call's last hop, named as TLS negotiates it. */
const PROTOCOL = shape("'http/1.1' | 'h2'")

/** Largest piece of a stored body, in bytes. */
export const PIECE_BYTES = 524_288

/** A response body that is stored apart from its result, because it is longer than the part in the result detail. */
export const storedBody = shape({
  bytes: 'number.integer >= 0',
  /** Whether the body is UTF-8 text. */
  is_text: 'boolean',
  /** Whether the body was longer than the operator's limit, so that only its beginning is stored. */
  truncated: 'boolean',
})

/** Result detail of one run, stored apart from its figures, compressed and for a shorter time. Secrets are masked before it leaves the agent. */
export const detail = shape({
  url: 'string',
  source_ip: 'string | null',
  dest_ip: 'string | null',
  request: { method: 'string', url: 'string', headers: [pair, '[]'], body: 'string | null' },
  response: [
    {
      url: 'string',
      status_code: 'number.integer',
      status_string: 'string',
      headers: [pair, '[]'],
      body: 'string | null',
      /** `base64` if the bytes are not UTF-8 text. */
      body_encoding: "'text' | 'base64'",
      /** Whether the body is longer than the part that is kept. */
      truncated: 'boolean',
    },
    '|',
    'null',
  ],
  messages: 'string[]',
  exception: 'string | null',
  exception_debug: 'string | null',
  exception_type: [exceptionType, '|', 'null'],
  variables: { initial: 'Record<string, string>', set: 'Record<string, string>' },
  conditions: [verdict, '[]'],
  dns: { lookups: [{ domain: 'string', ip: 'string', ms: 'number >= 0' }, '[]'] },
  tls: [
    {
      version: 'string',
      cipher: 'string',
      subject: 'string',
      issuer: 'string',
      not_after: 'string',
      /**
       * The certificates by which the server is verified, from its own to the trusted root, as far as there are issuers. Absent from older
       * agents and from browser tests.
       */
      'certificates?': [{ subject: 'string', issuer: 'string', not_before: 'string', not_after: 'string' }, '[]'],
      /** Subjects of `certificates`; only if a condition asks for it. */
      'chain?': 'string[]',
    },
    '|',
    'null',
  ],
  /** HTTP version of the last hop; absent without a connection and in reports of older agents. */
  'protocol?': PROTOCOL,
  /** All hops but the last, in order. */
  redirects: [
    {
      url: 'string',
      status_code: 'number.integer',
      ms: 'number >= 0',
      /** The method of this hop. Absent from older agents and from browser tests. */
      'method?': 'string',
    },
    '[]',
  ],
  /** Steps of a workflow as they were when it ran; absent for a monitor. */
  'steps?': [{ call_id: 'string', name: 'string', teardown: 'boolean', result_id: 'string | null' }, '[]'],
  /** Only of browser tests; request and response are then those of the main document. */
  'browser?': browserDetail,
})

const reported = shape({
  /** The job's id, which becomes the result's. */
  id: '1 <= string <= 128',
  started: time,
  result_category: category,
  result: reason,
  http_code: '100 <= number.integer <= 999 | null',
  timing,
  request_size: 'number.integer >= 0',
  response_size: 'number.integer >= 0',
  dest_ip: 'string | null',
  exception_type: [exceptionType, '|', 'null'],
  /** A `detail` as JSON, raw deflate, base64. */
  detail: 'string <= 4194304',
  /** The URL of the first request, without secrets; absent if the call could not be made, and from agents before 0.5. */
  'url?': 'string <= 8192',
  /** Only of browser tests whose page loaded. */
  'vitals?': vitals,
  /** Variables that conditions set, to be stored in an environment. Those of scope `workflow` are only in the detail. */
  'set_variables?': [
    [
      {
        name: '1 <= string <= 200',
        value: 'string <= 16384',
        scope: "'call_workspace' | 'global'",
      },
      '[]',
    ],
    '&',
    'unknown[] <= 50',
  ],
})

/** One finished run as an agent reports it. */
export const report = shape({
  '...': reported,
  /** Steps of a workflow, in order, without those whose monitor was missing; the fields above then tell of all together. */
  'steps?': [[reported, '[]'], '&', 'unknown[] <= 100'],
})

const summary = shape({
  id: 'string',
  result_category: category,
  http_code: 'number | null',
  /** Total, in milliseconds. */
  response_time: 'number',
  location_id: 'string',
  /** The monitor's name. */
  test: 'string',
  created: time,
})

const meta = shape({
  id: 'string',
  call_id: 'string',
  location_id: 'string',
  name: 'string',
  domain: 'string | null',
  url: 'string',
  dest_ip: 'string | null',
  'source_ip?': 'string | null',
  request_size: 'number',
  response_size: 'number',
  http_code: 'number | null',
  result_category: category,
  result: reason,
  exception_type: [exceptionType, '|', 'null'],
  trigger: "'schedule' | 'manual' | 'api'",
  schedule_id: 'string | null',
  /** The result of the workflow whose step this is; null if it is none. */
  'workflow_result_id?': 'string | null',
  /** 0 for the first attempt, then counted up with each retry. */
  attempt: 'number',
  /** The first attempt of the same run; null for that attempt itself. */
  retry_of: 'string | null',
  /** A failed attempt that was retried and that the schedule's settings leave out of statistics. */
  ignored_in_stats: 'boolean',
  /** The run was due within a downtime: it is left out of statistics and raises no alert. */
  in_downtime: 'boolean',
  /** Of a result that is QUEUED: whether an agent has taken the run. Absent from all others. */
  'status?': "'QUEUED' | 'RUNNING'",
  /** When the run was due. */
  due: time,
  /** When the agent started the run. */
  created: time,
})

/** What a browser saw; `pictures` are those that are stored. */
const browserAnswer = shape({
  '...': browserDetail,
  /** Whether a screenshot is stored. The agent sends it after the result, so it may be absent. */
  screenshot: 'boolean',
  /** Pictures that the agent took and that are not stored: they are on their way, or have expired. */
  pictures_left: 'number.integer >= 0',
})

const attempt = shape({ id: 'string', attempt: 'number', result_category: category, created: time })

/** A result. Callers without the right to inspect get the summary; others also get the figures and, with mode=full, the detail. */
const result = shape({
  '...': summary,
  'meta?': meta,
  'timing?': [timing, '|', 'null'],
  'request?': 'object',
  'response?': 'object | null',
  'messages?': 'string[]',
  'exception?': 'string | null',
  'exception_debug?': 'string | null',
  'exception_type?': 'string | null',
  'variables?': 'object',
  'conditions?': 'object[]',
  'dns?': 'object',
  'tls?': 'object | null',
  'protocol?': PROTOCOL,
  'redirects?': 'object[]',
  /** Only of browser tests. */
  'browser?': browserAnswer,
  /** The response body stored apart from the result detail; null if that holds the whole body, or if the agent has not sent it yet. */
  'stored_body?': [storedBody, '|', 'null'],
  /** Days for which requests, responses and logs are kept. */
  'detail_days?': 'number.integer',
  /** The monitor's results that were due before and after this one; null if there is none. */
  'previous_id?': 'string | null',
  'next_id?': 'string | null',
  /** All attempts of the same scheduled run, in order; the last may still be QUEUED. */
  'attempts?': [attempt, '[]'],
})

const listed = shape(resultPage(result))

/** The number of a journey's step. Absent: the page at the end, or else the last picture there is. */
export const pictureQuery = shape({ 'step?': '1 <= number.integer <= 50' })

/** Results of runs. */
export const runs = {
  'result.list': endpoint('GET /api/2/results/', {
    summary: 'Lists the results of the project, newest first',
    access: 'see',
    query: shape({ ...paged, ...ofProject }),
    lists: 'results',
    answer: listed,
  }),
  'result.list-of-call': endpoint('GET /api/2/results/call/{id}/', {
    summary: 'Lists the results of one monitor, newest first',
    access: 'see',
    query: shape({ ...paged, ...narrowing }),
    lists: 'results',
    answer: listed,
  }),
  'result.csv': endpoint('GET /api/3/results/csv', {
    summary: 'Exports results as CSV, newest first; the filters apply, and callers below ANALYST get summary columns',
    access: 'see',
    query: shape(ofProject),
    media: 'text/csv; charset=utf-8',
    stream: 'bytes',
    answer: shape('ArrayBuffer'),
  }),
  'result.last-pass': endpoint('GET /api/3/results/{id}/last-pass', {
    summary: 'Returns the last result of the same monitor that passed before this one, from the same location if any',
    access: 'inspect',
    answer: shape({ last_pass: [{ id: 'string', location_id: 'string', due: time, created: time }, '|', 'null'] }),
  }),
  'result.read': endpoint('GET /api/2/results/{id}/', {
    summary: 'Returns one result; mode=full adds request, response, log, conditions, and the previous and next result',
    access: 'see',
    query: shape({ 'mode?': "'full' | 'summary'" }),
    answer: result,
  }),
  'result.content': endpoint('GET /api/2/results/{id}/content', {
    summary: 'Downloads the response body, as far as it is stored: text as text/plain, anything else as bytes',
    access: 'inspect',
    media: 'application/octet-stream',
    stream: 'bytes',
    answer: shape('ArrayBuffer'),
  }),
  'result.screenshot': endpoint('GET /api/2/results/{id}/screenshot', {
    summary: 'Downloads a picture of a browser test as PNG or JPEG: the page at the end, or after one step',
    access: 'inspect',
    query: pictureQuery,
    media: 'image/png',
    stream: 'bytes',
    answer: shape('ArrayBuffer'),
  }),
} as const
