import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Schedule = { id: string; missed: number; overlapped: number; next_run: string | null }

const newMonitor = async () =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm' },
      request: { url: 'http://example.com/' },
    })
  ).id
const monitored = async (id: string) =>
  (await running.api.get<{ monitored: boolean }>(`/api/3/monitors/${id}`)).monitored

test('a schedule that is switched off and on keeps the counts of runs that did not happen, and catches up nothing', async () => {
  const { api, server } = running
  const { db } = server.services.database
  const monitor = await newMonitor()
  const { id } = await api.post<Schedule>('/api/3/schedules/', {
    name: 's',
    frequency: 3600,
    locations: ['local'],
    targets: [monitor],
  })
  expect(await monitored(monitor)).toBe(true)
  const path = `/api/3/schedules/${id}`
  const change = async (body: object) => {
    await api.call('PUT', path, body)
    return api.get<Schedule>(path)
  }
  await sql`update slot set missed = 5, overlapped = 2`.execute(db)
  expect(await change({ enabled: false })).toMatchObject({ missed: 5, overlapped: 2, next_run: null })
  expect(await monitored(monitor)).toBe(false)
  expect(await change({ enabled: true })).toMatchObject({ missed: 5, overlapped: 2, next_run: expect.any(String) })
  await sql`update slot set missed = 1`.execute(db)
  expect(await change({ enabled: false })).toMatchObject({ missed: 6, overlapped: 2 })
  expect(await db.selectFrom('job').select('due').execute()).toEqual([])
  // Another schedule that is on calls it as well.
  await api.post('/api/3/schedules/', { name: 'other', frequency: 3600, locations: ['local'], targets: [monitor] })
  expect(await monitored(monitor)).toBe(true)
})

test('ids of targets that name nothing are refused with the id and its field', async () => {
  const { api } = running
  const monitor = await newMonitor()
  const { id: schedule } = await api.post<Schedule>('/api/3/schedules/', { name: 's', targets: [monitor] })
  const refused = await api.call('PUT', `/api/3/schedules/${schedule}`, { targets: [monitor, 'NOTHING'] })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('targets[1] must be the id of a monitor or workflow')
  expect(JSON.stringify(refused.body)).toContain('NOTHING')
  expect((await api.call('POST', `/api/3/schedules/${schedule}/targets/NOTHING`)).status).toBe(404)
  // A schedule is no target.
  expect((await api.call('POST', `/api/3/schedules/${schedule}/targets/${schedule}`)).status).toBe(404)
})

test('a monitor or browser test is monitored while a schedule that calls it is on, in a downtime and outside of business hours too', async () => {
  const { api } = running
  const { id: browserTest } = await api.post<{ id: string }>('/api/3/monitors/browser/', {
    name: 'b',
    url: 'https://example.com/',
  })
  const monitor = await newMonitor()
  const both = async () => [await monitored(monitor), await monitored(browserTest)]
  expect(await both()).toEqual([false, false])
  const { id } = await api.post<Schedule>('/api/3/schedules/', {
    name: 'resting',
    locations: ['local'],
    targets: [monitor, browserTest],
  })
  expect(await both()).toEqual([true, true])
  // It rests at every hour of this day, and outside of a window that begins in twelve hours.
  const now = Date.now()
  const HOUR = 3_600_000
  const time = (hours: number) => new Date(now + hours * HOUR).toISOString()
  await api.post(`/api/2/schedules/${id}/downtime/`, { downtime: { start_time: time(-1), end_time: time(1) } })
  const clock = (hours: number) => `${time(hours).slice(11, 13)}:00`
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], start: clock(12), end: clock(13) }]
  await api.call('PUT', `/api/3/schedules/${id}`, { business_hours: { timezone: 'UTC', windows } })
  expect(await both()).toEqual([true, true])
  await api.call('PUT', `/api/3/schedules/${id}`, { enabled: false })
  expect(await both()).toEqual([false, false])
  await api.call('PUT', `/api/3/schedules/${id}`, { enabled: true, targets: [monitor] })
  expect(await both()).toEqual([true, false])
  await api.call('DELETE', `/api/3/schedules/${id}`)
  expect(await both()).toEqual([false, false])
})

test('a frequency of another form is refused in one sentence, without quoting it', async () => {
  const { status, body } = await running.api.call('POST', '/api/3/schedules/', { frequency: 'constructor' })
  expect(status).toBe(422)
  expect(JSON.stringify(body).match(/frequency must be/g)).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain('constructor')
})
