import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeState } from '../../../src/domain/integrations/authorization-state.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { addProvider, openFederatedTry } from '../../support/federation.ts'
import { hostileAnswers, openToldServer, type ToldServer } from '../../support/hostile-answers.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { openToldProvider, type ToldProvider } from '../../support/told-provider.ts'

type Answered = { readonly status: number; readonly body: unknown }
type Usual = Readonly<Record<string, unknown>>

const TOKEN = { access_token: 'a', token_type: 'Bearer', expires_in: 3600, refresh_token: 'r', scope: 's', error: null }
const DEVICE = {
  device_code: 'd',
  user_code: 'u',
  verification_uri: 'https://x.example/',
  verification_uri_complete: 'https://x.example/u',
  expires_in: 600,
  interval: 1,
}
const KEY = { data: { plaintext: Buffer.alloc(32).toString('base64'), ciphertext: 'vault:v1:x' }, errors: ['No'] }
const USUAL: Readonly<Record<string, Usual | string>> = {
  '/token': TOKEN,
  '/device': DEVICE,
  '/revoke': {},
  '/me': { name: 'ada' },
  '/file': { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} },
  '/hook': { ok: true, error: 'no', message: 'no', retry_after: 1 },
  '/v1/transit/datakey/plaintext/sonde': KEY,
  '/guest-token': { token: 'guest' },
}
const OAUTH1 = 'oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true&oauth_expires_in=60'

let now = Date.now()
let running: TestServer
let told: ToldServer
let openid: ToldProvider
let admin: Api
let org: string
let federated: string
let setting: string
let oauth1: string
let integration: string | undefined
beforeAll(async () => {
  const usual = Object.entries(USUAL).map(([path, answer]) => [path, () => answer])
  told = await openToldServer({ ...Object.fromEntries(usual), '/oauth1': () => OAUTH1 })
  openid = await openToldProvider()
  const { origin } = told
  running = await startServer({
    clock: () => now,
    env: {
      SONDE_ALLOW_PRIVATE: '127.0.0.0/8',
      SONDE_ANALYTICS_URL: 'https://analytics.example.com/embedded/1',
      SONDE_ANALYTICS_TOKEN_URL: `${origin}/guest-token`,
      SONDE_INTEGRATIONS: JSON.stringify([
        {
          id: 'partner',
          name: 'Partner',
          client_id: 'c',
          client_secret: 's',
          authorize_url: `${origin}/authorize`,
          token_url: `${origin}/token`,
          revoke_url: `${origin}/revoke`,
          test_url: `${origin}/me`,
          account: 'name',
        },
      ]),
    },
  })
  const { db } = running.server.services.database
  const { id, org_id } = await db.selectFrom('project').select(['id', 'org_id']).executeTakeFirstOrThrow()
  org = String(org_id)
  const account = await addAccount(running, 'admin@example.com')
  await addRoles(db, { orgId: org, accountId: account.id, roles: ['ADMIN'], now })
  admin = (await signIn(running.server, account.email, PASSWORD)).api(id)
  const site = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  federated = await addProvider(site, openid, { admits: true })
  const made = (settings: object) =>
    running.api.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings: { allowed_origins: [origin], ...settings },
      keys: { client_id: 'c', client_secret: 's' },
    })
  setting = (
    await made({
      auth_type: 'OAUTH2',
      authorize_url: `${origin}/authorize`,
      token_url: `${origin}/token`,
      device_url: `${origin}/device`,
      revoke_url: `${origin}/revoke`,
      grant_types: ['client_credentials', 'authorization_code', 'device_code'],
    })
  ).id
  oauth1 = (
    await made({
      auth_type: 'OAUTH1',
      request_token_url: `${origin}/oauth1`,
      authorize_url: `${origin}/authorize`,
      access_token_url: `${origin}/oauth1`,
    })
  ).id
})
afterAll(async () => {
  await running?.stop()
  await told?.close()
  await openid?.close()
})

const post = (path: string, body: object = {}): Promise<Answered> => running.api.call('POST', path, body)
/** Does something while the answers are the usual ones. */
const before = async <T>(act: () => Promise<T>): Promise<T> => {
  const kept = [told.hostile, openid.hostile] as const
  told.hostile = null
  openid.hostile = null
  const done = await act()
  ;[told.hostile, openid.hostile] = kept
  return done
}
const idOf = async (act: () => Promise<Answered>): Promise<string> =>
  ((await before(act)).body as { id?: string }).id ?? ''
const grant = () => post('/api/3/tokens/grant', { auth_id: setting, grant: 'client_credentials' })
const integrations = (rest = '') => `/api/3/organizations/${org}/integrations/${rest}`
const authenticate = async (): Promise<Answered> => {
  const begun = await admin.post<{ flow: string; redirect_uri: string; domain: string }>(integrations(), {
    provider: 'partner',
  })
  const state = encodeState({ flow: begun.flow, csrfToken: 'c' })
  const { redirect_uri, domain } = begun
  const query = new URLSearchParams({ code: 'c', code_verifier: 'v'.repeat(43), domain, redirect_uri, state })
  return admin.call('POST', `/api/3/integrations/partner/authenticate?${query}`)
}
const federate = async (): Promise<Answered> => {
  openid.claims = { sub: 's' }
  openid.userinfo = { email: 'person@x.example' }
  const trying = await openFederatedTry(running.server.url)
  const started = await trying.start(federated)
  return started.status === 200 ? trying.finish(openid.answer(started.body.redirect_to ?? '')) : started
}

/** Every request of the API for which the server reads an answer of another one: where from, and what is usual there. */
const reading: Readonly<Record<string, { path: string; usual: Usual; act: () => Promise<Answered> }>> = {
  'a token for the client': { path: '/token', usual: TOKEN, act: grant },
  'a token for a code': {
    path: '/token',
    usual: TOKEN,
    act: async () => {
      const { body } = await before(() => post('/api/3/tokens/authorize', { auth_id: setting }))
      const at = new URL((body as { url: string }).url).searchParams
      const callback = new URL(at.get('redirect_uri') ?? '').pathname.split('/').at(-1)
      return post('/api/3/tokens/callback', { callback, state: at.get('state'), code: 'c' })
    },
  },
  'a refreshed token': {
    path: '/token',
    usual: TOKEN,
    act: async () => post(`/api/3/tokens/${await idOf(grant)}/refresh`),
  },
  'a revoked token': {
    path: '/revoke',
    usual: { error: null },
    act: async () => post(`/api/3/tokens/${await idOf(grant)}/revoke`),
  },
  'a code for a device': {
    path: '/device',
    usual: DEVICE,
    act: () => post('/api/3/tokens/device', { auth_id: setting }),
  },
  'a token for a device': {
    path: '/token',
    usual: TOKEN,
    act: async () => {
      const { body } = await before(() => post('/api/3/tokens/device', { auth_id: setting }))
      now += 2_000
      return post('/api/3/tokens/device/poll', { flow_id: (body as { flow_id: string }).flow_id })
    },
  },
  'a request token of OAuth 1': {
    path: '/oauth1',
    usual: { oauth_token: 't' },
    act: () => post('/api/3/tokens/authorize', { auth_id: oauth1 }),
  },
  'the discovery of a provider': {
    path: '/.well-known/openid-configuration',
    usual: { issuer: 'i', authorization_endpoint: 'a', token_endpoint: 't', jwks_uri: 'j', scopes_supported: [] },
    act: federate,
  },
  'the token of a person': { path: '/token', usual: { ...TOKEN, id_token: 'a.b.c' }, act: federate },
  'the keys of a provider': { path: '/keys', usual: { keys: [{ kty: 'RSA' }] }, act: federate },
  'the profile of a person': { path: '/userinfo', usual: { sub: 's', email: 'e', name: 'n' }, act: federate },
  'the test of a provider': {
    path: '/keys',
    usual: { keys: [{ kty: 'RSA' }] },
    act: async () => {
      const site = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
      return site.call('POST', `/api/2/admin/identity-providers/${federated}/test`)
    },
  },
  'the token of an integration': {
    path: '/token',
    usual: TOKEN,
    act: async () => {
      const answer = await authenticate()
      const { id } = answer.body as { id?: string }
      if (id) await before(() => admin.call('DELETE', integrations(id)))
      return answer
    },
  },
  'the test of an integration': {
    path: '/me',
    usual: { name: 'ada' },
    act: async () => {
      integration ??= await idOf(authenticate)
      return admin.call('POST', integrations(`${integration}/test`))
    },
  },
  'the end of an integration': {
    path: '/revoke',
    usual: { error: null },
    act: async () => admin.call('DELETE', integrations(await idOf(authenticate))),
  },
  'a file from an address': {
    path: '/file',
    usual: { openapi: '3.1.0', paths: {}, info: {} },
    act: () => post('/api/2/files/url', { url: `${told.origin}/file` }),
  },
  'a definition from an address': {
    path: '/file',
    usual: { openapi: '3.1.0', paths: {}, info: {} },
    act: () => post('/api/3/files/oas_url', { url: `${told.origin}/file` }),
  },
  'a key of a key service': {
    path: '/v1/transit/datakey/plaintext/sonde',
    usual: KEY,
    act: () =>
      admin.call('PUT', `/api/3/organizations/${org}/key-service`, { url: told.origin, key: 'sonde', token: 't' }),
  },
  'a guest token': {
    path: '/guest-token',
    usual: { token: 'guest' },
    act: () => running.api.call('GET', '/api/3/analytics/guest-token'),
  },
  // Last: they move the clock on, past the end of the sign-ins above.
  'the test of an alert': {
    path: '/hook',
    usual: { ok: true, error: 'no' },
    act: async () => {
      now += 40_000
      const parameters = { url: `${told.origin}/hook` }
      return post('/api/3/webhooks/test', { name: 'W', web_hook_type: 'generic', parameters })
    },
  },
  'the test of an alert to Slack': {
    path: '/hook',
    usual: { ok: true, error: 'no' },
    act: async () => {
      now += 40_000
      const parameters = { url: `${told.origin}/hook` }
      return post('/api/3/webhooks/test', { name: 'W', web_hook_type: 'slack', parameters })
    },
  },
}

test.each(Object.entries(reading))(
  '%s: no answer of another server is a fault of this one',
  async (_, place) => {
    const { path, usual, act } = place
    const usually = await before(act)
    // Otherwise the answers below would not be read.
    expect(usually.status, JSON.stringify(usually)).toBeLessThan(300)
    const faults: string[] = []
    for (const [answer, bytes] of Object.entries(hostileAnswers(usual))) {
      told.hostile = { path, bytes }
      openid.hostile = told.hostile
      const { status, body } = await act()
      if (status >= 500) faults.push(`${answer}: ${status} ${JSON.stringify(body)}`)
    }
    told.hostile = null
    openid.hostile = null
    expect(faults).toEqual([])
  },
  120_000,
)
