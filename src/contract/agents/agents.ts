import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { report } from '../results/results.ts'
import { job } from '../runs/jobs.ts'

/** Where an agent stands, as people see it. */
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

const registration = shape({
  /** The location's id, a readable slug such as `public_awsuseast`. */
  name: '/^[a-z0-9][a-z0-9_-]{0,62}$/',
  'display_name?': 'string <= 200',
  'owner?': 'string <= 200',
  /** The join token. */
  access_token: '16 <= string <= 200',
  version: 'string <= 40',
  'agent?': place,
})

const work = shape({
  /** How many jobs it will take now. */
  capacity: '0 <= number.integer <= 1000',
  /** Ids of jobs it still works on: their leases are renewed. */
  running: 'string[] <= 4000',
  /** Projects, as jobs name them, of which it has more jobs than it has room for: it gets none of theirs. */
  'full?': 'number.integer[] <= 1000',
  /** The agent's process has just started: whatever it leased before died with the one before it. */
  'fresh?': 'boolean',
  /** How long to hold the request open when there is nothing to do. */
  wait_seconds: '0 <= number.integer <= 30',
})

const workAnswer = shape({
  jobs: [job, '[]'],
  /** The server's clock when it answered, by which due times are meant. */
  server_time: time,
  /** How long a job stays this agent's without being named in `running`. */
  lease_seconds: 'number.integer >= 1',
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
  /** It asked for work within the last lease. */
  online: 'boolean',
  /** Nobody calls from there: its results were made up for a demo. It belongs to no region. */
  simulated: 'boolean',
  version: 'string',
  meta: { id: 'string', name: 'string', created: time, last_update: time, remote_addr: 'string | null' },
})

/** The older form of a result, one call a request: figures in seconds since the start of the transfer. */
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
      'status_code?': 'number.integer | null',
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

/** An agent sends at most 4 MiB of reports at once, or a single one, whose evidence may hold 4 MiB. */
const REPORTS_BYTES = 8 * 1024 * 1024

/** The token comes in the body: until it is read, nobody knows who sends it. The form holds less than 32 kB of an answer's body. */
const OLDER_BYTES = 128 * 1024

/** Locations, and the protocol by which their agents work. */
export const agents = {
  'agent.list': endpoint('GET /api/2/agents/info', {
    summary: 'The locations that calls can be made from, and the agents there',
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
    summary: 'An agent joins with the join token and gets a key of its own',
    access: 'public',
    for: 'agent',
    audit: 'agent.register',
    body: registration,
    answer: shape({ agent_id: 'string', location_id: 'string', agent_key: 'string', server_time: time }),
  }),
  'agent.work': endpoint('POST /remote-api/1/agent/work', {
    summary: 'An agent asks for work: waits until there is some, and leases it',
    access: 'agent',
    for: 'agent',
    body: work,
    answer: workAnswer,
  }),
  'agent.results': endpoint('POST /remote-api/1/agent/results', {
    summary: 'An agent reports finished runs; those accepted are stored for good',
    access: 'agent',
    for: 'agent',
    maxBodyBytes: REPORTS_BYTES,
    body: shape({ results: [[report, '[]'], '&', 'unknown[] <= 1000'] }),
    answer: shape({ accepted: 'string[]', refused: [{ id: 'string', reason: 'string' }, '[]'] }),
  }),
  'agent.result': endpoint('POST /remote-api/1/test/{callId}/', {
    summary: 'An agent reports one finished run in the older form',
    access: 'public',
    for: 'agent',
    maxBodyBytes: OLDER_BYTES,
    maxBodyBytesWithToken: 1024 * 1024,
    body: legacyResult,
    answer: shape({ result_id: 'string' }),
  }),
} as const
