import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let admin: Api
let monitor = ''

beforeAll(async () => {
  running = await startServer()
  api = running.api
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  await join('stays')
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'https://example.com/' },
  })
  monitor = id
})
afterAll(() => running.stop())

const join = (name: string): Promise<HandAgent> => joinAgent(api, running.server.joinToken, name)
const revoke = async (agent: HandAgent) =>
  expect((await admin.call('DELETE', `/api/3/agents/${agent.id}`)).status).toBe(200)
const newSchedule = async (draft: object): Promise<string> =>
  (await api.post<{ id: string }>('/api/3/schedules/', { frequency: 60, targets: [monitor], ...draft })).id
const locationsOfSlots = async (schedule: string): Promise<string[]> => {
  const rows = await running.server.services.database.db
    .selectFrom('slot')
    .innerJoin('location', 'location.key', 'slot.location_key')
    .innerJoin('object', 'object.key', 'slot.schedule_key')
    .select('location.id')
    .where('object.id', '=', schedule)
    .orderBy('location.id')
    .execute()
  return rows.map(({ id }) => id)
}
type Info = { regions: { id: string; locations: string[] }[]; agent_list: { id: string; closed: boolean }[] }
const infoOf = async (id: string) => {
  const { regions, agent_list } = await api.get<Info>('/api/2/agents/info')
  return {
    isInRegion: regions.some((region) => region.locations.includes(id)),
    closed: agent_list.find((location) => location.id === id)?.closed,
  }
}

test('a location whose last agent was revoked leaves all schedules, and returns with the next agent', async () => {
  const [first, second] = [await join('leaves'), await join('leaves')]
  const worldwide = await newSchedule({ regions: ['all'] })
  const chosen = await newSchedule({ locations: ['leaves'] })
  await running.server.services.database.db.updateTable('slot').set({ missed: 2 }).execute()
  await revoke(first)
  expect(await locationsOfSlots(worldwide)).toEqual(['leaves', 'stays'])
  await revoke(second)
  expect(await locationsOfSlots(worldwide)).toEqual(['stays'])
  expect(await locationsOfSlots(chosen)).toEqual([])
  expect(await infoOf('leaves')).toEqual({ isInRegion: false, closed: true })
  // What was missed there stays counted.
  expect(await api.get(`/api/3/schedules/${worldwide}`)).toMatchObject({ missed: 4 })
  await join('leaves')
  expect(await locationsOfSlots(worldwide)).toEqual(['leaves', 'stays'])
  expect(await locationsOfSlots(chosen)).toEqual(['leaves'])
  expect(await infoOf('leaves')).toEqual({ isInRegion: true, closed: false })
})

test('a schedule that is changed meanwhile does not return to the location, nor does a workflow that always runs there', async () => {
  const workflow = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'w', tags: [], workspace: 'global' },
    workflow: { steps: [{ call_id: monitor }] },
  })
  const agent = await join('fixed')
  const worldwide = await newSchedule({ regions: ['all'] })
  const settings = { location: 'fixed' }
  await api.call('PUT', `/api/2/workflows/${workflow.id}`, { workflow: settings })
  await revoke(agent)
  await api.put(`/api/3/schedules/${worldwide}`, { frequency: 120, targets: [monitor, workflow.id] })
  expect(await locationsOfSlots(worldwide)).not.toContain('fixed')
})

test('nothing can be run there, and the sentence says why', async () => {
  const agent = await join('shut')
  await revoke(agent)
  const run = await api.call('POST', `/api/3/monitors/${monitor}/run`, { location_id: 'shut' })
  expect(run.status).toBe(422)
  expect(JSON.stringify(run.body)).toContain('has no agent')
  const trial = await api.call('POST', '/api/3/monitors/run-draft', {
    request: { method: 'GET', url: 'https://example.com/' },
    location_id: 'shut',
  })
  expect(JSON.stringify(trial.body)).toContain('has no agent')
})
