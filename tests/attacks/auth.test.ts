import { lookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { guardedFetch } from '../../src/server/auth/guarded-fetch.ts'
import { refreshDue, refreshToken } from '../../src/server/auth/refresh.ts'
import { httpServer } from '../agent/world.ts'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import { joinAgent, leaseRun } from '../support/agent.ts'
import { OAUTH_CLIENT, OAUTH_SECRET, type OAuthProvider, openOAuthProvider } from '../support/oauth-provider.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

let now = Date.now()
let running: TestServer
let guarded: TestServer
let provider: OAuthProvider
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' }, clock: () => now })
  guarded = await startServer()
  provider = await openOAuthProvider({ callback: `${running.server.url}/tokens/callback` })
})
afterAll(async () => {
  await running.stop()
  await guarded.stop()
  await provider.close()
})

const keys = { client_id: OAUTH_CLIENT, client_secret: OAUTH_SECRET }
const newSetting = async (settings: object = {}, on = running) =>
  (
    await on.api.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings: { ...provider.settings, ...settings },
      keys,
    })
  ).id
type Refused = { status: number; body: { error_msg?: string; detail?: string | { msg: string }[] } }
const sentenceOf = ({ body: { error_msg, detail = '' } }: Refused): string =>
  error_msg ?? (typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(' '))

test.each([
  ['token_url', 'https://evil.example.com/token'],
  ['revoke_url', 'https://evil.example.com/revoke'],
  ['device_url', 'https://evil.example.com/device'],
])('a client secret does not go to another origin by a change of %s', async (field, url) => {
  const id = await newSetting()
  const changed = (await running.api.call('POST', `/api/2/auth/${id}/`, { settings: { [field]: url } })) as Refused
  expect(changed.status).toBe(400)
  expect(sentenceOf(changed)).toContain('Enter it again')
  const entered = await running.api.call('POST', `/api/2/auth/${id}/`, {
    settings: { [field]: url },
    keys: { client_secret: 'another one entirely' },
  })
  expect(entered.status).toBe(200)
})

test('a token that no person confirms goes to no further origin without its client secret', async () => {
  const id = await newSetting()
  const before = await running.api.get<{ settings: { allowed_origins: string[] } }>(`/api/2/auth/${id}/`)
  const widened = [...before.settings.allowed_origins, 'https://evil.example.com']
  const change = (settings: object) => running.api.call('POST', `/api/2/auth/${id}/`, { settings })
  const refused = await change({ allowed_origins: widened })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('keys.client_secret must be entered again')
  // Nor by way of a type that obtains no tokens.
  expect((await change({ auth_type: 'BASIC', allowed_origins: widened })).status).toBe(200)
  expect((await change({ auth_type: 'OAUTH2' })).status).toBe(400)
})

test('a provider that changes during an authorization gets no code', async () => {
  const id = await newSetting({ client_auth: 'none' })
  const { url } = await running.api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id: id })
  const query = Object.fromEntries(await provider.signIn(url))
  await running.api.post(`/api/2/auth/${id}/`, {
    settings: { token_url: 'https://evil.example.com/token' },
    keys: { client_secret: 'another one entirely' },
  })
  const finished = (await running.api.call('POST', '/api/3/tokens/callback', query)) as Refused
  expect(finished.status).toBe(422)
  expect(sentenceOf(finished)).toContain('changed meanwhile')
})

test('an authorization is finished by the account that started it, and by nobody else', async () => {
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  const person = async (email: string) => {
    const account = await addAccount(running, email)
    await grant(running, account, project.key, 'EDITOR')
    return (await signIn(running.server, email, PASSWORD)).api(project.id)
  }
  const ada = await person('first@example.com')
  const eve = await person('second@example.com')
  const { url } = await ada.post<{ url: string }>('/api/3/tokens/authorize', { auth_id: await newSetting() })
  const query = Object.fromEntries(await provider.signIn(url))
  expect((await eve.call('POST', '/api/3/tokens/callback', query)).status).toBe(410)
  const row = await ada.post<{ id: string }>('/api/3/tokens/callback', query)
  expect((await eve.call('POST', `/api/3/tokens/${row.id}/refresh`)).status).toBe(403)
  expect((await eve.call('POST', `/api/3/tokens/${row.id}/revoke`)).status).toBe(403)
  expect((await eve.call('DELETE', `/api/2/tokens/${row.id}/`)).status).toBe(403)
})

test('a state of an expired authorization, or a made-up one, finishes nothing', async () => {
  const { url } = await running.api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id: await newSetting() })
  const query = Object.fromEntries(await provider.signIn(url))
  now += 16 * 60_000
  expect((await running.api.call('POST', '/api/3/tokens/callback', query)).status).toBe(410)
  expect((await running.api.call('POST', '/api/3/tokens/callback', { code: 'x', state: 'x' })).status).toBe(410)
})

test.each(['http://169.254.169.254/token', 'http://10.0.0.1/token', 'http://example.com/token'])(
  'the server refuses the token URL %s',
  async (token_url) => {
    const answer = await running.api.call('POST', '/api/2/auth/', {
      meta: { name: 'x' },
      settings: { ...provider.settings, token_url },
      keys,
    })
    expect(answer.status).toBe(422)
  },
)

test.each(['https://10.0.0.1/token', 'https://[::1]/token', 'http://127.0.0.1:9/token', 'http://localhost:9/token'])(
  'the server asks no private address for a token: %s',
  async (token_url) => {
    const own = { device_url: null, revoke_url: null, grant_types: ['client_credentials'] }
    const setting = (url: string) => ({
      meta: { name: 'Partner' },
      settings: { ...provider.settings, ...own, token_url: url },
      keys,
    })
    const refused = (await guarded.api.call('POST', '/api/2/auth/', setting(token_url))) as Refused
    expect(refused.status).toBe(422)
    expect(sentenceOf(refused)).toContain('not a public address')
  },
)

// A name is judged when it is used: that of this machine leads to no public address.
const ownName = await lookup(hostname()).then(
  () => hostname(),
  () => null,
)
test.runIf(ownName)('the server asks no name that leads to a private address for a token', async () => {
  const own = { device_url: null, revoke_url: null, grant_types: ['client_credentials'] }
  const id = await newSetting({ ...own, token_url: `https://${ownName}:9/token` }, guarded)
  const grant = { auth_id: id, grant: 'client_credentials' }
  const answer = (await guarded.api.call('POST', '/api/3/tokens/grant', grant)) as Refused
  expect(answer.status).toBe(422)
  expect(sentenceOf(answer)).toMatch(/not (?:a|lead to a) public address/)
})

const request = { method: 'POST', headers: {}, body: 'a=b' }
const allowed = parseAllowed('127.0.0.1')

test('a provider that never answers is given up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  await expect(guardedFetch(url, request, { allowed, timeoutMs: 100 })).rejects.toThrow('did not answer')
})

test('a provider that answers without end is cut off', async () => {
  const port = await httpServer((_, response) => {
    const piece = Buffer.alloc(65_536, 'a')
    const more = (): unknown =>
      response.writableEnded || (response.write(piece) ? setImmediate(more) : response.once('drain', more))
    more()
  })
  await expect(guardedFetch(`http://127.0.0.1:${port}/`, request, { allowed })).rejects.toThrow('more than 256 kB')
})

test.each([
  ['HTML', 200, 'text/html', '<html>Sign in</html>', 'an HTML page'],
  ['a redirect', 302, 'text/html', '', 'redirect'],
  ['nothing', 200, 'application/json', '', 'with nothing'],
  ['no token', 200, 'application/json', '{"ok":true}', 'is no token'],
])('a provider that answers %s is told of in words', async (_, status, type, body, words) => {
  const port = await httpServer((__, response) => {
    response.writeHead(status, { 'content-type': type, ...(status === 302 && { location: 'https://example.com/' }) })
    response.end(body)
  })
  const token_url = `http://127.0.0.1:${port}/token`
  const id = await newSetting({ token_url, device_url: null, revoke_url: null, grant_types: ['client_credentials'] })
  const answer = (await running.api.call('POST', '/api/3/tokens/grant', {
    auth_id: id,
    grant: 'client_credentials',
  })) as Refused
  expect(answer.status).toBe(422)
  expect(sentenceOf(answer)).toContain(words)
  expect(sentenceOf(answer)).not.toContain(OAUTH_SECRET)
})

const keyOf = async (id: string): Promise<number> => {
  const { db } = running.server.services.database
  return (await db.selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
}

test('a due token is refreshed once, whatever the number of servers', async () => {
  const row = await running.api.post<{ id: string; refresh_at: string }>('/api/3/tokens/grant', {
    auth_id: await newSetting(),
    grant: 'client_credentials',
    scopes: ['orders'],
  })
  const key = await keyOf(row.id)
  const due = Date.parse(row.refresh_at) + 1
  const before = provider.asked.length
  const { refreshing } = running.server.services
  const done = await Promise.all(
    Array.from({ length: 8 }, () => refreshToken(key, { ...refreshing, now: due, isManual: false })),
  )
  expect(done.filter((each) => each !== 'claimed').length).toBe(1)
  expect(provider.asked.length - before).toBe(1)
})

test('a refresh that fails three times becomes an error and a notification', async () => {
  const id = await newSetting()
  const row = await running.api.post<{ id: string; refresh_at: string }>('/api/3/tokens/grant', {
    auth_id: id,
    grant: 'client_credentials',
    name: 'Failing',
    scopes: ['orders'],
  })
  await running.api.post(`/api/2/auth/${id}/`, { keys: { client_secret: 'quite another secret' } })
  const { refreshing } = running.server.services
  for (const [, minutes] of [0, 1, 5].entries())
    await refreshDue({ ...refreshing, now: Date.parse(row.refresh_at) + 1 + minutes * 60_000 })
  expect(await running.api.get(`/api/2/tokens/${row.id}/`)).toMatchObject({
    status: 'error',
    problem: expect.stringContaining('invalid_client'),
    refresh_at: null,
  })
  const { results } = await running.api.get<{ results: { kind: string; title: string }[] }>('/api/2/notifications/')
  expect(results.filter(({ kind }) => kind === 'token')).toMatchObject([
    { title: 'The token “Failing” could not be refreshed' },
  ])
})

const jobOf = async (url: string, chosen: object) => {
  const agent = await joinAgent(running.api, running.server.joinToken)
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Thief' },
    request: { method: 'GET', url, ...chosen },
  })
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  return JSON.stringify({ ...(await leaseRun(agent, result_id)), secrets: [] })
}

test('a template of another type of setting sends neither the client secret nor a token elsewhere', async () => {
  const id = await newSetting()
  const token = await running.api.post<{ id: string }>('/api/2/tokens/', {
    meta: { name: 'Mine', auth_id: id },
    token: { access_token: 'CANARY-access-token' },
  })
  const headers = [
    { key: 'X-One', value: '{{CLIENT_SECRET}}' },
    { key: 'X-Two', value: '{{ACCESS_TOKEN}}' },
  ]
  await running.api.post(`/api/2/auth/${id}/`, {
    settings: { auth_type: 'MANUAL', allowed_origins: ['http://127.0.0.1:9'], headers },
  })
  const job = await jobOf('http://127.0.0.1:9/', { auth_id: id, token_id: token.id })
  expect(job).not.toContain(OAUTH_SECRET)
  expect(job).not.toContain('CANARY-access-token')
})

test('a refreshed token stays bound to the origins that it was obtained for', async () => {
  const good = 'https://api.example.com'
  const id = await newSetting({ allowed_origins: [good] })
  const row = await running.api.post<{ id: string }>('/api/3/tokens/grant', {
    auth_id: id,
    grant: 'client_credentials',
    scopes: ['orders'],
  })
  await running.api.post(`/api/2/auth/${id}/`, {
    settings: { allowed_origins: [good, 'https://evil.example.com'] },
    keys: { client_secret: OAUTH_SECRET },
  })
  await running.api.post(`/api/3/tokens/${row.id}/refresh`)
  const { db } = running.server.services.database
  const { doc } = await db.selectFrom('object').select('doc').where('id', '=', row.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(doc)).toContain(good)
  expect(JSON.stringify(doc)).not.toContain('evil')
})

test('a token within the answer of a provider is neither shown nor stored in clear', async () => {
  const port = await httpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const user = { id: 'U1', access_token: 'CANARY-nested-token' }
    response.end(JSON.stringify({ access_token: 'CANARY-token', same: 'CANARY-token', user, list: [user] }))
  })
  const token_url = `http://127.0.0.1:${port}/token`
  const id = await newSetting({ token_url, device_url: null, revoke_url: null, grant_types: ['client_credentials'] })
  const row = await running.api.post<{ id: string }>('/api/3/tokens/grant', {
    auth_id: id,
    grant: 'client_credentials',
  })
  const { db } = running.server.services.database
  const stored = await db.selectFrom('object').select('doc').where('id', '=', row.id).executeTakeFirstOrThrow()
  const entries = await db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(row)).toContain('U1')
  expect(JSON.stringify([row, stored, entries])).not.toContain('CANARY')
})
