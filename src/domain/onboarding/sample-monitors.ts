import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { expectStatus } from '../monitors/watch.ts'

type Condition = Shape<typeof condition>
type Pair = { readonly key: string; readonly value: string }

/** A monitor for the built-in sample API that shows what monitors can do and how results are judged. */
export type SampleMonitor = {
  /** Identifies the sample even after it was renamed. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Category of its results, or of most of them. */
  readonly comesTo: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL'
  /** Whether some runs have another category. */
  readonly varies?: boolean
  readonly request: {
    readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly parameters?: readonly Pair[]
    readonly headers?: readonly Pair[]
    readonly body?: string
    readonly follow_redirects?: boolean
    readonly timeout_seconds?: number
  }
  readonly conditions: readonly Condition[]
}

/** Tag of everything that the import creates. */
export const SAMPLE_TAG = 'sample'

/** The schedule of the sample monitors. */
export const SAMPLE_SCHEDULE = { name: 'Sample schedule', frequencySeconds: 300 } as const

const json: Pair = { key: 'Content-Type', value: 'application/json' }
const accept: Pair = { key: 'Accept', value: 'application/json' }

const contains = (text: string, what: string): Condition => ({
  name: what,
  source: 'text',
  condition: 'contains',
  val: text,
  on_false: { outcome: 'fail', message: `${what}: not found in the body` },
})
const slowFrom = (ms: number): Condition => ({
  name: `Takes less than ${ms} ms`,
  source: 'latency',
  property: 'total',
  condition: 'lt',
  val: String(ms),
  on_false: { outcome: 'slow' },
})

/** Sample monitors of the kind `basic`: passing ones first, then those that show problems. */
export const sampleMonitors: readonly SampleMonitor[] = [
  {
    slug: 'health',
    name: 'Health check',
    description: 'The simplest monitor: one URL that should always answer 200, and quickly.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/ok', timeout_seconds: 10 },
    conditions: [expectStatus(200), slowFrom(500)],
  },
  {
    slug: 'headers-only',
    name: 'Health check, headers only',
    description: 'HEAD requests the headers without the body, which is the cheapest check.',
    comesTo: 'PASS',
    request: { method: 'HEAD', path: '/ok', timeout_seconds: 10 },
    conditions: [
      {
        name: 'Has a JSON content type',
        source: 'header',
        property: 'Content-Type',
        condition: 'contains',
        val: 'application/json',
        on_false: { outcome: 'fail', message: 'The response is not JSON' },
      },
    ],
  },
  {
    slug: 'orders',
    name: 'Customer with orders',
    description: 'Checks the content of a JSON document, its header and its size, as well as the status.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/json', headers: [accept] },
    conditions: [
      expectStatus(200),
      contains('"c-1042"', 'Contains the customer'),
      {
        name: 'Is no larger than 10 kB',
        source: 'size',
        condition: 'gt',
        val: '10000',
        on_true: { outcome: 'warning', message: 'The document has grown' },
      },
    ],
  },
  {
    slug: 'search',
    name: 'Search the catalogue',
    description: 'Sends parameters in the query string; the response repeats them.',
    comesTo: 'PASS',
    request: {
      method: 'GET',
      path: '/echo',
      parameters: [
        { key: 'q', value: 'blue kettle' },
        { key: 'page', value: '1' },
      ],
      headers: [accept],
    },
    conditions: [contains('"blue kettle"', 'Understood the query')],
  },
  {
    slug: 'signed-in',
    name: 'Profile, signed in',
    description:
      'Sends a token in the Authorization header. Its value is encrypted, and masked wherever it would appear.',
    comesTo: 'PASS',
    request: {
      method: 'GET',
      path: '/echo',
      headers: [accept, { key: 'Authorization', value: 'Bearer sample-token-that-opens-nothing' }],
    },
    conditions: [contains('"authorization"', 'Received the token')],
  },
  {
    slug: 'create-order',
    name: 'Create an order',
    description: 'POST with a JSON body and a custom header.',
    comesTo: 'PASS',
    request: {
      method: 'POST',
      path: '/echo',
      headers: [json, { key: 'X-Request-Source', value: 'sonde' }],
      body: '{\n  "customer": "c-1042",\n  "items": [{ "sku": "kettle-blue", "count": 1 }]\n}',
    },
    conditions: [expectStatus(200), contains('kettle-blue', 'Received the order')],
  },
  {
    slug: 'replace-address',
    name: 'Replace an address',
    description: 'PUT with a JSON body.',
    comesTo: 'PASS',
    request: {
      method: 'PUT',
      path: '/echo',
      headers: [json],
      body: '{ "street": "Graslei 1", "city": "Ghent", "country": "BE" }',
    },
    conditions: [contains('Graslei', 'Received the address')],
  },
  {
    slug: 'change-status',
    name: 'Mark an order as paid',
    description: 'PATCH changes one field.',
    comesTo: 'PASS',
    request: { method: 'PATCH', path: '/echo', headers: [json], body: '{ "status": "paid" }' },
    conditions: [contains('"PATCH"', 'Used PATCH')],
  },
  {
    slug: 'delete-session',
    name: 'End a session',
    description: 'DELETE without a body.',
    comesTo: 'PASS',
    request: { method: 'DELETE', path: '/echo', parameters: [{ key: 'session', value: 's-77' }] },
    conditions: [expectStatus(200)],
  },
  {
    slug: 'moved',
    name: 'URL that has moved twice',
    description: 'Follows two redirects; their time is shown separately.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/redirect?hops=2&to=/json' },
    conditions: [expectStatus(200)],
  },
  {
    slug: 'redirect',
    name: 'Redirect to the new shop',
    description: 'Does not follow the redirect, because the redirect itself is checked.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/redirect?hops=1&to=/ok', follow_redirects: false },
    conditions: [
      expectStatus(302),
      {
        name: 'Redirects to the right place',
        source: 'header',
        property: 'Location',
        condition: 'eq',
        val: '/ok',
        on_false: { outcome: 'fail', message: 'It redirects elsewhere' },
      },
    ],
  },
  {
    slug: 'slow',
    name: 'Monthly report',
    description: 'Takes 1.2 seconds where 1 is allowed, so each run is SLOW.',
    comesTo: 'SLOW',
    request: { method: 'GET', path: '/slow?ms=1200', timeout_seconds: 10 },
    conditions: [slowFrom(1000)],
  },
  {
    slug: 'missing',
    name: 'Page that is gone',
    description: 'Answers 404. Without a condition on it, a client error is a WARNING.',
    comesTo: 'WARNING',
    request: { method: 'GET', path: '/error?code=404' },
    conditions: [],
  },
  {
    slug: 'flaky',
    name: 'Stock service, flaky',
    description: 'Answers 503 to three of ten calls, which shows in its pass rate and its alerts.',
    comesTo: 'PASS',
    varies: true,
    request: { method: 'GET', path: '/flaky?rate=0.3' },
    conditions: [],
  },
  {
    slug: 'broken',
    name: 'Payment gateway, down',
    description: 'Answers 503 to every call, to show a failure from the list to the alert.',
    comesTo: 'FAIL',
    request: { method: 'GET', path: '/error?code=503' },
    conditions: [],
  },
]

/** Number of sample monitors that show problems on purpose. */
export const problemSampleCount = sampleMonitors.filter(({ varies, comesTo }) => comesTo !== 'PASS' || varies).length

/** The draft of a sample monitor for the sample API at `sampleUrl`, which has no trailing slash. */
export const sampleDraft = ({ name, description, request }: SampleMonitor, sampleUrl: string) => {
  const { path, parameters = [], headers = [], body = null, ...rest } = request
  return {
    meta: { name, description, tags: [SAMPLE_TAG] },
    request: {
      ...rest,
      url: sampleUrl + path,
      parameters: parameters.map((pair) => ({ ...pair })),
      headers: headers.map((pair) => ({ ...pair })),
      body,
    },
  }
}
