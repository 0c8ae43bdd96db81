import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/domain/core/periods.ts'
import { createApiKey } from '../../../src/server/store/projects/projects.ts'
import { failed, type HandAgent, joinAgent, type Report, reportOf, runOnce } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let here: HandAgent
let there: HandAgent
let monitorId: string

/** Sets the server's clock to shortly after a full hour, so that none begins in the middle of a test. */
const aheadMs = HOUR_MS - (Date.now() % HOUR_MS) + 60_000

/** Runs the monitor once at a location, and reports these phases (milliseconds) and this address. */
const run = async (agent: HandAgent, locationId: string, change: Partial<Report>) => {
  return runOnce(running.api, agent, monitorId, { location_id: locationId, change })
}
const taking = (processing: number): Partial<Report> => ({
  timing: { dns: 0, tcp: 0, handshake: 0, upload: 0, processing, download: 0, redirect: 0, total: processing },
})

beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs })
  here = await joinAgent(running.api, running.server.joinToken, 'here')
  there = await joinAgent(running.api, running.server.joinToken, 'there', {
    name: 'There',
    continent: 'EU',
    cloud: 'AWS',
  })
  monitorId = (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm' },
      request: { url: 'http://example.com/' },
    })
  ).id
  for (const ms of [100, 200, 300, 400]) await run(here, 'here', taking(ms))
  for (const ms of [1000, 2000]) await run(there, 'there', { ...taking(ms), dest_ip: '2001:db8::1' })
  await run(there, 'there', { ...failed, http_code: null, result: 'CONNECTION_ERROR', dest_ip: null })
})
afterAll(() => running.stop())

type Metrics = {
  meta: { interval: string; dest_ips: string[] }
  results: { value: number; count: number; location_id: string }[]
}
const metrics = (location: string, query: string) =>
  running.api.get<Metrics>(`/api/2/calls/${monitorId}/stats/metrics/${location}/?${query}`)

test('a quantile of the total, at one location and at all, covers every result with a response', async () => {
  const all = await metrics('all', 'quantile=1')
  expect(all.results).toMatchObject([
    { time: expect.any(String), location_id: 'all', value: expect.any(Number), count: 6 },
  ])
  expect(Math.abs((all.results[0]?.value ?? 0) - 2000)).toBeLessThan(20)
  expect(all.meta).toMatchObject({ interval: 'HOUR', dest_ips: ['192.0.2.1', '2001:db8::1'] })
  const one = await metrics('here', 'quantile=0')
  expect(one.results.map(({ count }) => count)).toEqual([4])
  expect(Math.abs((one.results[0]?.value ?? 0) - 100)).toBeLessThan(1)
})

/** The last three hours, whose quantiles are exact. */
const lately = () => `start=${new Date(Date.now() + aheadMs - 3 * HOUR_MS).toISOString()}`

test('quantiles of a short window and of one IP address are exact, those of a long one within 1 %', async () => {
  const exact = await metrics('here', `metric=ttfb&quantile=0.5&${lately()}`)
  expect(exact.results).toMatchObject([{ value: 200, count: 4 }])
  const [week] = (await metrics('here', 'metric=ttfb&quantile=0.5')).results
  expect(week?.count).toBe(4)
  expect(Math.abs((week?.value ?? 0) - 200)).toBeLessThanOrEqual(2)
  expect((await metrics('all', 'dest_ip=2001:db8::1&quantile=0.5')).results).toMatchObject([{ value: 1000, count: 2 }])
  expect((await running.api.call('GET', `/api/2/calls/${monitorId}/stats/metrics/nowhere/`)).status).toBe(404)
})

test('days count passes and failures, and the monitor shows its rate and median', async () => {
  const days = await running.api.get<{ results: object[] }>(`/api/2/calls/${monitorId}/stats/passfail_range`)
  expect(days.results).toMatchObject([{ pass: 6, slow: 0, warning: 0, fail: 1, total: 7 }])
  const shown = await running.api.get<{ pass_rate_24h: number; median_24h: number; last_result: object }>(
    `/api/3/monitors/${monitorId}`,
  )
  expect(shown.pass_rate_24h).toBeCloseTo(6 / 7)
  expect(shown.last_result).toMatchObject({ result_category: 'FAIL', http_code: null })
  const earlier = await running.api.get<{ results: object[] }>(
    `/api/2/calls/${monitorId}/stats/passfail_range?start=2020-01-01T00:00:00.5Z&end=2020-02-01T00:00:00%2B02:00`,
  )
  expect(earlier.results).toEqual([])
})

test('a viewer sees outcomes without result details', async () => {
  const { db } = running.server.services.database
  const { key: projectKey } = await db.selectFrom('project').select('key').executeTakeFirstOrThrow()
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const viewer = running.api.as(
    await createApiKey(db, { projectKey, name: 'v', level: 'VIEWER', accountId, now: Date.now() }),
  )
  const { results } = await viewer.get<{ results: { id: string }[] }>(`/api/2/results/?limit=1`)
  const summary = ['created', 'http_code', 'id', 'location_id', 'response_time', 'result_category', 'test']
  expect(Object.keys(results[0] ?? {}).sort()).toEqual(summary)
  const full = await viewer.get(`/api/2/results/${results[0]?.id}/?mode=full`)
  expect(Object.keys(full).sort()).toEqual(summary)
  expect((await viewer.call('GET', `/api/2/results/${results[0]?.id}/content`)).status).toBe(403)
})

test('results are filtered by category and time, and pages neither repeat nor skip any', async () => {
  const list = (query: string) =>
    running.api.get<{ meta: { more: boolean; next_cursor: string | null }; results: { id: string }[] }>(
      `/api/2/results/call/${monitorId}/?${query}`,
    )
  expect((await list('result_category=FAIL')).results).toHaveLength(1)
  expect((await list('result_category=TIMEOUT')).results).toHaveLength(1)
  expect((await list(`time=2020-01-01T00:00:00Z`)).results).toEqual([])
  const first = await list('limit=5')
  expect(first.meta.more).toBe(true)
  const second = await list(`limit=5&cursor=${first.meta.next_cursor}`)
  const ids = [...first.results, ...second.results].map(({ id }) => id)
  expect(new Set(ids).size).toBe(7)
})

test('a result in the older form is stored with the phases of its counters, and judged by the server', async () => {
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`, {
    location_id: 'here',
  })
  await here.work()
  const answer = await running.api.as('').call('POST', `/remote-api/1/test/${monitorId}/`, {
    access_token: here.key,
    test_key_str: monitorId,
    result_key_str: result_id,
    start_time: '2026-01-05T10:00:00.25Z',
    request: { method: 'GET', url: 'http://example.com/', headers: { Authorization: 'Bearer CANARY' } },
    response: {
      url: 'http://example.com/',
      headers: [['Content-Type', 'text/plain']],
      payload: 'not here',
      status_code: 404,
      status_string: 'Not Found',
    },
    curl_info: {
      NAMELOOKUP_TIME: 0.01,
      CONNECT_TIME: 0.03,
      APPCONNECT_TIME: 0.07,
      PRETRANSFER_TIME: 0.08,
      STARTTRANSFER_TIME: 0.2,
      TOTAL_TIME: 0.25,
      PRIMARY_IP: '192.0.2.9',
      SIZE_DOWNLOAD: 8,
    },
    dns_lookups: [['example.com', '192.0.2.9', 0.01]],
    version: '1',
  })
  expect(answer).toMatchObject({ status: 200, body: { result_id } })
  const stored = await running.api.get<{ timing: Record<string, number> }>(`/api/2/results/${result_id}/?mode=full`)
  expect(stored).toMatchObject({
    result_category: 'WARNING',
    meta: { result: 'HTTP_CLIENT_ERROR' },
    response: { body: 'not here' },
  })
  const { dns, tcp, handshake, upload, processing, download, total } = stored.timing
  expect([dns, tcp, handshake, upload, processing, download, total].map((ms) => Math.round(ms ?? 0))).toEqual([
    10, 20, 40, 10, 120, 50, 250,
  ])
  expect(JSON.stringify(stored)).not.toContain('CANARY')
})

test('several quantiles are returned at once, in the requested interval', async () => {
  type Many = { meta: object; results: { value: number; values: Record<string, number> }[] }
  const many = (query: string) => running.api.get<Many>(`/api/2/calls/${monitorId}/stats/metrics/all/?${query}`)
  const phase = await many(`metric=ttfb&quantiles=0, 1&quantile=0.5&interval=DAY&${lately()}`)
  expect(phase.meta).toMatchObject({ interval: 'DAY', quantile: 0.5, quantiles: ['0', '1'] })
  expect(phase.results).toMatchObject([{ values: { '0': 100, '1': 2000 } }])
  const total = await many('quantiles=0.5,0.95')
  expect(Object.keys(total.results[0]?.values ?? {})).toEqual(['0.5', '0.95'])
  expect(total.results[0]?.value).toBe(total.results[0]?.values['0.5'])
  for (const wrong of [
    '2',
    '0.5,',
    'x',
    Array(11)
      .fill('0.1')
      .map((_, at) => `0.${at + 1}1`)
      .join(','),
  ])
    expect(
      (await running.api.call('GET', `/api/2/calls/${monitorId}/stats/metrics/all/?quantiles=${wrong}`)).status,
    ).toBe(422)
  expect(
    (
      await running.api.call(
        'GET',
        `/api/2/calls/${monitorId}/stats/metrics/all/?interval=HOUR&start=2020-01-01T00:00:00Z`,
      )
    ).status,
  ).toBe(422)
})

test('passes and failures are counted by hour and by location, and each location has its figures', async () => {
  const hours = await running.api.get<{ meta: object; results: { time: string; total: number }[] }>(
    `/api/2/calls/${monitorId}/stats/passfail_range?interval=HOUR&location_id=there`,
  )
  expect(hours.meta).toMatchObject({ interval: 'HOUR' })
  expect(hours.results.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThanOrEqual(3)
  const { all, results } = await running.api.get<{ all: object; results: { location_id: string; median: number }[] }>(
    `/api/2/calls/${monitorId}/stats/locations/`,
  )
  expect(all).toMatchObject({ pass: 6, fail: 1, median: expect.any(Number), p95: expect.any(Number) })
  expect(results).toMatchObject([
    { location_id: 'here', pass: 4, fail: 0, pass_rate: 1 },
    { location_id: 'there', pass: 2, fail: 1 },
  ])
  // The lesser of its two responses of 1 000 and 2 000 ms.
  expect(Math.abs((results[1]?.median ?? 0) - 1000)).toBeLessThanOrEqual(10)
  expect((await running.api.call('GET', `/api/2/calls/${monitorId}/stats/passfail_range?location_id=no`)).status).toBe(
    422,
  )
})

test('the figures of many monitors are returned hour by hour, only for the project’s own', async () => {
  const { projects } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  const projectId = projects[0]?.project.id ?? ''
  const idle = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'idle' },
    request: { url: 'http://example.com/' },
  })
  const { results } = await running.api.post<{
    results: Record<string, { hours: { fail: number; median: number }[] }>
  }>(`/api/3/projects/${projectId}/stats/before/`, { call_ids: [monitorId, idle.id, 'none of ours'] })
  expect(Object.keys(results).sort()).toEqual([monitorId, idle.id].sort())
  expect(results[idle.id]).toEqual({ last_result: null, pass_rate_24h: null, median_24h: null, hours: [] })
  expect(results[monitorId]).toMatchObject({ last_result: { id: expect.any(String) } })
  const hours = results[monitorId]?.hours ?? []
  expect(hours.reduce((sum, { fail }) => sum + fail, 0)).toBe(1)
  expect(hours.some(({ median }) => median >= 100)).toBe(true)
  expect(
    (await running.api.call('POST', '/api/3/projects/another/stats/before/', { call_ids: [monitorId] })).status,
  ).toBe(404)
})

test('the synopsis counts the project and lists the worst monitors first', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'broken' },
    request: { url: 'http://example.com/' },
  })
  await running.api.post(`/api/3/monitors/${id}/run`, { location_id: 'here' })
  const [job] = await here.work()
  if (!job) throw new Error('Nothing was leased.')
  await here.report(reportOf(job, { ...failed, http_code: null, result: 'CONNECTION_ERROR' }))
  const synopsis = await running.api.get<{ mean_latency_24h: number; worst: object[] }>('/api/2/project/synopsis')
  expect(synopsis).toMatchObject({ calls: 3, workflows: 0, schedules: 1, results_24h: { slow: 0, fail: 2 } })
  expect(synopsis.worst).toMatchObject([
    { call_id: id, name: 'broken', pass_rate_24h: 0, median_24h: null, last_result: 'FAIL' },
    { call_id: monitorId, median_24h: expect.any(Number) },
  ])
  // The six that had a response before, and the one of the older form that took 250 ms; not the two that had none.
  expect(synopsis.mean_latency_24h).toBeCloseTo((100 + 200 + 300 + 400 + 1000 + 2000 + 250) / 7, 0)
})

test('the synopsis lists a monitor that only warned below those that failed', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'warned' },
    request: { url: 'http://example.com/' },
  })
  await running.api.post(`/api/3/monitors/${id}/run`, { location_id: 'here' })
  const [job] = await here.work()
  if (!job) throw new Error('Nothing was leased.')
  await here.report(reportOf(job, { result_category: 'WARNING', result: 'CONTENT_WARNING' }))
  const { worst } = await running.api.get<{ worst: { name: string }[] }>('/api/2/project/synopsis')
  expect(worst.map(({ name }) => name).at(0)).toBe('broken')
  expect(worst.map(({ name }) => name).at(-1)).toBe('warned')
})

test('results are filtered by location and trigger, and each has its neighbours', async () => {
  type Page = { results: { id: string; location_id: string }[] }
  const list = (query: string) => running.api.get<Page>(`/api/2/results/call/${monitorId}/?${query}`)
  expect(new Set((await list('location_id=there')).results.map((one) => one.location_id))).toEqual(new Set(['there']))
  expect((await list('trigger=schedule')).results).toEqual([])
  expect((await list('trigger=api')).results.length).toBeGreaterThan(6)
  expect((await running.api.call('GET', '/api/2/results/?location_id=nowhere')).status).toBe(422)
  const ids = (await list('')).results.map(({ id }) => id)
  for (const [at, id] of ids.entries())
    expect(await running.api.get(`/api/2/results/${id}/?mode=full`)).toMatchObject({
      previous_id: ids[at + 1] ?? null,
      next_id: ids[at - 1] ?? null,
    })
})

test('each run counts once in the monthly usage, and a skipped one does not', async () => {
  const use = async () => (await running.api.get<{ counts: Record<string, number> }>('/api/2/account/quota')).counts
  const before = await use()
  expect(before.org_test_run_count).toBe(before.user_test_run_count)
  const reportTwice = async (change: Partial<Report>) => {
    await running.api.post(`/api/3/monitors/${monitorId}/run`, { location_id: 'here' })
    const [job] = await here.work()
    if (!job) throw new Error('Nothing was leased.')
    for (let time = 0; time < 2; time++) await here.report({ ...reportOf(job), ...change })
  }
  await reportTwice({})
  await reportTwice({ result_category: 'SKIPPED', result: 'TOKEN_EXPIRED' })
  expect((await use()).user_test_run_count).toBe((before.user_test_run_count ?? 0) + 1)
})
