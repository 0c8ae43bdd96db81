import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let admin: Api

beforeAll(async () => {
  running = await startServer()
  api = running.api
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

const join = (name: string): Promise<HandAgent> => joinAgent(api, running.server.joinToken, name)
const run = async (location: string): Promise<string> => {
  const request = { url: 'https://example.com/' }
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: location }, request })
  return (await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: location })).result_id
}
const work = (key: string, more: object = {}) =>
  api.as(key).call('POST', '/remote-api/1/agent/work', { capacity: 0, running: [], wait_seconds: 0, ...more })

test('a revoked agent is refused at once, even while it waits, and its runs go to another', async () => {
  const [first, second] = [await join('pair'), await join('pair')]
  const id = await run('pair')
  const job = await leaseRun(first, id)
  const waiting = api.as(first.key).call('POST', '/remote-api/1/agent/work', {
    capacity: 10,
    running: [id],
    wait_seconds: 30,
  })
  await eventually(async () => (await admin.get<{ job_count: number }>(`/api/3/agents/${first.id}`)).job_count === 1)
  expect(await admin.call('DELETE', `/api/3/agents/${first.id}`)).toMatchObject({ status: 200 })
  expect((await waiting).status).toBe(403)
  expect((await work(first.key)).status).toBe(403)
  expect(
    (await api.as(first.key).call('POST', '/remote-api/1/agent/results', { results: [reportOf(job)] })).status,
  ).toBe(403)
  const again = await leaseRun(second, id)
  expect((await second.report(reportOf(again))).accepted).toEqual([id])
  expect(await admin.get(`/api/3/agents/${first.id}`)).toMatchObject({ online: false, rotation: 'none' })
})

test('both keys of an agent are valid until it uses the new one', async () => {
  const agent = await join('keys')
  const newKey = async (key: string) =>
    (await api.as(key).post<{ agent_key: string }>('/remote-api/1/agent/key')).agent_key
  expect((await work(agent.key)).body).not.toHaveProperty('rotate_key')
  expect(await admin.post(`/api/3/agents/${agent.id}/rotate`)).toMatchObject({ rotation: 'asked' })
  expect((await work(agent.key)).body).toMatchObject({ rotate_key: true })
  const lost = await newKey(agent.key)
  const kept = await newKey(agent.key)
  expect((await work(agent.key)).status).toBe(200)
  expect(await admin.get(`/api/3/agents/${agent.id}`)).toMatchObject({ rotation: 'overlap' })
  expect((await work(kept)).status).toBe(200)
  for (const key of [agent.key, lost]) expect((await work(key)).status).toBe(401)
  expect((await work(kept)).body).not.toHaveProperty('rotate_key')
  expect(await admin.get(`/api/3/agents/${agent.id}`)).toMatchObject({ rotation: 'none' })
})

test('runs whose answer was lost are handed out again at once, and those that the agent still has are not', async () => {
  const [first, second] = [await join('lost'), await join('lost')]
  const [arrived, unsent] = [await run('lost'), await run('lost')]
  const leased = await first.work(10, 1)
  expect(leased.map(({ id }) => id).sort()).toEqual([arrived, unsent].sort())
  expect(await second.work(10, 0)).toEqual([])
  expect((await work(first.key, { held: [arrived] })).status).toBe(200)
  expect((await second.work(10, 0)).map(({ id }) => id)).toEqual([unsent])
})

test('an agent’s announcement and state are shown, with capabilities that this server knows', async () => {
  const agent = await join('facts')
  const program = { version: '0.0.1', capabilities: ['browser', 'teleport'], concurrency: 50 }
  const state = { lag_ms: 12, running: 3, waiting: 4, clock_offset_ms: -250 }
  await work(agent.key, { fresh: true, program, state })
  expect(await admin.get(`/api/3/agents/${agent.id}`)).toMatchObject({
    version: '0.0.1',
    is_older: true,
    capabilities: ['browser'],
    concurrency: 50,
    ...state,
  })
})

test('a place that a person has set outlives the agent’s next registration', async () => {
  const place = { name: 'Far', cloud: 'AWS', country: 'US' }
  const agent = await joinAgent(api, running.server.joinToken, 'placed', place)
  const changed = { country: 'de', region: 'eu-central-1', coordinates: [50.1, 8.7] }
  expect(await admin.put(`/api/3/agents/${agent.id}/location`, changed)).toMatchObject({
    short_name: 'AWS eu-central-1 🇩🇪 Germany',
    place: { country: 'DE', continent: 'EU', location: [50.1, 8.7] },
  })
  await joinAgent(api, running.server.joinToken, 'placed', { ...place, name: 'Farther' })
  expect(await admin.get(`/api/3/agents/${agent.id}`)).toMatchObject({ name: 'Farther', place: { country: 'DE' } })
  const wrong = await admin.call('PUT', `/api/3/agents/${agent.id}/location`, { country: 'XX' })
  expect(wrong).toMatchObject({ status: 422 })
})
