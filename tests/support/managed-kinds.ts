import type { AnyEndpoint, Contract } from '../../src/contract/core/endpoint.ts'
import { type ManagedKind, resources } from '../../src/contract/resources.ts'
import type { Api } from './api.ts'

type Body = Readonly<Record<string, unknown>>

/** Bodies that create and change an object of a managed kind; `alone` replaces fields that name what not every test has. */
type ManagedSample = {
  readonly create: Body
  readonly update: Body
  readonly alone?: Body
  /** The kind of an object that one of these cannot be without, and the fields that name it. */
  readonly needs?: { readonly kind: ManagedKind; readonly named: (id: string) => Body }
}

/** One row for each managed kind. A kind without one does not compile. */
export const managedSamples: Readonly<Record<ManagedKind, ManagedSample>> = {
  monitor: {
    create: {
      meta: { name: 'One', description: null, tags: ['a'], workspace: 'global' },
      request: {
        method: 'POST',
        url: 'https://example.com/',
        parameters: [{ key: 'a', value: 'b' }],
        headers: [{ key: 'Accept', value: '*/*' }],
        body: '{}',
        follow_redirects: true,
        redirect_method: 'keep',
        unset_variables: 'fail',
        verify_tls: true,
        timeout_seconds: 10,
      },
    },
    update: { meta: { name: 'Two' }, request: { url: 'https://example.com/2', timeout_seconds: 5 } },
  },
  schedule: {
    create: {
      name: 'Often',
      tags: [],
      frequency: 60,
      regions: ['all'],
      locations: ['local'],
      targets: [],
      backoff_method: null,
      enabled: false,
      business_hours: {
        timezone: 'Europe/Berlin',
        windows: [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' }],
      },
    },
    update: { name: 'Seldom', frequency: 'daily' },
    alone: { locations: [] },
  },
  downtime: {
    create: {
      downtime: {
        name: 'Backup',
        start_time: '2098-01-04T02:00:00Z',
        end_time: '2098-01-04T03:00:00+00:00',
        repeated: true,
        repeat_days: 7,
        timezone: 'Europe/Berlin',
      },
    },
    update: { meta: { name: 'Long backup' }, schedule: { repeat_days: 1, timezone: 'Asia/Kolkata' } },
  },
  webhook: {
    create: {
      name: 'Hook',
      web_hook_type: 'webhook',
      monitor_id: null,
      enabled: false,
      alerts: ['FAIL'],
      parameters: {
        url: 'https://example.com/hook',
        username: 'ada',
        password: 'secret',
        secret: null,
        fails_in_a_row: 1,
      },
      include_tags: ['a'],
      exclude_tags: ['b'],
    },
    update: { name: 'Hooked', parameters: { url: 'https://example.com/other' } },
  },
  'auth-setting': {
    create: {
      meta: { name: 'Login', description: null, tags: ['a'], domain: 'api.example.com', documentation: {} },
      settings: {
        auth_type: 'OAUTH2',
        allowed_origins: ['https://api.example.com'],
        custom_variables: { TENANT: 'a' },
        token_url: 'https://login.example.com/token',
        grant_types: ['client_credentials'],
        scopes: ['read'],
        client_auth: 'body',
      },
      keys: { client_id: 'sonde', client_secret: 'one of the partner', private_key: null },
    },
    update: { meta: { name: 'Sign-in' }, settings: { client_auth: 'basic' } },
  },
  token: {
    create: {
      meta: { name: 'Production', auth_id: 'x', domain: null },
      token: { access_token: 'a-token-of-sorts', token_type: 'Bearer', expire_time: '2098-01-04T02:00:00Z' },
    },
    update: { meta: { name: 'Staging' }, token: { scope: 'read' } },
    needs: { kind: 'auth-setting', named: (auth_id) => ({ meta: { name: 'Production', auth_id } }) },
  },
  file: {
    create: { name: 'Order', description: null, tags: ['a'], kind: 'other', text: '{"items":[]}' },
    update: { meta: { name: 'Orders', description: 'All of them' } },
  },
  report: {
    create: {
      meta: { name: 'Payments', description: null, tags: ['a'], order: 1 },
      report: {
        period: { kind: 'last', value: 7, unit: 'DAY' },
        timezone: 'Europe/Vienna',
        metric: 'total',
        quantile: 0.95,
        locations: ['local'],
        regions: ['eu'],
        groups: [
          { id: 'read', name: 'Read', rows: [{ id: 'one', call_id: 'x', label: 'Orders', dest_ip: '192.0.2.1' }] },
        ],
      },
    },
    update: {
      meta: { name: 'Payments EU' },
      report: { period: { kind: 'last', value: 14, unit: 'DAY' }, quantile: 0.5 },
    },
    needs: {
      kind: 'monitor',
      named: (call_id) => ({
        meta: { name: 'Payments' },
        report: { groups: [{ id: 'read', name: 'Read', rows: [{ call_id }] }] },
      }),
    },
  },
  workflow: {
    create: {
      meta: { name: 'Checkout', description: null, tags: ['a'], workspace: 'global' },
      workflow: { call_ids: ['x'], handle_cookies: true, stop_on_failure: false },
    },
    update: { meta: { name: 'Checkout and pay', workspace: 'staging' }, workflow: { stop_on_failure: true } },
    needs: {
      kind: 'monitor',
      named: (id) => ({
        meta: { name: 'Checkout' },
        workflow: { call_ids: [id], steps: [{ call_id: id, teardown: true }] },
      }),
    },
  },
}

/** The managed kinds, with the word of their routes. */
export const managedKinds: readonly { readonly name: ManagedKind; readonly plural: string }[] = Object.values(resources)

/** The route of a managed kind's endpoint as method and path. */
export const managedRoute = (kind: ManagedKind, verb: string, id = ''): [method: string, path: string] => {
  const endpoints = Object.values(resources).map((each): Contract => each.endpoints)
  const endpoint: AnyEndpoint | undefined = endpoints.flatMap((all) => all[`${kind}.${verb}`] ?? [])[0]
  const [method = '', path = ''] = endpoint?.route.split(' ') ?? []
  // An object of a kind with a parent is created and listed below all parents.
  return [method, path.replace('{id}', id || 'all')]
}

/** The body that creates an object of a managed kind in any project. */
export const managedBody = async (api: Api, kind: ManagedKind): Promise<Body> => {
  const { create, alone, needs } = managedSamples[kind]
  return { ...create, ...alone, ...needs?.named(await makeManaged(api, needs.kind)) }
}

/** The number of objects that are made for one of a kind, itself included. */
export const madeFor = (kind: ManagedKind): number => {
  const { needs } = managedSamples[kind]
  return needs ? 1 + madeFor(needs.kind) : 1
}

/** Creates an object of a managed kind. */
export const makeManaged = async (api: Api, kind: ManagedKind): Promise<string> => {
  const [, path] = managedRoute(kind, 'create')
  return (await api.post<{ id: string }>(path, await managedBody(api, kind))).id
}
