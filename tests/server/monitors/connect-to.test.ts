import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent, leaseRun } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Row = { id: string; request: { connect_to: string | null; tls_name: string | null } }

const URL = 'https://api.example.com/'
const create = (request: object) =>
  running.api.post<Row>('/api/2/calls/', { meta: { name: 'Orders' }, request: { url: URL, ...request } })
const change = (id: string, request: object) => running.api.call('POST', `/api/2/calls/${id}/`, { request })
const run = async (id: string): Promise<string> =>
  (await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})).result_id

test('where a call connects is stored, answered, emptied and refused by its field', async () => {
  const { id, request } = await create({})
  expect(request).toMatchObject({ connect_to: null, tls_name: null })
  const set = await change(id, { connect_to: ' 10.0.0.5:8443 ', tls_name: 'inner.example.com' })
  expect(set.body).toMatchObject({ request: { connect_to: '10.0.0.5:8443', tls_name: 'inner.example.com' } })
  const wrong = await change(id, { connect_to: 'https://10.0.0.5/', tls_name: 'inner:443' })
  expect(wrong.status).toBe(422)
  expect(JSON.stringify(wrong.body)).toMatch(/request\.connect_to must be a host, or host:port/)
  expect(JSON.stringify(wrong.body)).toMatch(/request\.tls_name must be a host such as/)
  expect((await change(id, { url: 'https://api.example.com/x' })).body).toMatchObject({
    request: { connect_to: '10.0.0.5:8443' },
  })
  const emptied = await change(id, { connect_to: '', tls_name: null })
  expect(emptied.body).toMatchObject({ request: { connect_to: null, tls_name: null } })
})

test('a stored secret is entered again before it is sent to another server', async () => {
  const headers = [{ key: 'Authorization', value: 'Bearer CANARY-2a2a' }]
  const { id } = await create({ headers })
  for (const detour of [
    { connect_to: 'evil.example' },
    { tls_name: 'evil.example' },
    { connect_to: 'evil.example', verify_tls: false },
  ]) {
    const refused = await change(id, detour)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Enter it again to send it to https://evil.example.')
  }
  expect((await change(id, { connect_to: 'staging.example.com', headers })).status).toBe(200)
})

test('an agent that would ignore it gets no such call, and its result says why', async () => {
  const older = await joinAgent(running.api, running.server.joinToken, 'older')
  const { id } = await create({
    connect_to: 'staging.example.com',
    headers: [{ key: 'Authorization', value: 'Bearer CANARY-2a2a' }],
  })
  const refused = await leaseRun(older, await run(id))
  expect(refused.refused).toMatch(/^the agent is older than this monitor/)
  expect(refused).toMatchObject({ secret_fields: ['A call that this agent cannot make'], secret_origins: [] })
  const plain = await leaseRun(older, await run((await create({})).id))
  expect(plain.refused).toBeUndefined()
  const escaped = await leaseRun(older, await run((await create({ body: '{"a":"{{ A | json }}"}' })).id))
  expect(escaped.refused).toMatch(/^the agent is older than this monitor: it cannot escape/)
  // To that agent, these braces are no placeholder as they stand.
  const written = await leaseRun(older, await run((await create({ body: "{{ '{{' }} A | upper }} {{ A }}" })).id))
  expect(written.refused).toBeUndefined()
  expect(written.call.body).toBe('{{ A | upper }} {{ A }}')
})

test('an agent of this version gets it with the call', async () => {
  const { server, api, stop } = await startServer()
  const agent = await joinAgent(api, server.joinToken, 'local', undefined, ['calls-0.6'])
  const { id } = await api.post<Row>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: URL, connect_to: '10.0.0.5:8443', tls_name: 'inner.example.com' },
  })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
  const job = await leaseRun(agent, result_id)
  expect(job.refused).toBeUndefined()
  expect(job.call).toMatchObject({ url: URL, connect_to: '10.0.0.5:8443', tls_name: 'inner.example.com' })
  await stop()
})
