import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { PICTURE_BYTES } from '../results/browser-detail.ts'
import { report, storedBody } from '../results/results.ts'
import { job, workflowJob } from '../runs/jobs.ts'

/** The place where an agent runs. */
export const place = shape({
  name: 'string <= 200',
  'cloud?': 'string <= 40',
  'cloud_full_name?': 'string <= 200',
  'continent?': 'string <= 2',
  'country?': 'string <= 2',
  'city?': 'string <= 200',
  'region?': 'string <= 100',
  'location?': 'number[] == 2',
})

/** Facts about an agent's program. Unknown capabilities are ignored. */
const announced = {
  'capabilities?': 'string[] <= 50',
  /** Maximum number of concurrent runs. */
  'concurrency?': '1 <= number.integer <= 100000',
} as const

const registration = shape({
  /** The location's id, a readable slug such as `public_awsuseast`. */
  name: '/^[a-z0-9][a-z0-9_-]{0,62}$/',
  'display_name?': 'string <= 200',
  'owner?': 'string <= 200',
  /** The join token. */
  access_token: '16 <= string <= 200',
  version: 'string <= 40',
  'agent?': place,
  ...announced,
})

/** The state of an agent when it asks for work. */
const state = shape({
  /** Longest delay between a run's due time and its start in the last minute; null if no run started. */
  lag_ms: '0 <= number.integer <= 1000000000000 | null',
  running: '0 <= number.integer <= 100000',
  /** Leased runs that have not started. */
  waiting: '0 <= number.integer <= 100000',
  /** Milliseconds by which the agent's clock is ahead of the server's. */
  clock_offset_ms: '-10000000000000 <= number.integer <= 10000000000000',
  /** Whether its browser runs in its sandbox; absent while no browser has started. */
  'browser_sandbox?': 'boolean',
})

const work = shape({
  /** Number of jobs that the agent can take now. */
  capacity: '0 <= number.integer <= 1000',
  /** Ids of jobs that still run, or whose results are not stored yet; their leases are renewed. */
  running: 'string[] <= 4000',
  /** Projects (numbered as in jobs) that already use all the slots this agent gives them; it is sent no jobs of theirs. */
  'full?': [['-1 <= number.integer <= 2147483647', '[]'], '&', 'unknown[] <= 1000'],
  /** The agent's process has just started, so any job leased before is lost. */
  'fresh?': 'boolean',
  /** The agent's program; sent by a process that has just started, since it may be newer than the one that joined. */
  'program?': { version: 'string <= 40', ...announced },
  'state?': state,
  /**
   * Ids of all jobs that the agent has, sent when it has lost an answer and when it stops: their leases are renewed, and other runs that
   * are leased to it are queued again at once.
   */
  'held?': 'string[] <= 10000',
  /** The number in `forget` that the agent has obeyed. */
  'forgotten?': '0 <= number.integer <= 9007199254740991',
  /** Seconds that the server holds the request open when there is no job. */
  wait_seconds: '0 <= number.integer <= 30',
})

const workAnswer = shape({
  jobs: [[job, '|', workflowJob], '[]'],
  /** The server's clock when it answered; due times refer to it. */
  server_time: time,
  /** Seconds until a lease expires unless the job is named in `running`. */
  lease_seconds: 'number.integer >= 1',
  /** Whether the agent must replace its key. */
  'rotate_key?': 'boolean',
  /**
   * Present when the agent was bound to other projects: it drops the jobs that it has not begun and deletes stored files, then sends this
   * number in `forgotten`, and in `held` the jobs that it still has.
   */
  'forget?': 'number.integer >= 0',
  /** Largest response body that this server stores apart from its result; absent: it stores none. */
  'max_body_bytes?': 'number.integer >= 0',
})

/** One piece of a response body, in order, sent after the result was accepted. */
const bodyPiece = shape({
  /** Counted from 0. A piece that is already stored is accepted again. */
  number: '0 <= number.integer <= 65535',
  /** Up to 512 kB in base64. */
  content: 'string <= 699052',
  /** Present in the last piece only, which completes the body. */
  'end?': storedBody,
})

/** A picture of a browser test, sent after the result was accepted. One that is stored is accepted again. */
const picture = shape({
  /** Base64 of up to 2 MiB. */
  content: 'string <= 2796204',
})

/** A token that a service refused with 401. */
const refusedToken = shape({
  /** When it was issued, as the job says. */
  issued: 'number.integer | null',
  /** Whether it was obtained anew for the same run: then it is left alone for a while. */
  'renewed?': 'boolean',
})

/** The token that is there now; without a token, why there is no other. */
const renewedToken = shape({
  token: 'string | null',
  issued: 'number.integer | null',
  /** Where it may be sent, of the origins that the job has. */
  origins: 'string[]',
  reason: 'string',
})

const agentInfo = shape({
  id: 'string',
  agent: {
    name: 'string',
    normalized_name: 'string',
    cloud: 'string',
    cloud_full_name: 'string',
    continent: 'string',
    country: 'string',
    city: 'string',
    region: 'string',
    location: 'number[] == 2 | null',
  },
  /** Whether an agent asked for work within the last lease period. */
  online: 'boolean',
  /** A demo location without an agent. Its results are made up, and it belongs to no region. */
  simulated: 'boolean',
  /** Whether its last agent was revoked: nothing runs from there until an agent joins. */
  closed: 'boolean',
  version: 'string',
  /** Capabilities of the agents that are online there: with `browser`, browser tests can run. */
  capabilities: 'string[]',
  /** Agents that may call from here, online or not: all that joined, without those that were revoked. */
  agents: 'number.integer',
  /** Capabilities of all these agents, online or not. */
  all_capabilities: 'string[]',
  meta: { id: 'string', name: 'string', created: time, last_update: time, remote_addr: 'string | null' },
})

/** The older form of a result, one per request. Times are seconds since the start of the transfer. */
const legacyResult = shape({
  access_token: 'string <= 200',
  'test_key_str?': 'string <= 128',
  result_key_str: '1 <= string <= 128',
  'start_time?': time,
  'end_time?': time,
  request: {
    method: 'string <= 20',
    url: 'string <= 65536',
    'headers?': 'Record<string, string>',
    'payload?': 'string <= 1048576 | null',
  },
  'response?': [
    {
      'url?': 'string <= 65536',
      'method?': 'string <= 20',
      'headers?': 'string[][]',
      'payload?': 'string <= 1048576 | null',
      'status_code?': '0 <= number.integer <= 999 | null',
      'status_string?': 'string <= 400 | null',
    },
    '|',
    'null',
  ],
  'messages?': 'string[]',
  'exception?': 'string <= 4096 | null',
  'exception_debug?': 'string <= 65536 | null',
  'exception_type?': "'agent' | 'api_setup' | 'download' | 'skipped' | null",
  'dns_lookups?': 'unknown[][]',
  'curl_info?': 'Record<string, unknown>',
  'version?': 'string <= 40',
})

/** An agent sends at most 4 MiB of reports per request, or one report whose result detail may hold 4 MiB. */
const REPORTS_BYTES = 8 * 1024 * 1024

/** A piece in base64, with its frame. */
const PIECE_BODY_BYTES = 1024 * 1024

/** A picture in base64, with its frame. */
const PICTURE_BODY_BYTES = 1.5 * PICTURE_BYTES

/** The token is in the body, so the sender is unknown until the body is read. The older form holds less than 32 kB of a response body. */
const OLDER_BYTES = 128 * 1024

/** Locations, and the protocol of their agents. */
export const agents = {
  'agent.list': endpoint('GET /api/2/agents/info', {
    summary: 'Lists the locations that monitors can run from, and their agents',
    access: 'account',
    answer: shape({
      meta: {},
      regions: [{ id: 'string', name: 'string', locations: 'string[]' }, '[]'],
      locations: 'Record<string, string>',
      postman_locations: 'string[]',
      agent_list: [agentInfo, '[]'],
    }),
  }),
  'agent.register': endpoint('POST /remote-api/1/agent/register', {
    summary: 'Registers an agent with the join token and returns its own key',
    access: 'public',
    for: 'agent',
    audit: 'agent.register',
    body: registration,
    answer: shape({ agent_id: 'string', location_id: 'string', agent_key: 'string', server_time: time }),
  }),
  'agent.work': endpoint('POST /remote-api/1/agent/work', {
    summary: 'Leases jobs to an agent; waits until there is one',
    access: 'agent',
    for: 'agent',
    body: work,
    answer: workAnswer,
  }),
  'agent.key': endpoint('POST /remote-api/1/agent/key', {
    summary:
      'Returns a new key to an agent that was told to replace it; the old one is valid until the new one is used',
    access: 'agent',
    for: 'agent',
    audit: 'agent.key',
    answer: shape({ agent_key: 'string' }),
  }),
  'agent.results': endpoint('POST /remote-api/1/agent/results', {
    summary: 'Reports finished runs of an agent; accepted results are stored permanently',
    access: 'agent',
    for: 'agent',
    maxBodyBytes: REPORTS_BYTES,
    body: shape({ results: [[report, '[]'], '&', 'unknown[] <= 1000'] }),
    answer: shape({ accepted: 'string[]', refused: [{ id: 'string', reason: 'string' }, '[]'] }),
  }),
  'agent.body': endpoint('POST /remote-api/1/agent/results/{id}/body', {
    summary: 'Stores one piece of a response body that is too long for its result',
    access: 'agent',
    for: 'agent',
    maxBodyBytes: PIECE_BODY_BYTES,
    body: bodyPiece,
    answer: shape({ stored: 'boolean' }),
  }),
  'agent.picture': endpoint('POST /remote-api/1/agent/results/{id}/pictures/{number}', {
    summary:
      'Stores a picture of a browser test, a PNG or JPEG: number 0 is the page at the end, others are those of their step',
    access: 'agent',
    for: 'agent',
    maxBodyBytes: PICTURE_BODY_BYTES,
    body: picture,
    answer: shape({ stored: 'boolean' }),
  }),
  'agent.file': endpoint('GET /remote-api/1/agent/files/{id}', {
    summary: 'Returns a stored file that a run leased to the agent sends',
    access: 'agent',
    for: 'agent',
    query: shape({
      /** The content that the job names, even if the file has changed since. */
      sha256: 'string == 64',
    }),
    stream: 'bytes',
    media: 'application/octet-stream',
    answer: 'string',
  }),
  'agent.token': endpoint('POST /remote-api/1/agent/tokens/{id}', {
    summary: 'Obtains a token anew that a service refused to a run leased to the agent',
    access: 'agent',
    for: 'agent',
    body: refusedToken,
    answer: renewedToken,
  }),
  'agent.result': endpoint('POST /remote-api/1/test/{callId}/', {
    summary: 'Reports one finished run of an agent in the older form',
    access: 'public',
    for: 'agent',
    maxBodyBytes: OLDER_BYTES,
    maxBodyBytesWithToken: 1024 * 1024,
    body: legacyResult,
    answer: shape({ result_id: 'string' }),
  }),
} as const
