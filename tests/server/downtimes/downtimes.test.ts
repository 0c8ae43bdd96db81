import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { failed, type HandAgent, type Job, joinAgent, reportOf } from '../../support/agent.ts'
import { openLiveStream } from '../../support/live-stream.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { waitsForLock } from '../../support/waits-for-lock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let running: TestServer
let agent: HandAgent
/** The server's clock. It stands, so that no moment passes while a test is slow. */
let nowMs = Date.parse('2026-03-02T10:00:00Z')
const now = () => nowMs
const made: string[] = []

beforeAll(async () => {
  running = await startServer({ clock: now })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())
afterEach(async () => {
  for (const path of made.splice(0)) await running.api.call('DELETE', path)
})

type Downtime = {
  id: string
  meta: { schedule_id: string }
  schedule: { start_time: string }
  status: string
  next_window: { start_time: string; end_time: string } | null
}
type Full = { result_category: string; meta: { in_downtime: boolean; ignored_in_stats: boolean; trigger: string } }

const full = (id: string) => running.api.get<Full>(`/api/2/results/${id}?mode=full`)

/** A monitor on an hourly schedule; the server's clock stands where its first run is due, and that run is leased. */
const leasedRun = async (more: object = {}) => {
  const { api } = running
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  const schedule = await api.post<{ id: string; next_run: string }>('/api/3/schedules/', {
    name: 's',
    frequency: 3600,
    locations: ['local'],
    targets: [monitor.id],
    ...more,
  })
  made.push(`/api/2/calls/${monitor.id}/`, `/api/3/schedules/${schedule.id}`)
  // The agent is seen shortly before: a run from a location that was away is not made.
  nowMs = Date.parse(schedule.next_run) - 5_000
  await agent.work(0, 0)
  nowMs = Date.parse(schedule.next_run)
  return { monitor: monitor.id, schedule: schedule.id, job: await nextJob() }
}
/** The server waits for a job as an agent does. */
const nextJob = async (): Promise<Job> => {
  for (;;) {
    const [job] = await agent.work(1, 1)
    if (job) return job
  }
}
const addDowntime = async (schedule: string, from: number, to: number, more: object = {}) =>
  running.api.post<Downtime>(`/api/2/schedules/${schedule}/downtime/`, {
    downtime: { start_time: formatTime(from), end_time: formatTime(to), ...more },
  })
const counts = async (monitor: string) => {
  const span = `start=${formatTime(now() - 2 * HOUR)}&end=${formatTime(now() + 2 * HOUR)}&interval=HOUR`
  const { results } = await running.api.get<{ results: { pass: number; fail: number }[] }>(
    `/api/2/calls/${monitor}/stats/passfail_range?${span}`,
  )
  return results.reduce((sum, { pass, fail }) => sum + pass + fail, 0)
}

test('a run that an agent has begun finishes, and counts where it was due before the downtime', async () => {
  const { monitor, schedule, job } = await leasedRun()
  await addDowntime(schedule, Date.parse(job.due) + 1, now() + HOUR)
  expect(await agent.report(reportOf(job))).toMatchObject({ accepted: [job.id] })
  expect(await full(job.id)).toMatchObject({ result_category: 'PASS', meta: { in_downtime: false } })
  expect(await counts(monitor)).toBe(1)
})

test('a run by hand goes and is marked; it is left out of statistics', async () => {
  const { monitor, schedule, job } = await leasedRun()
  await agent.report(reportOf(job))
  const before = await counts(monitor)
  const downtime = await addDowntime(schedule, now() - MINUTE, now() + HOUR)
  expect(downtime).toMatchObject({ status: 'active', meta: { schedule_id: schedule } })
  nowMs += 1_000
  const run = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`, {})
  const byHand = await nextJob()
  expect(byHand.id).toBe(run.result_id)
  await agent.report(reportOf(byHand, failed))
  expect(await full(run.result_id)).toMatchObject({ result_category: 'FAIL', meta: { in_downtime: true } })
  expect(await counts(monitor)).toBe(before)
  const hook = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    parameters: { url: 'https://example.com/' },
  })
  made.push(`/api/3/webhooks/${hook.id}`)
  const explained = await running.api.get<{ data: { reason: string; text: string }[] }>(
    `/api/3/results/${run.result_id}/alerts`,
  )
  expect(explained.data).toMatchObject([
    { reason: 'in_downtime', text: expect.stringContaining('was due in a downtime') },
  ])
})

test('a monitor that another schedule still runs is in no downtime when it is run by hand', async () => {
  const { monitor, schedule, job } = await leasedRun()
  await agent.report(reportOf(job))
  const body = { name: 'other', frequency: 86_400, locations: ['local'], targets: [monitor] }
  const other = await running.api.post<{ id: string }>('/api/3/schedules/', body)
  made.push(`/api/3/schedules/${other.id}`)
  await addDowntime(schedule, now(), now() + HOUR)
  nowMs += 1_000
  await running.api.post(`/api/3/monitors/${monitor}/run`, {})
  const byHand = await nextJob()
  await agent.report(reportOf(byHand))
  expect(await full(byHand.id)).toMatchObject({ meta: { in_downtime: false } })
})

test('a run that fails is not made again within a downtime, and counts', async () => {
  const retrying = { backoff_method: 'constant', tags: ['sys:backoff_interval:60', 'sys:skip_save:3'] }
  const { monitor, schedule, job } = await leasedRun(retrying)
  await addDowntime(schedule, Date.parse(job.due) + 30_000, now() + HOUR)
  await agent.report(reportOf(job, failed))
  expect(await full(job.id)).toMatchObject({ meta: { in_downtime: false, ignored_in_stats: false } })
  const queued = await running.api.get<{ results: unknown[] }>(`/api/2/results/call/${monitor}/?result_category=QUEUED`)
  expect(queued.results).toEqual([])
})

test('the list of a schedule holds its own downtimes and those of all; that of all holds every one', async () => {
  const { api } = running
  const schedules = []
  for (const name of ['one', 'two']) {
    const { id } = await api.post<{ id: string }>('/api/3/schedules/', { name, locations: ['local'] })
    made.push(`/api/3/schedules/${id}`)
    schedules.push(id)
  }
  const [one = '', two = ''] = schedules
  const [from, to] = [now() + HOUR, now() + 2 * HOUR]
  const ofOne = await addDowntime(one, from, to)
  const ofTwo = await addDowntime(two, from, to)
  const ofAll = await addDowntime('all', from, to, { repeat_days: 7, timezone: 'Europe/Berlin' })
  made.push(`/api/2/schedules/downtime/${ofAll.id}/`)
  const listed = async (id: string) =>
    (await api.get<{ results: Downtime[] }>(`/api/2/schedules/${id}/downtime/`)).results.map((each) => each.id)
  expect(await listed(one)).toEqual([ofAll.id, ofOne.id])
  expect(await listed('all')).toEqual([ofAll.id, ofTwo.id, ofOne.id])
  expect((await api.call('GET', '/api/2/schedules/nobody/downtime/')).status).toBe(404)
  const body = { downtime: { start_time: formatTime(from), end_time: formatTime(to) } }
  expect((await api.call('POST', '/api/2/schedules/nobody/downtime/', body)).status).toBe(404)
  expect(await api.get(`/api/2/schedules/downtime/${ofAll.id}/`)).toMatchObject({
    status: 'upcoming',
    next_window: { start_time: formatTime(from), end_time: formatTime(to) },
    schedule: { repeated: true, repeat_days: 7, timezone: 'Europe/Berlin' },
  })
  await api.call('DELETE', `/api/3/schedules/${two}`)
  expect(await listed('all')).toEqual([ofAll.id, ofOne.id])
})

test('downtimes that are deleted with their schedule are told to live streams and named in the audit log', async () => {
  const { api } = running
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', { name: 'nightly', locations: ['local'] })
  const own = await addDowntime(schedule.id, now() + HOUR, now() + 2 * HOUR, { name: 'backup' })
  const ofAll = await addDowntime('all', now() + HOUR, now() + 2 * HOUR)
  made.push(`/api/2/schedules/downtime/${ofAll.id}/`)
  const stream = await openLiveStream(api)
  await api.call('DELETE', `/api/3/schedules/${schedule.id}`)
  const told = (await stream.take(2)).map(({ event }) => event)
  stream.close()
  expect(told).toMatchObject([
    { type: 'object', kind: 'downtime', id: own.id, change: 'removed' },
    { type: 'object', kind: 'schedule', id: schedule.id, change: 'removed' },
  ])
  type Entries = { results: { action: string; resource: { type: string; name: string } }[] }
  const { results } = await api.get<Entries>('/api/2/audits/?limit=2')
  expect(results.map(({ action, resource }) => `${action} ${resource.type} ${resource.name}`).sort()).toEqual([
    'schedule.delete downtime backup',
    'schedule.delete schedule nightly',
  ])
})

test('a downtime that is over before it is saved is refused, with the field as it was sent', async () => {
  const { api } = running
  const past = { start_time: formatTime(now() - 2 * HOUR), end_time: formatTime(now() - HOUR) }
  const refused = await api.call('POST', '/api/2/schedules/all/downtime/', { downtime: past })
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toContain('downtime.end_time must be in the future.')
  const downtime = await addDowntime('all', now() + HOUR, now() + 2 * HOUR)
  made.push(`/api/2/schedules/downtime/${downtime.id}/`)
  const changed = await api.call('POST', `/api/2/schedules/downtime/${downtime.id}/`, { schedule: past })
  expect(JSON.stringify(changed.body)).toContain('schedule.end_time must be in the future.')
})

test('there are at most 100 downtimes of a schedule that are not over, and at most 100 of all schedules', async () => {
  const { api } = running
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', { name: 'busy', locations: ['local'] })
  made.push(`/api/3/schedules/${schedule.id}`)
  const [from, to] = [now() + HOUR, now() + 2 * HOUR]
  const over = await addDowntime(schedule.id, now(), now() + 1_000)
  nowMs += 2_000
  for (let many = 0; many < 100; many++) await addDowntime(schedule.id, from + many, to)
  const body = { downtime: { start_time: formatTime(from), end_time: formatTime(to) } }
  const refusal = { status: 403, body: { error_msg: expect.stringContaining('100 downtimes of this schedule') } }
  expect(await api.call('POST', `/api/2/schedules/${schedule.id}/downtime/`, body)).toMatchObject(refusal)
  expect(await api.call('POST', `/api/2/schedules/downtime/${over.id}/`, body)).toMatchObject(refusal)
  const renamed = await api.call('POST', `/api/2/schedules/downtime/${over.id}/`, { meta: { name: 'earlier' } })
  expect(renamed).toMatchObject({ status: 200, body: { meta: { name: 'earlier' } } })
  const ofAll = await addDowntime('all', from, to)
  made.push(`/api/2/schedules/downtime/${ofAll.id}/`)
})

test('a downtime of a schedule that is deleted at the same moment finds no schedule', async () => {
  const { api, server } = running
  const { db } = server.services.database
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', { name: 'gone', locations: ['local'] })
  const deleting = await db.startTransaction().execute()
  await deleting.deleteFrom('object').where('id', '=', schedule.id).execute()
  const body = { downtime: { start_time: formatTime(now() + HOUR), end_time: formatTime(now() + 2 * HOUR) } }
  const creating = api.call('POST', `/api/2/schedules/${schedule.id}/downtime/`, body)
  await waitsForLock(db)
  await deleting.commit().execute()
  expect(await creating).toMatchObject({ status: 404 })
})
