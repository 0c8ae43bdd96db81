import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOfWatch } from '../../../src/domain/monitors/watch.ts'
import { joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Made = { monitor: { id: string; name: string }; schedule: { id: string; name: string; isNew: boolean } }

let running: TestServer
let api: Api
beforeAll(async () => {
  running = await startServer()
  api = running.api
  await joinAgent(api, running.server.joinToken)
  await joinAgent(api, running.server.joinToken, 'elsewhere')
})
afterAll(() => running.stop())

const watch = (body: object) => api.post<Made>('/api/3/monitors/watched', body)
const url = 'https://example.com/health?x=1'

test('watching a URL creates a monitor named after it, judged by its status, on a matching schedule', async () => {
  const { monitor, schedule } = await watch(bodyOfWatch({ url, expect: 204 }))
  expect(monitor.name).toBe('example.com/health')
  expect(schedule).toMatchObject({ name: 'Default Schedule', isNew: false })
  const stored = await api.get<{ schedule_ids: string[] }>(`/api/3/monitors/${monitor.id}`)
  expect(stored).toMatchObject({ request: { url, method: 'GET' }, schedule_ids: [schedule.id] })
  expect(await api.get(`/api/2/calls/${monitor.id}/conditions/`)).toMatchObject({
    conditions: [{ id: 'c1', source: 'http_code', condition: 'eq', val: '204', on_false: { outcome: 'fail' } }],
  })
})

test('without a matching schedule one is created that is named after what it does, and later monitors join it', async () => {
  const wanted = { url, name: 'Slow lane', everySeconds: 3600, locations: ['elsewhere'] }
  const first = await watch(bodyOfWatch(wanted))
  expect(first.schedule).toMatchObject({ name: 'Every hour from elsewhere', isNew: true })
  const second = await watch(bodyOfWatch({ ...wanted, name: 'Another' }))
  expect(second.schedule).toEqual({ ...first.schedule, isNew: false })
  expect(await api.get(`/api/3/schedules/${first.schedule.id}`)).toMatchObject({
    frequency: 3600,
    locations: ['elsewhere'],
    regions: [],
    targets: [first.monitor.id, second.monitor.id],
  })
})

test('an error in one part leaves nothing behind', async () => {
  const count = async () => (await api.get<{ data: object[] }>('/api/3/monitors/')).data.length
  const before = await count()
  const refused = async (body: object) => {
    const answer = await api.call('POST', '/api/3/monitors/watched', body)
    return [answer.status, JSON.stringify(answer.body)] as const
  }
  const good = bodyOfWatch({ url })
  expect((await refused({ ...good, schedule: { frequency: 300, locations: ['nowhere'] } }))[1]).toContain(
    'schedule.locations[0]',
  )
  expect((await refused({ ...good, request: { url: 'nonsense' } }))[1]).toContain('request.url')
  const wrong = { meta: {}, conditions: [{ source: 'http_code', condition: 'eq', val: 'x' }] }
  expect((await refused({ ...good, conditions: wrong }))[1]).toContain('conditions[0].val')
  expect(await count()).toBe(before)
})
