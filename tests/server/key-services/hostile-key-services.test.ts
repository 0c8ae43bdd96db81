import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { newTenant } from '../../support/new-tenant.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Said = { status: number; body: unknown }

let running: TestServer
let agent: HandAgent
let tenant: Awaited<ReturnType<typeof newTenant>>
let now = Date.now()
const key = randomBytes(32).toString('base64')
const good: Said = { status: 200, body: { data: { plaintext: key, ciphertext: 'vault:v1:abc' } } }
let said = good
const vault = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
  })
})

beforeAll(async () => {
  running = await startServer({ clock: () => now, env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  await new Promise<void>((resolve) => vault.listen(0, '127.0.0.1', resolve))
  tenant = await newTenant(running, 'keyed')
  expect((await put()).status).toBe(200)
})
beforeEach(async () => {
  said = good
  await sql`delete from job`.execute(database())
})
afterAll(async () => {
  await running.stop()
  vault.closeAllConnections()
  vault.close()
})

const database = () => running.server.services.database.db
const path = (rest = '') => `/api/3/organizations/${tenant.orgId}/key-service${rest}`
const put = () => {
  const url = `http://127.0.0.1:${(vault.address() as AddressInfo).port}`
  return tenant.api.call('PUT', path(), { url, key: 'sonde', token: 't', enabled: true })
}
/** As after a restart: the data keys have to be unwrapped again, and no service has failed yet. */
const forgetKeys = async () => {
  const { rows } = await sql<{ id: string }>`select id from organization_key`.execute(database())
  for (const { id } of rows) running.server.services.sealing.dataKeys.drop(id)
  now += 60_000
}
const newRun = async (api: Api, request: object = {}) => {
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'M' },
    request: { method: 'GET', url: 'https://example.com/', ...request },
  })
  return (await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'local' })).result_id
}
const SECRET = { headers: [{ key: 'X-Api-Key', value: 'a secret value', secret: true }] }

test.each<[string, Said]>([
  ['a null character in its refusal', { status: 503, body: { errors: ['x\u0000y'] } }],
  ['half a pair in its refusal', { status: 403, body: { errors: ['\ud83d'] } }],
  ['another key', { status: 200, body: { data: { plaintext: randomBytes(32).toString('base64') } } }],
  ['no key', { status: 200, body: [] }],
])('a key service that answers with %s stops only runs that need its key', async (_, answer) => {
  const own = await newRun(tenant.api, SECRET)
  await forgetKeys()
  said = answer
  const neighbour = await newRun(running.api)
  const jobs = await agent.work(100, 1)
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([own, neighbour].toSorted())
  expect(jobs.find(({ id }) => id === own)).toMatchObject({ key_away: true })
  expect(jobs.find(({ id }) => id === neighbour)).not.toHaveProperty('refused')
  // The service works again: its key is the right one, and a test says so at once.
  said = good
  const tested = await tenant.api.call('POST', path('/test'))
  expect(tested).toMatchObject({ status: 200, body: { available: true, problem: null } })
  expect(await leaseRun(agent, await newRun(tenant.api, SECRET))).not.toHaveProperty('refused')
})

test('a test of a key service that was recorded as failing ends at once when it works again', async () => {
  await forgetKeys()
  said = { status: 503, body: { errors: ['Vault is sealed'] } }
  expect((await tenant.api.call('POST', path('/test'))).body).toMatchObject({ available: false })
  said = good
  const tested = await tenant.api.call('POST', path('/test'))
  expect(tested).toMatchObject({ status: 200, body: { available: true, problem: null } })
})

test('a wrapped key that the store cannot hold is refused with a sentence', async () => {
  said = { status: 200, body: { data: { plaintext: key, ciphertext: 'vault:v1:\u0000' } } }
  expect((await put()).status).toBe(409)
})

test('a secret that does not open refuses its own run, and a monitor that cannot be prepared keeps its run alone', async () => {
  const damaged = await newRun(tenant.api, SECRET)
  await newRun(tenant.api)
  const neighbour = await newRun(running.api)
  await sql`update object set doc = regexp_replace(doc::text, '"sealed": "k1\\.([^.]+)\\.[^"]+"', '"sealed": "k1.\\1.AAAA"')::jsonb
    where key = (select key from object where kind = 'monitor' and doc::text like '%sealed%' order by key desc limit 1)`.execute(
    database(),
  )
  await sql`update object set doc = doc - 'meta'
    where key = (select o.key from object o where kind = 'monitor' and doc::text not like '%sealed%'
      and project_key = (select key from project where id = ${tenant.projectId}) order by key desc limit 1)`.execute(
    database(),
  )
  const jobs = await agent.work(100, 1)
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([damaged, neighbour].toSorted())
  expect(jobs.find(({ id }) => id === damaged)?.refused).toContain('gave another key than a secret was encrypted with')
  expect(jobs.find(({ id }) => id === neighbour)).not.toHaveProperty('refused')
  expect(running.log.join('\n')).toMatch(/dispatch: a run of project \d+: TypeError/)
})
