import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let agent: HandAgent

beforeAll(async () => {
  running = await startServer()
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
})
afterAll(() => running.stop())

const set = (workspace: string, name: string, body: object) =>
  api.call('POST', `/api/2/environment/${workspace}/${name}`, body)

const monitorOf = async (meta: object, request: object): Promise<string> =>
  (await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Reader', ...meta }, request })).id

const jobOf = async (id: string, asked: object = {}) => {
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, asked)
  const job = await leaseRun(agent, result_id)
  await agent.report(reportOf(job))
  return job
}

test('a variable is written, read, listed, renamed and deleted', async () => {
  expect(await set('staging', 'HOST', { value: 'https://a.example' })).toMatchObject({
    status: 200,
    body: { workspace_variable: { workspace: 'staging', name: 'HOST', value: 'https://a.example', secret: false } },
  })
  await set('staging', 'HOST', { value: 'https://b.example' })
  expect(await api.get('/api/2/environment/staging/HOST')).toMatchObject({
    workspace_variable: { name: 'HOST', value: 'https://b.example' },
  })
  expect((await api.get<{ results: object[] }>('/api/2/environment/')).results).toMatchObject([
    { workspace: 'staging', name: 'HOST', used_by: [] },
  ])
  await api.post('/api/2/environment/staging/HOST/rename', { name: 'BASE' })
  expect((await api.call('GET', '/api/2/environment/staging/HOST')).status).toBe(404)
  expect((await api.call('DELETE', '/api/2/environment/staging/BASE')).status).toBe(204)
  expect((await api.call('GET', '/api/2/environment/staging/BASE')).status).toBe(404)
})

test('wrong input gets a sentence that names the field', async () => {
  for (const [workspace, name, body, says] of [
    ['global', '1st', { value: '' }, 'name must begin with a letter or an underscore'],
    ['_meta', 'HOST', { value: '' }, 'workspace must not be _meta'],
    ['a%2Fb', 'HOST', { value: '' }, 'workspace must not contain slashes'],
    ['global', 'HOST', { value: 'ä'.repeat(9_000) }, 'value must have at most 16384 bytes'],
    ['global', 'HOST', { value: 'x', secret: true }, 'origins must list where HOST may be sent'],
    ['global', 'HOST', { value: 'x', secret: true, origins: ['example.com/a'] }, 'origins[0] must be an origin'],
    ['global', 'HOST', {}, 'value'],
  ] as const) {
    const answer = await set(workspace, name, body)
    expect([says, answer.status >= 400 && answer.status < 423]).toEqual([says, true])
    expect(JSON.stringify(answer.body)).toContain(says)
  }
})

test('a run gets only what its monitor reads, from its environment before global, and its own variables before both', async () => {
  await set('prod', 'A', { value: 'prod a' })
  await set('global', 'A', { value: 'global a' })
  await set('global', 'B', { value: 'global b' })
  await set('global', 'C', { value: 'global c' })
  await set('global', 'UNREAD', { value: 'unread' })
  const id = await monitorOf(
    { workspace: 'prod' },
    { url: 'https://example.com/{{A}}/%%B%%/__C__/{{D}}/{{PROJECT_NAME}}', variables: [{ key: 'C', value: 'own c' }] },
  )
  expect((await jobOf(id)).variables).toEqual({
    A: 'prod a',
    B: 'global b',
    C: 'own c',
    PROJECT_NAME: expect.any(String),
  })
  expect((await jobOf(id, { context: { A: 'given', D: 'd' } })).variables).toMatchObject({ A: 'given', D: 'd' })
  await api.call('DELETE', '/api/2/environment/prod/A')
  expect((await jobOf(id)).variables).toMatchObject({ A: 'global a' })
  await api.post('/api/2/environment/global/A/rename', { name: 'D' })
  const { variables } = await jobOf(id)
  expect(variables).toMatchObject({ D: 'global a' })
  expect(variables).not.toHaveProperty('A')
})

test('the variables that a monitor reads are listed with their source and place', async () => {
  await set('eu', 'REGION', { value: 'eu' })
  const id = await monitorOf(
    { workspace: 'eu' },
    {
      url: 'https://example.com/{{REGION}}/{{UUID}}',
      headers: [{ key: 'X-A', value: '{{REGION}} {{NOWHERE}}' }],
      parameters: [{ key: 'q', value: '%%OWN%%' }],
      body: '{{ALERT_KIND}} {{B}}',
      variables: [{ key: 'OWN', value: '1' }],
    },
  )
  await api.post(`/api/2/calls/${id}/conditions/`, {
    meta: {},
    conditions: [{ id: 'first', source: 'text', condition: 'contains', val: '{{REGION}}' }],
  })
  expect(await api.get(`/api/2/calls/${id}/variables/used`)).toEqual({
    results: [
      { name: 'REGION', source: 'workspace', workspace: 'eu', where: ['url', 'header:X-A', 'condition:first'] },
      { name: 'UUID', source: 'system', workspace: null, where: ['url'] },
      { name: 'OWN', source: 'monitor', workspace: null, where: ['query:q'] },
      { name: 'NOWHERE', source: 'unknown', workspace: null, where: ['header:X-A'] },
      { name: 'ALERT_KIND', source: 'context', workspace: null, where: ['body'] },
      { name: 'B', source: 'workspace', workspace: 'global', where: ['body'] },
    ],
  })
  const { results } = await api.get<{ results: { name: string; workspace: string; used_by: object[] }[] }>(
    '/api/2/environment/',
  )
  expect(results.find(({ name }) => name === 'REGION')?.used_by).toEqual([{ kind: 'monitor', id, name: 'Reader' }])
  expect(await api.get(`/api/2/calls/${id}/variables/set`)).toEqual({ results: [] })
})

test('an environment is renamed with its monitors, and deleted with its variables; global and _meta stay as they are', async () => {
  await api.post('/api/3/environments/', { name: 'old' })
  await set('old', 'X', { value: '1' })
  const id = await monitorOf({ workspace: 'old' }, { url: 'https://example.com/{{X}}' })
  expect((await jobOf(id)).variables).toEqual({ X: '1' })
  expect((await api.call('POST', '/api/3/environments/', { name: 'old' })).status).toBe(409)
  await api.post('/api/3/environments/old/rename', { name: 'new' })
  expect(await api.get(`/api/3/monitors/${id}`)).toMatchObject({ meta: { workspace: 'new' } })
  expect((await jobOf(id)).variables).toEqual({ X: '1' })
  const { data } = await api.get<{ data: object[] }>('/api/3/environments/')
  expect(data[0]).toMatchObject({ name: 'global' })
  expect(data).toContainEqual({ id: 'new', name: 'new', variables: 1, monitors: 1, workflows: 0 })
  expect((await api.call('DELETE', '/api/3/environments/new')).status).toBe(204)
  expect((await jobOf(id)).variables).toEqual({})
  for (const [method, path] of [
    ['DELETE', '/api/3/environments/global'],
    ['POST', '/api/3/environments/global/rename'],
  ] as const)
    expect((await api.call(method, path, method === 'POST' ? { name: 'x' } : undefined)).status).toBe(409)
  expect((await api.call('POST', '/api/3/environments/', { name: '_meta' })).status).toBe(422)
  await monitorOf({ workspace: '_meta' }, { url: 'https://example.com/' })
  expect(JSON.stringify(await api.get('/api/3/environments/'))).not.toContain('_meta')
})

test('a result in the older form shows no secret of an environment', async () => {
  await set('global', 'API_KEY', { value: 'of-the-environment', secret: true, origins: ['https://example.com'] })
  const id = await monitorOf({}, { url: 'https://example.com/', headers: [{ key: 'x-id', value: '{{API_KEY}}' }] })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
  await leaseRun(agent, result_id)
  const request = { method: 'GET', url: 'https://example.com/', headers: { 'x-id': 'of-the-environment' } }
  const response = {
    headers: [['x-seen', 'of-the-environment']],
    payload: 'you sent of-the-environment',
    status_code: 200,
  }
  const report = { access_token: agent.key, result_key_str: result_id, request, response }
  expect((await api.as('').call('POST', `/remote-api/1/test/${id}/`, report)).status).toBe(200)
  const stored = await api.call('GET', `/api/2/results/${result_id}/?mode=full`)
  expect(stored.body).toMatchObject({ response: { body: 'you sent ••••••' } })
  expect(JSON.stringify(stored.body)).not.toContain('of-the-environment')
})

test('a renamed environment stays that of its monitors and workflows, also of those that are restored', async () => {
  const [kept, deleted] = [
    await monitorOf({ workspace: 'shop' }, { url: 'https://example.com/{{ SHOP_ID }}' }),
    await monitorOf({ workspace: 'shop' }, { url: 'https://example.com/' }),
  ]
  const other = await monitorOf({}, { url: 'https://example.com/{{ SHOP_ID }}' })
  const workflow = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'Checkout', workspace: 'shop' },
    workflow: { call_ids: [other] },
  })
  await set('shop', 'SHOP_ID', { value: '7' })
  await api.call('DELETE', `/api/2/calls/${deleted}/`)
  type Variables = { results: { name: string; used_by: { kind: string; name: string }[] }[] }
  const { results } = await api.get<Variables>('/api/2/environment/')
  expect(results.find(({ name }) => name === 'SHOP_ID')?.used_by.map(({ kind }) => kind)).toEqual([
    'monitor',
    'workflow',
  ])

  await api.post('/api/3/environments/shop/rename', { name: 'store' })
  await api.call('POST', `/api/3/monitors/${deleted}/restore`)
  for (const path of [`/api/3/monitors/${kept}`, `/api/3/monitors/${deleted}`, `/api/2/workflows/${workflow.id}/`])
    expect(await api.get(path)).toMatchObject({ meta: { workspace: 'store' } })
  const { data } = await api.get<{ data: object[] }>('/api/3/environments/')
  expect(data).toContainEqual({ id: 'store', name: 'store', variables: 1, monitors: 2, workflows: 1 })
  expect(JSON.stringify(data)).not.toContain('"shop"')
})
