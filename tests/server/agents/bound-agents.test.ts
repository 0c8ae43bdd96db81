import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaseJobs } from '../../../src/server/dispatch/lease.ts'
import { type HandAgent, joinAgent, joinBoundAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let ours: Api
let theirs: Api
/** Bound to our project, and not bound at all. */
let bound: HandAgent & { readonly tokenId: string; readonly token: string }
let shared: HandAgent

beforeAll(async () => {
  running = await startServer()
  ours = running.api
  const other = await ours.post<{ api_key: string }>('/api/2/account/projects', { name: 'Theirs' })
  theirs = ours.as(other.api_key)
  shared = await joinAgent(ours, running.server.joinToken)
  bound = await joinBoundAgent(ours, 'vault', { project_ids: [await projectOf(ours)] })
})
afterAll(() => running.stop())

const projectOf = async (api: Api): Promise<string> => {
  const { results, meta } = await api.get<{ results: unknown[]; meta: { project_id?: string } }>('/api/2/api_keys/')
  return meta.project_id ?? String(results[0])
}
const newMonitor = async (api: Api): Promise<string> => {
  const request = { url: 'https://example.com/', headers: [{ key: 'Authorization', value: 'CANARY' }] }
  return (await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request })).id
}
const locationsOf = async (api: Api): Promise<string[]> => {
  const { agent_list } = await api.get<{ agent_list: { id: string }[] }>('/api/2/agents/info')
  return agent_list.map(({ id }) => id)
}
const run = async (api: Api, monitorId: string, location: string): Promise<string> =>
  (await api.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`, { location_id: location })).result_id
const db = () => running.server.services.database.db

/** Puts a job of their monitor at the bound location, as a fault elsewhere in the server would. */
const plantJob = async (): Promise<string> => {
  const resultId = await run(theirs, await newMonitor(theirs), 'local')
  const vault = await db().selectFrom('location').select('key').where('id', '=', 'vault').executeTakeFirstOrThrow()
  const local = await db().selectFrom('location').select('key').where('id', '=', 'local').executeTakeFirstOrThrow()
  await db().updateTable('job').set({ location_key: vault.key }).where('location_key', '=', local.key).execute()
  return resultId
}

test('others neither see the location of bound agents nor run or schedule anything there', async () => {
  expect(await locationsOf(ours)).toContain('vault')
  expect(await locationsOf(theirs)).toEqual(['local'])
  const monitor = await newMonitor(theirs)
  expect((await theirs.call('POST', `/api/3/monitors/${monitor}/run`, { location_id: 'vault' })).status).toBe(422)
  expect((await theirs.call('POST', '/api/3/schedules/', { locations: ['vault'], targets: [monitor] })).status).toBe(
    422,
  )
  await theirs.post('/api/3/schedules/', { regions: ['all'], targets: [monitor], frequency: 60 })
  const { id } = await ours.post<{ id: string }>('/api/3/schedules/', {
    regions: ['all'],
    targets: [await newMonitor(ours)],
    frequency: 60,
  })
  const slots = await db()
    .selectFrom('slot')
    .innerJoin('location', 'location.key', 'slot.location_key')
    .innerJoin('object', 'object.key', 'slot.schedule_key')
    .select(['location.id as location', 'object.id as schedule'])
    .execute()
  expect(slots.filter(({ location }) => location === 'vault').map(({ schedule }) => schedule)).toEqual([id])
  // Its runs would come due among the jobs that the tests below look at.
  await ours.call('DELETE', `/api/3/schedules/${id}`)
})

test('our runs go to our agent with their secrets, and theirs do not even if a job stands at its location', async () => {
  const own = await run(ours, await newMonitor(ours), 'vault')
  const job = await leaseRun(bound, own)
  expect(job.secrets).toContain('CANARY')
  expect((await bound.report(reportOf(job))).accepted).toEqual([own])
  await plantJob()
  const vault = await db().selectFrom('location').select('key').where('id', '=', 'vault').executeTakeFirstOrThrow()
  const asked = { locationKey: vault.key, agentId: bound.id, limit: 10, now: Date.now() + 2_000 }
  expect(await leaseJobs(db(), asked)).toEqual([])
  expect(await bound.work(10, 0)).toEqual([])
  await db().deleteFrom('job').where('location_key', '=', vault.key).execute()
})

test('a bound agent reports nothing of other projects, in no form, nor a piece of a body', async () => {
  const planted = await plantJob()
  const monitor = await newMonitor(theirs)
  const vault = await db().selectFrom('location').select('key').where('id', '=', 'vault').executeTakeFirstOrThrow()
  const { target_key, due, source } = await db()
    .selectFrom('job')
    .select(['target_key', 'due', 'source'])
    .where('location_key', '=', vault.key)
    .executeTakeFirstOrThrow()
  const { idOfRun } = await import('../../../src/server/store/results/runs.ts')
  const forged = idOfRun({ target_key, due, source, location_key: vault.key, attempt: 0 })
  const report = reportOf({ id: forged, due: new Date(due).toISOString() })
  expect(await bound.report(report)).toMatchObject({ accepted: [], refused: [{ id: forged }] })
  // Nor for another location than its own.
  expect(await bound.report({ ...report, id: planted })).toMatchObject({ accepted: [], refused: [{ id: planted }] })
  const older = await ours.as('').call('POST', `/remote-api/1/test/${monitor}/`, {
    access_token: bound.key,
    result_key_str: forged,
    request: { method: 'GET', url: 'https://example.com/' },
  })
  expect(older.status).toBe(422)
  const piece = { number: 0, content: '' }
  const body = await ours.as(bound.key).call('POST', `/remote-api/1/agent/results/${forged}/body`, piece)
  expect(body.status).toBe(404)
  const { rows } = {
    rows: await db().selectFrom('result').select('target_key').where('target_key', '=', target_key).execute(),
  }
  expect(rows).toEqual([])
  await db().deleteFrom('job').where('location_key', '=', vault.key).execute()
})

test('an agent with another binding cannot join the location', async () => {
  const join = (token: string, name: string) =>
    ours.as('').call('POST', '/remote-api/1/agent/register', { name, access_token: token, version: '1' })
  expect((await join(running.server.joinToken, 'vault')).status).toBe(422)
  expect((await join(bound.token, 'local')).status).toBe(422)
  expect((await join(bound.token, 'vault')).status).toBe(200)
})

test('only owners manage the agents of their projects, and their tokens', async () => {
  for (const [method, path, body] of [
    ['GET', `/api/3/agents/${bound.id}`],
    ['PUT', `/api/3/agents/${bound.id}/location`, { name: 'x' }],
    ['POST', `/api/3/agents/${bound.id}/rotate`],
    ['DELETE', `/api/3/agents/${bound.id}`],
    ['DELETE', `/api/3/agents/join-tokens/${bound.tokenId}`],
  ] as const)
    expect([path, (await theirs.call(method, path, body)).status]).toEqual([path, 404])
  // One that runs monitors of all is seen by all, and managed by site admins.
  expect((await theirs.call('DELETE', `/api/3/agents/${shared.id}`)).status).toBe(403)
  expect(await theirs.get(`/api/3/agents/${shared.id}`)).toMatchObject({ may_manage: false, remote_addr: null })
  const everyone = await ours.call('POST', '/api/3/agents/join-tokens/', { name: 'all' })
  expect(everyone.status).toBe(400)
  const foreign = { name: 'x', bound_to: { project_ids: [await projectOf(theirs)] } }
  expect((await ours.call('POST', '/api/3/agents/join-tokens/', foreign)).status).toBe(422)
})

test('a deleted token joins nobody', async () => {
  const other = await joinBoundAgent(ours, 'short', { project_ids: [await projectOf(ours)] })
  expect((await ours.call('DELETE', `/api/3/agents/join-tokens/${other.tokenId}`)).status).toBe(204)
  const again = { name: 'short', access_token: other.token, version: '1' }
  expect((await ours.as('').call('POST', '/remote-api/1/agent/register', again)).status).toBe(401)
})
