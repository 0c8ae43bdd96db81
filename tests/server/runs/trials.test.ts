import { afterAll, beforeAll, expect, test } from 'vitest'
import { Roster } from '../../../src/agent/work/roster.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Trial = { id: string; location_id: string; state: string; outcome: Record<string, unknown> | null }

let now = Date.parse('2026-03-01T10:00:00Z')
let running: TestServer
let api: Api
let agent: HandAgent
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
})
afterAll(() => running.stop())

const draft = { request: { method: 'get', url: 'https://example.com/health?token=CANARY', headers: [] } }
const start = (body: object = draft) => api.post<{ id: string; location_id: string }>('/api/3/monitors/run-draft', body)
const read = (id: string, known = '') => api.get<Trial>(`/api/3/monitors/run-draft/${id}${known && `?known=${known}`}`)

test('a trial is queued, leased, and returned to its caller; the agent judges its conditions', async () => {
  const conditions = {
    meta: {},
    conditions: [{ source: 'http_code', condition: 'eq', val: '201', on_false: { outcome: 'fail' } }],
  }
  const { id } = await start({ ...draft, conditions })
  expect(await read(id)).toMatchObject({ id, state: 'queued', location_id: 'local', outcome: null })
  const soon = read(id, 'queued')
  const [job] = await agent.work()
  if (!job) throw new Error('There is no job.')
  expect(job.call).toMatchObject({ method: 'GET', url: 'https://example.com/health' })
  expect(job.secrets).toEqual(['CANARY'])
  expect(job.conditions.conditions).toMatchObject([{ id: 'c1', val: '201' }])
  expect(await soon).toMatchObject({ state: 'running' })
  const settled = read(id, 'running')
  expect((await agent.report(reportOf(job, failed))).accepted).toEqual([job.id])
  expect(await settled).toMatchObject({
    state: 'done',
    outcome: {
      result_category: 'FAIL',
      http_code: 500,
      timing: { total: 66 },
      detail: { response: { body: 'hello' } },
    },
  })
  // Reported again, since the answer was lost on its way: the first report stands.
  expect((await agent.report(reportOf(job))).accepted).toEqual([job.id])
  expect(await read(id)).toMatchObject({ outcome: { result_category: 'FAIL' } })
})

test('a trial’s outcome is in no list, figure or count', async () => {
  const { id } = await start()
  expect((await api.get<{ results: object[] }>('/api/2/results/?result_category=QUEUED')).results).toEqual([])
  const [job] = await agent.work()
  if (!job) throw new Error('There is no job.')
  await agent.report(reportOf(job))
  expect(await read(id)).toMatchObject({ state: 'done' })
  expect((await api.get<{ data: object[] }>('/api/3/monitors/')).data).toEqual([])
  expect((await api.get<{ results: object[] }>('/api/2/results/')).results).toEqual([])
  const { db } = running.server.services.database
  for (const table of ['result', 'result_detail', 'rollup', 'rollup_stale', 'job'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('an invalid URL or condition is refused before anything runs', async () => {
  const refused = async (body: object) => {
    const answer = await api.call('POST', '/api/3/monitors/run-draft', body)
    return [answer.status, JSON.stringify(answer.body)] as const
  }
  expect((await refused({ request: { url: 'ftp://example.com/' } }))[1]).toContain('request.url')
  expect((await refused({ ...draft, location_id: 'nowhere' }))[1]).toContain('nowhere')
  const wrong = { meta: {}, conditions: [{ source: 'http_code', condition: 'eq', val: 'x' }] }
  expect((await refused({ ...draft, conditions: wrong }))[1]).toContain('conditions[0].val')
  expect(await agent.work(1, 0)).toEqual([])
})

test('a trial of a stored monitor has its secrets, for the origins that they were entered for', async () => {
  const headers = [{ key: 'Authorization', value: 'Bearer CANARY' }]
  const request = { method: 'GET', url: 'https://example.com/orders', headers }
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Orders' }, request })
  const masked = (url: string) => ({
    request: { ...request, url, headers: [{ key: 'Authorization', value: MASK }] },
    monitor_id: id,
  })
  await start(masked('https://example.com/changed'))
  const [job] = await agent.work()
  if (!job) throw new Error('There is no job.')
  expect(job.call).toMatchObject({ url: 'https://example.com/changed', headers })
  await agent.report(reportOf(job))
  const refused = async (body: object) => {
    const answer = await api.call('POST', '/api/3/monitors/run-draft', body)
    return [answer.status, JSON.stringify(answer.body)] as const
  }
  expect(await refused(masked('https://evil.example/'))).toEqual([
    400,
    expect.stringContaining('request.headers[0].value'),
  ])
  const other = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'other' })
  const theirs = await api.as(other.api_key).post<{ id: string }>('/api/2/calls/', { meta: { name: 'x' }, request })
  for (const monitor_id of ['nothing', theirs.id])
    expect(await refused({ ...masked('https://example.com/'), monitor_id })).toEqual([
      422,
      expect.stringContaining('monitor_id'),
    ])
})

test('a trial that no agent takes is lost, and every trial is deleted within the hour', async () => {
  const { id } = await start()
  now += 61_000
  expect(await read(id, 'queued')).toMatchObject({ state: 'lost', outcome: null })
  const late = await start()
  const [job] = await agent.work()
  if (!job) throw new Error('There is no job.')
  now += 3_600_001
  const { deleteOldTrials } = await import('../../../src/server/store/runs/trials.ts')
  await deleteOldTrials(running.server.services.database.db, now)
  expect((await api.call('GET', `/api/3/monitors/run-draft/${late.id}`)).status).toBe(404)
  expect((await agent.report(reportOf(job))).refused).toMatchObject([
    { id: job.id, reason: expect.stringContaining('trial') },
  ])
})

test('a trial of another project is not found', async () => {
  const other = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'theirs' })
  const { id } = await api.as(other.api_key).post<{ id: string }>('/api/3/monitors/run-draft', draft)
  expect((await api.call('GET', `/api/3/monitors/run-draft/${id}`)).status).toBe(404)
})

test('the trial is audited without its secrets', async () => {
  const { db } = running.server.services.database
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'trial.start').execute()
  expect(entries.length).toBeGreaterThan(2)
  expect(JSON.stringify(entries)).not.toContain('CANARY')
})

test('slow trials of one project fill its share of an agent, and another project’s trial starts at once', async () => {
  await agent.work(1000, 0)
  const started: string[] = []
  const roster = new Roster({
    concurrency: 10,
    nowMs: () => now,
    steadyMs: () => 0,
    run: ({ id }) => {
      started.push(id)
      return new Promise(() => {})
    },
  })
  for (let at = 0; at < 12; at++) await start()
  const slow = await agent.work(roster.capacity, 10, roster.full)
  expect(slow).toHaveLength(12)
  roster.take(slow)
  expect(started).toHaveLength(8)
  expect((await api.call('GET', `/api/2/results/${slow[0]?.id}`)).status).toBe(404)

  const other = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'neighbour' })
  await start()
  await api.as(other.api_key).post('/api/3/monitors/run-draft', draft)
  const [quick, ...more] = await agent.work(roster.capacity, 10, roster.full)
  expect(more).toEqual([])
  if (!quick) throw new Error('There is no job.')
  roster.take([quick])
  expect(started).toContain(quick.id)
})
