import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let admin: Api
beforeAll(async () => {
  running = await startServer()
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

type Schedule = {
  id: string
  never_runs: { reason: string; message: string }[]
  idle_targets: number
  target_counts: object
  next_run: string | null
}

const PATH = '/api/3/schedules/'
const made = async (body: object) => (await running.api.post<Schedule>(PATH, { frequency: 60, ...body })).id
const read = (id: string) => running.api.get<Schedule>(`${PATH}${id}`)
const change = async (id: string, body: object) => {
  expect((await running.api.call('PUT', `${PATH}${id}`, body)).status).toBe(200)
  return read(id)
}
const reasonsOf = ({ never_runs }: Schedule) => never_runs.map(({ reason }) => reason)
const join = (name: string, capabilities: string[] = []) =>
  joinAgent(running.api, running.server.joinToken, name, undefined, capabilities)
const newMonitor = async () =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm' },
      request: { url: 'http://example.com/' },
    })
  ).id
const newBrowserTest = async () =>
  (await running.api.post<{ id: string }>('/api/3/monitors/browser/', { name: 'b', url: 'https://example.com/' })).id

test('a schedule says why it can never run: no target, no location, no agent left, no agent with a browser', async () => {
  await join('plain')
  const id = await made({ name: 's', locations: ['plain'] })
  const empty = await read(id)
  expect(reasonsOf(empty)).toEqual(['no_target'])
  expect(empty.never_runs[0]?.message).toMatch(/no target/)

  const [monitor, browserTest] = [await newMonitor(), await newBrowserTest()]
  expect(await change(id, { targets: [monitor] })).toMatchObject({
    never_runs: [],
    idle_targets: 0,
    target_counts: { monitors: 1, browser_tests: 0, workflows: 0 },
  })
  expect(reasonsOf(await change(id, { locations: [], regions: [] }))).toEqual(['no_location'])
  expect(reasonsOf(await change(id, { locations: ['plain'], targets: [browserTest] }))).toEqual(['no_capability'])
  expect(await change(id, { targets: [monitor, browserTest] })).toMatchObject({ never_runs: [], idle_targets: 1 })

  // An agent with a browser joins there, and both agents are revoked.
  const other = await join('plain', ['browser'])
  expect(await change(id, { targets: [browserTest] })).toMatchObject({ never_runs: [], idle_targets: 0 })
  const agents = (await admin.get<{ data: { id: string }[] }>('/api/3/agents/')).data
  expect(agents.map((agent) => agent.id)).toContain(other.id)
  for (const agent of agents) expect((await admin.call('DELETE', `/api/3/agents/${agent.id}`)).status).toBe(200)
  expect(reasonsOf(await read(id))).toEqual(['no_agent'])
  // Off, it makes no runs for that reason alone.
  expect(await change(id, { enabled: false })).toMatchObject({ never_runs: [], idle_targets: 0 })
})

test('a schedule says that downtimes or its business hours leave it no time', async () => {
  const { api } = running
  await join('timely')
  const id = await made({ name: 't', locations: ['timely'], targets: [await newMonitor()] })
  const downtimes = ['00:00', '12:00'].map((start, index) => ({
    start_time: `2026-01-01T${start}:00Z`,
    end_time: index === 0 ? '2026-01-01T13:00:00Z' : '2026-01-02T00:00:00Z',
    repeat_days: 1,
    timezone: 'UTC',
  }))
  for (const downtime of downtimes) await api.post(`/api/2/schedules/${id}/downtime/`, { downtime })
  expect(await read(id)).toMatchObject({ never_runs: [{ reason: 'always_resting' }], next_run: null })

  // Once a day, and each of the two hours around its due time is outside.
  const daily = await made({ name: 'd', frequency: 'daily', locations: ['timely'], targets: [await newMonitor()] })
  const due = new Date((await read(daily)).next_run ?? '')
  const clock = (hours: number) => `${String((due.getUTCHours() + hours) % 24).padStart(2, '0')}:00`
  const window = { days: [1, 2, 3, 4, 5, 6, 7], start: clock(2), end: clock(4) }
  expect(await change(daily, { business_hours: { timezone: 'UTC', windows: [window] } })).toMatchObject({
    never_runs: [{ reason: 'never_due' }],
    next_run: null,
  })
})

test('a workflow that always runs from one location needs none of its schedule', async () => {
  const { api } = running
  await join('fixed')
  const workflow = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'w', tags: ['sys:location_id:fixed'] },
    workflow: { call_ids: [await newMonitor()] },
  })
  const id = await made({ name: 'w', regions: [], locations: [], targets: [workflow.id] })
  expect(await read(id)).toMatchObject({
    never_runs: [],
    target_counts: { monitors: 0, browser_tests: 0, workflows: 1 },
  })
})
