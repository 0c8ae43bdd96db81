import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { expectStatus } from '../monitors/watch.ts'

type Condition = Shape<typeof condition>
type Pair = { readonly key: string; readonly value: string }

/** A monitor over the built-in sample API: a way to learn what a monitor can ask, and how its answers are judged. */
export type SampleMonitor = {
  /** By which it is known again, whatever it is called later. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** What its runs come to: most of them where it changes from run to run. */
  readonly comesTo: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL'
  /** Its runs come to something else now and then. */
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

/** What all that the import makes is tagged with. */
export const SAMPLE_TAG = 'sample'

/** When the sample monitors run. */
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
  condition: 'ge',
  val: String(ms),
  on_true: { outcome: 'slow' },
})

/** The sample monitors of the kind `basic`: what goes well first, what shows trouble after that. */
export const sampleMonitors: readonly SampleMonitor[] = [
  {
    slug: 'health',
    name: 'Health check',
    description: 'The simplest monitor: one address that should always answer 200, and soon.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/ok', timeout_seconds: 10 },
    conditions: [expectStatus(200), slowFrom(500)],
  },
  {
    slug: 'headers-only',
    name: 'Health check, headers only',
    description: 'HEAD asks for the headers of an answer without its body: the cheapest question.',
    comesTo: 'PASS',
    request: { method: 'HEAD', path: '/ok', timeout_seconds: 10 },
    conditions: [
      {
        name: 'Says that it would be JSON',
        source: 'header',
        property: 'Content-Type',
        condition: 'contains',
        val: 'application/json',
        on_false: { outcome: 'fail', message: 'The answer is no JSON' },
      },
    ],
  },
  {
    slug: 'orders',
    name: 'Customer with orders',
    description: 'Judges what is in a JSON document, its header and its size, beside the status.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/json', headers: [accept] },
    conditions: [
      expectStatus(200),
      contains('"c-1042"', 'Holds the customer'),
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
    description: 'Sends parameters in the query string; the answer repeats them.',
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
      'Sends a token in the Authorization header. Its value is encrypted, and masked wherever it would show.',
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
    description: 'POST with a JSON body and a header of its own.',
    comesTo: 'PASS',
    request: {
      method: 'POST',
      path: '/echo',
      headers: [json, { key: 'X-Request-Source', value: 'sonde' }],
      body: '{\n  "customer": "c-1042",\n  "items": [{ "sku": "kettle-blue", "count": 1 }]\n}',
    },
    conditions: [expectStatus(200), contains('kettle-blue', 'Took the order')],
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
    conditions: [contains('Graslei', 'Took the address')],
  },
  {
    slug: 'change-status',
    name: 'Mark an order as paid',
    description: 'PATCH changes one field.',
    comesTo: 'PASS',
    request: { method: 'PATCH', path: '/echo', headers: [json], body: '{ "status": "paid" }' },
    conditions: [contains('"PATCH"', 'Was asked by PATCH')],
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
    name: 'Address that has moved twice',
    description: 'Follows two redirects to the answer; the time that they take is shown apart.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/redirect?hops=2&to=/json' },
    conditions: [expectStatus(200)],
  },
  {
    slug: 'redirect',
    name: 'Redirect to the new shop',
    description: 'Does not follow the redirect: that there is one is what it checks.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/redirect?hops=1&to=/ok', follow_redirects: false },
    conditions: [
      expectStatus(302),
      {
        name: 'Leads to the right place',
        source: 'header',
        property: 'Location',
        condition: 'eq',
        val: '/ok',
        on_false: { outcome: 'fail', message: 'It leads elsewhere' },
      },
    ],
  },
  {
    slug: 'slow',
    name: 'Monthly report',
    description: 'Takes 1.2 seconds and may take 1: each run is SLOW.',
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
    description: 'Three of ten calls are answered 503: see how its pass rate and its alerts behave.',
    comesTo: 'PASS',
    varies: true,
    request: { method: 'GET', path: '/flaky?rate=0.3' },
    conditions: [],
  },
  {
    slug: 'broken',
    name: 'Payment gateway, down',
    description: 'Answers 503 to each call: what a failure looks like, from the list to the alert.',
    comesTo: 'FAIL',
    request: { method: 'GET', path: '/error?code=503' },
    conditions: [],
  },
]

/** How many of the sample monitors show trouble on purpose. */
export const troubledSamples = sampleMonitors.filter(({ varies, comesTo }) => comesTo !== 'PASS' || varies).length

/** The draft of a sample monitor for the sample API at `sampleUrl`, which has no slash at its end. */
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
