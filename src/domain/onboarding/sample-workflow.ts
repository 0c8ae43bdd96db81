import { expectStatus } from '../monitors/watch.ts'
import type { SampleMonitor } from './sample-monitors.ts'

type Condition = SampleMonitor['conditions'][number]

/** A condition that keeps a value of the JSON body for later steps, and fails without it. */
const keep = (name: string, property: string): Condition => ({
  name: `Has ${property}`,
  source: 'json',
  property,
  condition: 'exists',
  on_false: { outcome: 'fail', message: `${property} is missing, so later steps have no ${name}` },
  set_variable: { name, scope: 'workflow' },
})

const token = { key: 'Authorization', value: 'Bearer __ACCESS_TOKEN__' }

/** Monitors of the kind `workflows`, in the order of the steps. On their own, all but the first are refused by the sample API. */
export const workflowMonitors: readonly (SampleMonitor & { readonly teardown?: boolean })[] = [
  {
    slug: 'step-sign-in',
    name: 'Step: sign in',
    description: 'Signs in and keeps the access token of the response for the steps that follow.',
    comesTo: 'PASS',
    request: {
      method: 'POST',
      path: '/login',
      headers: [{ key: 'Content-Type', value: 'application/json' }],
      body: '{ "user": "demo", "password": "demo" }',
    },
    conditions: [expectStatus(200), keep('ACCESS_TOKEN', '$.access_token')],
  },
  {
    slug: 'step-account',
    name: 'Step: read the account',
    description: 'Sends the access token, and keeps the newest order of the account.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/account', headers: [token] },
    conditions: [expectStatus(200), keep('ORDER', '$.latest_order')],
  },
  {
    slug: 'step-order',
    name: 'Step: read the order',
    description: 'Reads the order that the step before has found.',
    comesTo: 'PASS',
    request: { method: 'GET', path: '/order?id=__ORDER__', headers: [token] },
    conditions: [expectStatus(200)],
  },
  {
    slug: 'step-sign-out',
    name: 'Step: sign out',
    description: 'Ends the session. It is marked as teardown, so it runs after a failed step too.',
    comesTo: 'PASS',
    request: { method: 'POST', path: '/logout', headers: [token] },
    conditions: [expectStatus(204)],
    teardown: true,
  },
]

/** The workflow of the kind `workflows`. */
export const sampleWorkflow = {
  slug: 'order-lookup',
  name: 'Order lookup, signed in',
  description: 'Signs in, extracts a token, uses it in two more calls, and signs out whatever happens.',
} as const
