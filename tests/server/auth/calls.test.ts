import { createServer as createTlsServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunOptions, runCall } from '../../../src/agent/runner/run-call.ts'
import { certificate } from '../../agent/certificate.ts'
import { httpServer, listen, loopback } from '../../agent/world.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { type HandAgent, type Job, joinAgent, leaseRun } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const TOKEN = 'CANARY-a-token-of-sorts'

let running: TestServer
let agent: HandAgent
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Created = { id: string }
const newSetting = (origin: string, settings: object, more: object = {}) =>
  running.api.post<Created>('/api/2/auth/', {
    meta: { name: 'Service' },
    settings: { allowed_origins: [origin], ...settings },
    ...more,
  })
const newToken = (auth_id: string, token: object) =>
  running.api.post<Created>('/api/2/tokens/', { meta: { name: 'One', auth_id }, token })
const newMonitor = (url: string, request: object, api: Api = running.api) =>
  api.post<Created>('/api/2/calls/', { meta: { name: 'One' }, request: { method: 'GET', url, ...request } })
const jobOf = async (monitorId: string): Promise<Job> => {
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`)
  return leaseRun(agent, result_id)
}
const call = async (job: Job, options: Partial<RunOptions> = {}) => {
  const report = await runCall(job, { allowed: loopback, userAgent: 'Sonde/test', ...options })
  await agent.report(report)
  return report
}

const bearer = { auth_type: 'OAUTH2', client_auth: 'none', grant_types: ['client_credentials'] }
const keys = { keys: { client_id: 'sonde' } }

/** A target that remembers the credentials it was sent, and redirects where it is told. */
const openTarget = async () => {
  const seen: (string | undefined)[] = []
  const target = { away: '' }
  const port = await httpServer((request, response) => {
    seen.push(request.headers.authorization)
    if (request.url?.startsWith('/away')) response.writeHead(302, { location: target.away }).end()
    else response.end(`you sent ${request.headers.authorization}`)
  })
  return Object.assign(target, { seen, origin: `http://127.0.0.1:${port}` })
}

const withBearer = async (origin: string, url: string, token: object = {}) => {
  const setting = await newSetting(origin, { ...bearer, token_url: 'https://login.example.com/token' }, keys)
  const { id: token_id } = await newToken(setting.id, { access_token: TOKEN, ...token })
  const monitor = await newMonitor(url, { auth_id: setting.id, token_id })
  return { setting, token_id, monitor }
}

test('a call carries the token of its monitor, and its result does not', async () => {
  const target = await openTarget()
  const { monitor } = await withBearer(target.origin, `${target.origin}/a`)
  const report = await call(await jobOf(monitor.id))
  expect(target.seen).toEqual([`Bearer ${TOKEN}`])
  expect(report).toMatchObject({ result_category: 'PASS' })
  expect(JSON.stringify(report)).not.toContain(TOKEN)
})

test('a monitor that calls elsewhere gets no token, and its call is not made', async () => {
  const target = await openTarget()
  const evil = await openTarget()
  const { monitor } = await withBearer(target.origin, `${target.origin}/a`)
  await running.api.post(`/api/2/calls/${monitor.id}/`, { request: { url: `${evil.origin}/steal` } })
  const job = await jobOf(monitor.id)
  expect(JSON.stringify({ ...job, secrets: [] })).not.toContain(TOKEN)
  const report = await call(job)
  expect(report).toMatchObject({ exception_type: 'api_setup' })
  expect(evil.seen).toEqual([])
})

test('an origin that is allowed later gets no token that was entered before', async () => {
  const target = await openTarget()
  const evil = await openTarget()
  const { setting, monitor } = await withBearer(target.origin, `${target.origin}/a`)
  await running.api.post(`/api/2/auth/${setting.id}/`, {
    settings: { allowed_origins: [target.origin, evil.origin] },
  })
  await running.api.post(`/api/2/calls/${monitor.id}/`, { request: { url: `${evil.origin}/steal` } })
  await call(await jobOf(monitor.id))
  expect(evil.seen).toEqual([])
})

test('a redirect carries the token to allowed origins alone', async () => {
  const target = await openTarget()
  const evil = await openTarget()
  const { monitor } = await withBearer(target.origin, `${target.origin}/away`)
  target.away = `${evil.origin}/b`
  await call(await jobOf(monitor.id))
  expect(evil.seen).toEqual([undefined])
  target.away = `${target.origin}/b`
  target.seen.length = 0
  await call(await jobOf(monitor.id))
  expect(target.seen).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`])
})

test('a token as a variable goes to allowed origins alone', async () => {
  const target = await openTarget()
  const evil = await openTarget()
  const { setting, token_id } = await withBearer(target.origin, `${target.origin}/a`)
  const reads = { auth_id: setting.id, token_id, parameters: [{ key: 'q', value: '{{ ACCESS_TOKEN }}' }] }
  const good = await jobOf((await newMonitor(`${target.origin}/a`, reads)).id)
  expect(good.variables.ACCESS_TOKEN).toBe(TOKEN)
  const bad = await jobOf((await newMonitor(`${evil.origin}/a`, reads)).id)
  expect(bad.variables.ACCESS_TOKEN).not.toBe(TOKEN)
  await call(bad)
  expect(evil.seen).toEqual([])
})

test('a run in the hour after its token expired is skipped, and a later one is made', async () => {
  const target = await openTarget()
  const expires = Date.now() + 60_000
  const { monitor } = await withBearer(target.origin, `${target.origin}/a`, {
    expire_time: new Date(expires).toISOString(),
  })
  const job = await jobOf(monitor.id)
  const at = (epochMs: number) => call(job, { clock: { steadyMs: () => 0, epochMs: () => epochMs } })
  expect(await at(expires + 1000)).toMatchObject({ result_category: 'SKIPPED', result: 'TOKEN_EXPIRED' })
  expect(target.seen).toEqual([])
  expect(await at(expires - 1000)).toMatchObject({ result_category: 'PASS' })
  expect(await at(expires + 3_600_001)).toMatchObject({ result_category: 'PASS' })
  expect(target.seen.length).toBe(2)
})

test('templates of a fixed bearer are filled in from the token', async () => {
  const target = await openTarget()
  const manual = { auth_type: 'MANUAL', headers: [{ key: 'Authorization', value: 'Bearer %%TOKEN%%' }] }
  const setting = await newSetting(target.origin, manual)
  const { id: token_id } = await newToken(setting.id, { variables: [{ key: 'TOKEN', value: TOKEN }] })
  const { id } = await newMonitor(`${target.origin}/a`, { auth_id: setting.id, token_id })
  const report = await call(await jobOf(id))
  expect(target.seen).toEqual([`Bearer ${TOKEN}`])
  expect(JSON.stringify(report)).not.toContain(TOKEN)
})

test('a template sends no client secret that was entered for the provider', async () => {
  const evil = await openTarget()
  const secret = 'CANARY-the-client-secret'
  const oauth = {
    auth_type: 'OAUTH2',
    token_url: 'https://login.example.com/token',
    grant_types: ['client_credentials'],
  }
  const setting = await newSetting('https://api.example.com', oauth, {
    keys: { client_id: 'sonde', client_secret: secret },
  })
  const { id: token_id } = await newToken(setting.id, { access_token: TOKEN })
  const steal = { auth_type: 'MANUAL', allowed_origins: [evil.origin] }
  for (const name of ['CLIENT_SECRET', 'ACCESS_TOKEN']) {
    const headers = [{ key: 'Authorization', value: `%%${name}%%` }]
    await running.api.post(`/api/2/auth/${setting.id}/`, { settings: { ...steal, headers } })
    const { id } = await newMonitor(`${evil.origin}/steal`, { auth_id: setting.id, token_id })
    const job = await jobOf(id)
    expect(JSON.stringify({ ...job, secrets: [] })).not.toContain('CANARY')
    expect(await call(job)).toMatchObject({ exception_type: 'api_setup' })
  }
  expect(evil.seen).toEqual([])
})

test('a monitor takes a token of its own auth setting, and of its own maker', async () => {
  const origin = 'https://api.example.com'
  const { setting, token_id } = await withBearer(origin, `${origin}/a`)
  const other = await newSetting(origin, { auth_type: 'BASIC' })
  const mixed = await running.api.call('POST', '/api/2/calls/', {
    meta: { name: 'Mixed' },
    request: { url: `${origin}/a`, auth_id: other.id, token_id },
  })
  expect(mixed.status).toBe(422)
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  const account = await addAccount(running, 'eve@example.com')
  await grant(running, account, project.key, 'EDITOR')
  const editor = (await signIn(running.server, account.email, PASSWORD)).api(project.id)
  const stolen = await editor.call('POST', '/api/2/calls/', {
    meta: { name: 'Stolen' },
    request: { url: `${origin}/a`, auth_id: setting.id, token_id },
  })
  expect(stolen.status).toBe(422)
  expect(await editor.get(`/api/2/tokens/${token_id}/`)).toMatchObject({
    meta: { mine: false },
    token: { has_value: true, expire_time: null },
    api_response: {},
  })
  expect((await editor.call('POST', `/api/2/tokens/${token_id}/`, { meta: { name: 'Mine' } })).status).toBe(403)
})

test('a client certificate is shown to servers that demand one, at allowed origins alone', async () => {
  const authority = certificate({ subject: 'Authority' })
  const own = certificate({ subject: 'localhost', names: ['localhost'], issuer: authority })
  const client = certificate({ subject: 'Monitor', names: ['monitor'], issuer: authority })
  const subjects: unknown[] = []
  const tls = createTlsServer(
    { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      // Requests of this server come by TLS.
      subjects.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
      response.end('ok')
    },
  )
  const origin = `https://127.0.0.1:${await listen(tls)}`
  const setting = await newSetting(
    origin,
    { auth_type: 'NONE' },
    { client_certificate: { cert: client.cert, key: client.key } },
  )
  const { id } = await newMonitor(`${origin}/a`, { auth_id: setting.id, verify_tls: false })
  const report = await call(await jobOf(id))
  expect(report).toMatchObject({ http_code: 200 })
  expect(subjects).toEqual(['Monitor'])
  expect(JSON.stringify(report)).not.toContain(client.key.split('\n')[1])
  const without = await newMonitor(`${origin}/a`, { verify_tls: false })
  expect(await call(await jobOf(without.id))).toMatchObject({ http_code: null })
})
