import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { dataKeyOf, isSealed } from '../../../src/server/store/core/secret-cipher.ts'
import { addRoles, createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { loopback } from '../../agent/world.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { clientCertificate } from '../../support/client-certificate.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { startTransitServer, type TransitServer } from '../../support/transit-server.ts'

const CANARY = 'CANARY-a-secret-value'

let running: TestServer
let transit: TransitServer
let agent: HandAgent
let admin: Api
let orgId: string
let now = Date.now()
const receiver = createServer()
const seen: (string | undefined)[] = []
let target: string
beforeAll(async () => {
  transit = await startTransitServer()
  running = await startServer({ clock: () => now, env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  const { id, org_id } = await db().selectFrom('project').select(['id', 'org_id']).executeTakeFirstOrThrow()
  orgId = String(org_id)
  const account = await addAccount(running, 'admin@example.com')
  await addRoles(db(), { orgId, accountId: account.id, roles: ['ADMIN'], now })
  admin = (await signIn(running.server, account.email, PASSWORD)).api(id)
  receiver.on('request', (request, response) => {
    seen.push(request.headers['x-api-key']?.toString())
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await running.stop()
  await transit.stop()
  receiver.closeAllConnections()
  receiver.close()
})
afterEach(() => {
  transit.state = 'open'
  // Past the time in which a service that failed is not asked again.
  now += 11_000
})

const db = () => running.server.services.database.db
const path = (rest = '') => `/api/3/organizations/${orgId}/key-service${rest}`
const setUp = (more: object = {}) =>
  admin.call('PUT', path(), { url: transit.url, key: 'sonde', token: transit.token, ...more })
const newMonitor = async (request: object) =>
  (
    await admin.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'M' },
      request: { method: 'GET', url: target, ...request },
    })
  ).id
const run = async (monitorId: string) => {
  const { result_id } = await admin.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`)
  const report = await runCall(await leaseRun(agent, result_id), { allowed: loopback, userAgent: 'Sonde/test' })
  await agent.report(report)
  return report
}
const secretHeader = { headers: [{ key: 'X-Api-Key', value: CANARY, secret: true }] }
const forget = () => {
  const { dataKeys } = running.server.services.sealing
  return sql<{ id: string }>`select id from organization_key`.execute(db()).then(({ rows }) => {
    for (const { id } of rows) dataKeys.drop(id)
  })
}

/** The data key of each secret that is stored for the organization; null for the installation's. */
const keysInStore = async (): Promise<(string | null)[]> => {
  const found: (string | null)[] = []
  const { rows: docs } = await sql<{ doc: unknown }>`
    select doc from object where project_key in (select key from project where org_id = ${orgId})
    union all select doc from certificate where org_id = ${orgId}`.execute(db())
  JSON.stringify(docs, (_, value) => {
    if (isSealed(value)) found.push(dataKeyOf(value))
    return value
  })
  const { rows: variables } = await sql<{ value: string }>`select value from variable where secret`.execute(db())
  for (const { value } of variables) found.push(dataKeyOf({ sealed: value }))
  return found
}

/** Stores a secret of every kind. */
const storeAll = async () => {
  await newMonitor(secretHeader)
  await admin.post('/api/2/environment/staging/TOKEN', { value: CANARY, secret: true, origins: [target] })
  const { id } = await admin.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Service' },
    settings: {
      allowed_origins: [target],
      auth_type: 'OAUTH2',
      client_auth: 'basic',
      grant_types: ['client_credentials'],
      token_url: 'https://login.example.com/token',
    },
    keys: { client_id: 'sonde', client_secret: CANARY },
  })
  await admin.post('/api/2/tokens/', { meta: { name: 'One', auth_id: id }, token: { access_token: CANARY } })
  await admin.post('/api/3/webhooks/', { name: 'Hook', parameters: { url: 'https://example.com' } })
  await admin.post(`/api/3/organizations/${orgId}/certificates/`, {
    name: 'Partner',
    ...clientCertificate,
    origins: ['https://api.example.com'],
  })
}

test('switching it on encrypts what is stored again, and new secrets of every kind get the data key', async () => {
  await storeAll()
  const before = await keysInStore()
  expect([before.length >= 6, new Set(before)]).toEqual([true, new Set([null])])
  expect(await setUp({ enabled: true })).toMatchObject({ status: 200, body: { enabled: true, available: true } })
  const switched = await keysInStore()
  expect([switched.length, new Set(switched).size, switched.includes(null)]).toEqual([before.length, 1, false])
  await storeAll().catch((cause) => expect(String(cause)).toMatch(/409|staging/))
  const after = await keysInStore()
  expect([after.length > before.length, after.includes(null)]).toEqual([true, false])
  const everything = JSON.stringify([
    (await sql`select * from key_service`.execute(db())).rows,
    (await sql`select * from organization_key`.execute(db())).rows,
    (await sql`select * from audit`.execute(db())).rows,
    await admin.get(path()),
    running.log,
  ])
  expect([everything.includes(transit.token), everything.includes(CANARY)]).toEqual([false, false])
})

test('while the key is away a run that needs it is skipped with the reason, others go out, and it runs again with the key', async () => {
  const [secret, plain] = [await newMonitor(secretHeader), await newMonitor({})]
  expect(await run(secret)).toMatchObject({ result_category: 'PASS' })
  expect(seen.at(-1)).toBe(CANARY)
  transit.state = 'sealed'
  await forget()
  now += 11_000
  const count = seen.length
  const skipped = await run(secret)
  expect(skipped).toMatchObject({ result_category: 'SKIPPED', result: 'KEY_AWAY' })
  const shown = JSON.stringify(await admin.get(`/api/2/results/${skipped.id}/?mode=full`))
  expect(shown).toMatch(/key of the organization.*503.*sealed/)
  expect(shown).not.toContain(CANARY)
  expect(await run(plain)).toMatchObject({ result_category: 'PASS' })
  expect(seen.length, 'only the run without secrets went out').toBe(count + 1)
  const helper = await admin.post(`/api/3/calls/${secret}/update-kms-helper`)
  expect(helper).toMatchObject({ kms_enabled: true, key_available: false, reason: expect.stringContaining('sealed') })
  transit.state = 'open'
  now += 11_000
  expect(await admin.post(`/api/3/calls/${secret}/update-kms-helper`)).toMatchObject({
    key_available: true,
    reason: null,
  })
  expect(await run(secret)).toMatchObject({ result_category: 'PASS' })
})

test('a key that its service disables is dropped at the next question; one that is silent after five minutes', async () => {
  const monitor = await newMonitor(secretHeader)
  const { keyring } = running.server.services
  await keyring.renew()
  transit.state = 'silent'
  now += 60_000
  await keyring.renew()
  expect(await run(monitor), 'a short outage stops nothing').toMatchObject({ result_category: 'PASS' })
  now += 5 * 60_000
  await keyring.renew()
  expect(await run(monitor)).toMatchObject({ result_category: 'SKIPPED', result: 'KEY_AWAY' })
  transit.state = 'open'
  now += 11_000
  expect(await run(monitor)).toMatchObject({ result_category: 'PASS' })
  transit.state = 'disabled'
  await keyring.renew()
  expect(await run(monitor), 'what was opened before is not used').toMatchObject({ result: 'KEY_AWAY' })
})

test('a secret is refused while the key is away: nothing falls back to another key, and other changes are saved', async () => {
  const monitor = await newMonitor({})
  transit.state = 'forbidden'
  await running.server.services.keyring.renew()
  const { status, body } = await admin.call('POST', `/api/2/calls/${monitor}/`, { request: secretHeader })
  expect([status, JSON.stringify(body)]).toEqual([
    503,
    expect.stringMatching(/token is not valid.*Nothing was changed/),
  ])
  expect((await admin.call('POST', `/api/2/calls/${monitor}/`, { meta: { name: 'Renamed' } })).status).toBe(200)
  expect(await keysInStore()).not.toContain(null)
})

test('switching it off needs the key and gives the secrets back to the installation', async () => {
  transit.state = 'sealed'
  await forget()
  now += 11_000
  expect((await admin.call('DELETE', path())).status, 'in use').toBe(409)
  expect(await setUp({ enabled: false })).toMatchObject({ status: 409 })
  expect(await keysInStore()).not.toContain(null)
  transit.state = 'open'
  now += 11_000
  expect(await setUp({ enabled: false })).toMatchObject({ status: 200, body: { enabled: false } })
  expect(new Set(await keysInStore())).toEqual(new Set([null]))
  expect((await admin.call('DELETE', path())).status).toBe(204)
  expect(await run(await newMonitor(secretHeader))).toMatchObject({ result_category: 'PASS' })
})

test('a service that gives no key changes nothing, and its fields are named', async () => {
  transit.state = 'forbidden'
  expect(await setUp({ enabled: true })).toMatchObject({ status: 409 })
  transit.state = 'open'
  for (const [field, wrong] of [
    ['url', { url: 'vault.example.com' }],
    ['url', { url: 'https://vault.example.com/v1/transit' }],
    ['mount', { mount: '../sys' }],
    ['key', { key: 'a/../b' }],
  ] as const)
    expect([field, await setUp(wrong)]).toEqual([field, expect.objectContaining({ status: 422 })])
  expect(await setUp({ token: undefined })).toMatchObject({ status: 400, body: { detail: [{ loc: ['token'] }] } })
  expect(await admin.get(path())).toMatchObject({ url: null, enabled: false })
  const inner = await setUp({ url: 'http://169.254.169.254' })
  expect([inner.status, JSON.stringify(inner.body)]).toEqual([409, expect.stringContaining('not a public address')])
})

/** A monitor without a secret, of a project that has nothing to do with the organization. */
const neighboursMonitor = async () => {
  const other = await addAccount(running, `neighbour${now}@example.com`)
  const org = await newOrganization(other.id)
  const { id } = await createProject(db(), { name: 'N', orgId: org, tags: [], accountId: other.id, now })
  const api = (await signIn(running.server, other.email, PASSWORD)).api(id)
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'N' },
    request: { method: 'GET', url: target },
  })
  return async () => (await api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`)).result_id
}
const newOrganization = async (accountId: string): Promise<string> => {
  const id = `neighbour${now}`.padEnd(22, '0').slice(0, 22)
  await createOrganization(db(), { id, name: 'Neighbour', accountId, now })
  return id
}

test.each(['garbled', 'other key'] as const)(
  'a key service that answers with something %s stops its own organization alone, and its runs say so',
  async (state) => {
    await setUp({ enabled: true })
    const own = await newMonitor(secretHeader)
    const runNeighbour = await neighboursMonitor()
    transit.state = state
    await forget()
    now += 11_000
    const { result_id: stopped } = await admin.post<{ result_id: string }>(`/api/3/monitors/${own}/run`)
    const neighbour = await runNeighbour()
    const jobs = await agent.work(100, 1)
    expect(jobs.map(({ id }) => id).sort()).toEqual([stopped, neighbour].sort())
    const { refused } = jobs.find(({ id }) => id === stopped) as { refused?: string }
    expect(refused).toMatch(/^The key of the organization’s secrets is not available: /)
    expect(JSON.stringify(jobs)).not.toContain(CANARY)
    expect((jobs.find(({ id }) => id === neighbour) as { refused?: string }).refused).toBeUndefined()
    expect((await admin.call('POST', path('/test'))).status).toBe(200)
  },
)

test('a test of a key service that works again does not wait for itself', async () => {
  await setUp({ enabled: true })
  transit.state = 'sealed'
  await forget()
  now += 11_000
  expect((await admin.call('POST', path('/test'))).body).toMatchObject({ available: false })
  transit.state = 'open'
  now += 11_000
  expect((await admin.call('POST', path('/test'))).body).toMatchObject({ available: true, problem: null })
})
