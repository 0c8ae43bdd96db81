import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { loopback } from '../../agent/world.ts'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import { CONSUMER_KEY, CONSUMER_SECRET, openOAuth1Provider } from '../../support/oauth1-provider.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Row = { id: string; status: string; grant: string; token: object; api_response: object; refresh_at: string | null }
type Refused = { status: number; body: { detail?: { msg: string }[]; error_msg?: string } }

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: typeof pair.privateKey | typeof pair.publicKey, type: 'pkcs8' | 'spki') =>
  // Node's types know the two forms only apart.
  String(key.export({ format: 'pem', type: type as 'pkcs8' }))

let running: TestServer
let agent: HandAgent
let provider: Awaited<ReturnType<typeof openOAuth1Provider>>
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  provider = await openOAuth1Provider({ publicKey: pem(pair.publicKey, 'spki') })
})
afterAll(async () => {
  await running.stop()
  await provider.close()
})

const newSetting = async (settings: object = {}, keys: object = {}) =>
  (
    await running.api.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings: { ...provider.settings, ...settings },
      keys: { client_id: CONSUMER_KEY, client_secret: CONSUMER_SECRET, ...keys },
    })
  ).id
const start = async (auth_id: string) =>
  (await running.api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id, name: 'Mine' })).url
const finish = async (query: URLSearchParams) =>
  (await running.api.call('POST', '/api/3/tokens/callback', Object.fromEntries(query))) as Refused
const sentenceOf = ({ body }: Refused) => JSON.stringify(body)

test.each([
  ['HMAC-SHA1', 'header', {}],
  ['HMAC-SHA256', 'query', {}],
  ['PLAINTEXT', 'header', {}],
  ['RSA-SHA1', 'header', { private_key: pem(pair.privateKey, 'pkcs8') }],
])('a token is obtained and used with signatures by %s in the %s', async (signature_method, transport, keys) => {
  const auth_id = await newSetting({ signature_method, transport, realm: 'Orders' }, keys)
  const address = await start(auth_id)
  expect(new URL(address).searchParams.get('lang')).toBe('en')
  const { status, body } = await finish(await provider.confirm(address))
  const row = body as unknown as Row
  expect(status).toBe(200)
  expect(row).toMatchObject({ grant: 'oauth1', status: 'no_expiry', refresh_at: null })
  expect(row.token).toMatchObject({ access_token: '••••••', token_secret: '••••••', has_value: true })
  expect(row.api_response).toMatchObject({ screen_name: 'ada', oauth_token_secret: '••••••' })
  expect(JSON.stringify(row)).not.toContain('access-')

  const monitor = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: `${provider.url}/orders?a=1&b=%C3%B6`, auth_id, token_id: row.id },
  })
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`)
  const before = provider.accepted.length
  const job = await leaseRun(agent, result_id)
  expect(await runCall(job, { allowed: loopback, userAgent: 'Sonde/test' })).toMatchObject({ http_code: 200 })
  expect(provider.accepted.slice(before)).toEqual([signature_method])
})

test('a request token works once, for whoever asked for it', async () => {
  const query = await provider.confirm(await start(await newSetting()))
  const altered = new URLSearchParams(query)
  altered.set('oauth_token', 'another')
  expect((await finish(altered)).status).toBe(410)
  expect((await finish(query)).status).toBe(200)
  expect((await finish(query)).status).toBe(410)
})

test('a denial, a wrong key and a provider that confirms no callback are said in words, and without secrets', async () => {
  const denied = await finish(await provider.confirm(await start(await newSetting()), 'no'))
  expect(denied.status).toBe(422)
  expect(sentenceOf(denied)).toContain('access was denied')
  const wrong = { auth_id: await newSetting({}, { client_secret: 'CANARY of another' }) }
  const refused = (await running.api.call('POST', '/api/3/tokens/authorize', wrong)) as Refused
  expect(sentenceOf(refused)).toContain('signature_invalid')
  expect(sentenceOf(refused)).not.toContain('CANARY')
  const old = await openOAuth1Provider({ confirmsCallback: false })
  const unsafe = { auth_id: await newSetting(old.settings) }
  const answer = (await running.api.call('POST', '/api/3/tokens/authorize', unsafe)) as Refused
  await old.close()
  expect(sentenceOf(answer)).toContain('does not confirm the callback address')
})

test('a sign-in takes all three URLs, and a provider elsewhere asks for the secret again', async () => {
  const { api } = running
  const incomplete = (await api.call('POST', '/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: { ...provider.settings, access_token_url: null },
    keys: { client_id: CONSUMER_KEY, client_secret: CONSUMER_SECRET },
  })) as Refused
  expect(sentenceOf(incomplete)).toContain('settings.access_token_url must be set too')
  const id = await newSetting()
  const moved = (await api.call('POST', `/api/2/auth/${id}/`, {
    settings: { auth_type: 'OAUTH1', access_token_url: 'https://evil.example.com/access' },
  })) as Refused
  expect(sentenceOf(moved)).toContain('Enter it again to send it to https://evil.example.com')
  const entered = await newSetting({ request_token_url: null, authorize_url: null, access_token_url: null })
  const none = (await api.call('POST', '/api/3/tokens/authorize', { auth_id: entered })) as Refused
  expect(sentenceOf(none)).toContain('are entered, not obtained')
})
