import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  OAUTH_CLIENT,
  OAUTH_PASSWORD,
  OAUTH_SECRET,
  type OAuthProvider,
  openOAuthProvider,
} from '../../support/oauth-provider.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Row = Record<string, unknown> & {
  id: string
  status: string
  grant: string
  problem: string | null
  refresh_at: string | null
  token: Record<string, unknown>
  api_response: Record<string, unknown>
}
type Refused = { status: number; body: { error_msg?: string; detail?: string | { msg: string }[] } }

let now = Date.UTC(2026, 0, 5, 10)
let running: TestServer
let provider: OAuthProvider
let callback: string
beforeAll(async () => {
  now = Date.now()
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' }, clock: () => now })
  callback = `${running.server.url}/tokens/callback`
  provider = await openOAuthProvider({ callback })
})
afterAll(async () => {
  await running.stop()
  await provider.close()
})

const newSetting = async (settings: Record<string, unknown> = {}, keys: Record<string, unknown> = {}) =>
  (
    await running.api.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings: { ...provider.settings, ...settings },
      keys: { client_id: OAUTH_CLIENT, client_secret: OAUTH_SECRET, ...keys },
    })
  ).id
const grant = (auth_id: string, more: Record<string, unknown>) =>
  running.api.post<Row>('/api/3/tokens/grant', { auth_id, name: 'One', scopes: ['orders'], ...more })
const sentenceOf = ({ body: { error_msg, detail = '' } }: Refused): string =>
  error_msg ?? (typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' '))

test('an authorization code with PKCE becomes a token that refreshes itself', async () => {
  const auth_id = await newSetting()
  const { url } = await running.api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id, name: 'Mine' })
  expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
  const query = Object.fromEntries(await provider.signIn(url))
  const row = await running.api.post<Row>('/api/3/tokens/callback', query)
  expect(row).toMatchObject({ grant: 'authorization_code', status: 'valid', problem: null })
  expect(row.token).toMatchObject({ access_token: '••••••', refresh_token: '••••••', has_value: true })
  expect(row.api_response).toMatchObject({ access_token: '••••••', id_token: '••••••', token_type: 'Bearer' })
  expect(Date.parse(String(row.refresh_at))).toBeLessThan(Date.parse(String(row.token.expire_time)) - 299_000)
  // A state works once.
  const again = (await running.api.call('POST', '/api/3/tokens/callback', query)) as Refused
  expect(again.status).toBe(410)
  expect(sentenceOf(again)).toContain('finished already')
})

test('client credentials, a password and an assertion each obtain a token', async () => {
  const auth_id = await newSetting()
  expect(await grant(auth_id, { grant: 'client_credentials' })).toMatchObject({ grant: 'client_credentials' })
  const byPassword = await grant(auth_id, { grant: 'password', username: 'ada', password: OAUTH_PASSWORD })
  expect(byPassword).toMatchObject({ grant: 'password', status: 'expiring' })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const assertion = await newSetting(
    { auth_type: 'OAUTH2_JWT', issuer: 'service@example.com', signing_alg: 'RS256', lifetime_seconds: 60 },
    { private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() },
  )
  expect(await grant(assertion, { grant: 'jwt_bearer' })).toMatchObject({ grant: 'jwt_bearer', status: 'valid' })
})

test('what a provider says is shown in words, and no secret with it', async () => {
  const auth_id = await newSetting()
  const wrong = (await running.api.call('POST', '/api/3/tokens/grant', {
    auth_id,
    grant: 'password',
    username: 'ada',
    password: 'this is not it',
  })) as Refused
  expect(wrong.status).toBe(422)
  expect(sentenceOf(wrong)).toContain('invalid_grant')
  expect(sentenceOf(wrong)).not.toContain('this is not it')
  const stranger = await newSetting({}, { client_secret: 'quite another secret' })
  const refused = (await running.api.call('POST', '/api/3/tokens/grant', {
    auth_id: stranger,
    grant: 'client_credentials',
  })) as Refused
  expect(sentenceOf(refused)).toContain('invalid_client')
})

test('a code is entered on another device, and polled no faster than the provider allows', async () => {
  const auth_id = await newSetting()
  const code = await running.api.post<{ flow_id: string; user_code: string; interval: number }>(
    '/api/3/tokens/device',
    {
      auth_id,
    },
  )
  const poll = () =>
    running.api.post<{ state: string; token_id: string | null }>('/api/3/tokens/device/poll', { flow_id: code.flow_id })
  const before = provider.asked.length
  expect(await poll()).toMatchObject({ state: 'pending' })
  expect(provider.asked.length).toBe(before)
  now += code.interval * 1000
  expect(await poll()).toMatchObject({ state: 'pending' })
  await provider.confirm(code.user_code)
  now += code.interval * 1000
  const done = await poll()
  expect(done).toMatchObject({ state: 'done', token_id: expect.any(String) })
  expect(await running.api.get(`/api/2/tokens/${done.token_id}/`)).toMatchObject({ grant: 'device_code' })
})

test('a refresh rotates the refresh token, and a revoked token is empty', async () => {
  const auth_id = await newSetting()
  const { url } = await running.api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id, name: 'Mine' })
  const row = await running.api.post<Row>('/api/3/tokens/callback', Object.fromEntries(await provider.signIn(url)))
  for (const _ of [1, 2, 3]) {
    now += 60_000
    const refreshed = await running.api.post<Row>(`/api/3/tokens/${row.id}/refresh`)
    expect(refreshed).toMatchObject({ status: 'valid', problem: null })
    expect(refreshed.issued).toBe(new Date(now).toISOString())
  }
  const revoked = await running.api.post<Row>(`/api/3/tokens/${row.id}/revoke`)
  expect(revoked).toMatchObject({ status: 'error', token: { has_value: false }, refresh_at: null })
})

test('an alert refreshes a token of its maker', async () => {
  const before = await grant(await newSetting(), { grant: 'client_credentials' })
  const parameters = { token_id: before.id }
  const draft = { name: 'Anew', web_hook_type: 'refresh_token', alerts: ['FAIL'], parameters }
  now += 60_000
  expect(await running.api.post('/api/3/webhooks/test', draft)).toMatchObject({ status: 'delivered', error: null })
  const after = await running.api.get<Row>(`/api/2/tokens/${before.id}/`)
  expect(after.token.expire_time).not.toBe(before.token.expire_time)
})
