import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parseResultId } from '../../../src/domain/results/result-id.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { failed, type HandAgent, type Job, joinAgent, type Report, reportOf } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let database: Database
/** The server's clock. It stands: a wait that is measured by it does not depend on how fast the machine is. */
let nowMs = Date.parse('2026-03-02T10:00:00Z')
const made: string[] = []

beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  agent = await joinAgent(running.api, running.server.joinToken)
  database = openDatabase(running.databaseUrl, { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await running.stop()
})
/** Deletes the monitors made so far with what is queued for them: any job would be leased, also theirs. */
const clear = async () => {
  for (const id of made.splice(0)) await running.api.call('DELETE', `/api/2/calls/${id}/`)
}
afterEach(clear)

type Full = {
  result_category: string
  meta: { attempt: number; retry_of: string | null; ignored_in_stats: boolean; schedule_id: string }
  attempts?: { id: string; attempt: number; result_category: string }[]
}
type Counts = { results: { pass: number; fail: number }[] }

const full = (id: string) => running.api.get<Full>(`/api/2/results/${id}?mode=full`)

/** A monitor on a schedule of an hour with these settings; the server's clock stands where its first run is due. */
const firstRun = async (retry: { backoff_method: string | null; tags?: string[] }, frequency = 3600) => {
  const { api } = running
  await clear()
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  made.push(monitor.id)
  const schedule = await api.post<{ id: string; next_run: string }>('/api/3/schedules/', {
    ...retry,
    name: 's',
    frequency,
    locations: ['local'],
    targets: [monitor.id],
  })
  // The agent is seen shortly before: a run of a place where nobody has been for an hour would not be made.
  nowMs = Date.parse(schedule.next_run) - 5_000
  await agent.work(0, 0)
  nowMs = Date.parse(schedule.next_run)
  return { monitor: monitor.id, schedule: schedule.id, job: await leased() }
}
/** The next job; the server waits for it as an agent does. */
const leased = async (): Promise<Job> => {
  for (;;) {
    const [job] = await agent.work(1, 1)
    if (job) return job
  }
}
const reported = async (job: Job, change: Partial<Report> = {}) =>
  expect(await agent.report(reportOf(job, change))).toMatchObject({ refused: [] })
const queuedRuns = async (id: string) =>
  (await running.api.get<{ results: unknown[] }>(`/api/2/results/call/${id}/?result_category=QUEUED`)).results.length

test.each([
  ['constant', ['sys:backoff_interval:2'], [2, 2, 2]],
  ['expo', ['sys:backoff_base:3'], [1, 3, 9]],
  ['fibo', ['sys:backoff_max_retries:5'], [1, 1, 2, 3, 5]],
] as const)(
  'a run that fails is made again after the waits of %s, as often as the schedule says',
  async (method, tags, waits) => {
    const { monitor, job: first } = await firstRun({ backoff_method: method, tags: [...tags] })
    let job = first
    for (const [index, seconds] of waits.entries()) {
      await reported(job, failed)
      const endMs = Date.parse(job.due) + 66
      nowMs = endMs + seconds * 1000
      job = await leased()
      expect(Date.parse(job.due) - endMs).toBe(seconds * 1000)
      await expect(full(job.id)).resolves.toMatchObject({ meta: { attempt: index + 1, retry_of: first.id } })
    }
    await reported(job, failed)
    expect(await queuedRuns(monitor)).toBe(0)
    const { attempts, meta } = await full(job.id)
    expect(meta).toMatchObject({ attempt: waits.length, retry_of: first.id })
    expect(attempts?.map(({ attempt }) => attempt)).toEqual([...waits.keys(), waits.length])
  },
)

test('a run that finally passes is no failure: excluded attempts are marked and not counted', async () => {
  const { monitor, job: first } = await firstRun({
    backoff_method: 'constant',
    tags: ['sys:backoff_interval:1', 'sys:backoff_skip_save:2'],
  })
  const ids = [first.id]
  let job = first
  for (let nth = 0; nth < 2; nth++) {
    await reported(job, failed)
    nowMs += 1500
    job = await leased()
    ids.push(job.id)
  }
  await reported(job)
  expect(await Promise.all(ids.map(async (id) => (await full(id)).meta.ignored_in_stats))).toEqual([true, true, false])
  const { results } = await running.api.get<Counts>(`/api/2/calls/${monitor}/stats/passfail_range`)
  expect(results.map(({ pass, fail }) => [pass, fail])).toEqual([[1, 0]])
  const last = ids.at(-1) ?? ''
  expect((await full(last)).attempts).toMatchObject([
    { id: ids[0], result_category: 'FAIL' },
    { id: ids[1], result_category: 'FAIL' },
    { id: last, result_category: 'PASS' },
  ])
})

test('the last attempt of a run always counts', async () => {
  const { monitor, job } = await firstRun({
    backoff_method: 'constant',
    tags: ['sys:backoff_interval:1', 'sys:backoff_max_retries:1', 'sys:backoff_skip_save:10'],
  })
  await reported(job, failed)
  nowMs += 1500
  await reported(await leased(), failed)
  const { results } = await running.api.get<Counts>(`/api/2/calls/${monitor}/stats/passfail_range`)
  expect(results.map(({ fail }) => fail)).toEqual([1])
})

test('there is no retry once the next run is due, after a warning, without a method, or on demand', async () => {
  const soon = await firstRun({ backoff_method: 'constant', tags: ['sys:backoff_interval:60'] }, 60)
  await reported(soon.job, failed)
  expect(await queuedRuns(soon.monitor)).toBeLessThanOrEqual(1)
  const { attempts } = await full(soon.job.id)
  expect(attempts).toHaveLength(1)
  await running.api.call('DELETE', `/api/3/schedules/${soon.schedule}`)

  for (const [home, change] of [
    [{ backoff_method: 'fibo' }, { result_category: 'WARNING', result: 'HTTP_CLIENT_ERROR', http_code: 404 }],
    [{ backoff_method: 'none', tags: ['sys:backoff_max_retries:5'] }, failed],
    [{ backoff_method: null }, failed],
  ] as const) {
    const { job, monitor } = await firstRun({ ...home, tags: 'tags' in home ? [...home.tags] : [] })
    await reported(job, change)
    expect(await queuedRuns(monitor)).toBe(0)
  }

  const { monitor, job } = await firstRun({ backoff_method: 'fibo' })
  await reported(job)
  await running.api.post(`/api/3/monitors/${monitor}/run`)
  await reported(await leased(), failed)
  expect(await queuedRuns(monitor)).toBe(0)
})

test('an agent’s own failure is retried although it is only a warning', async () => {
  const { job, monitor } = await firstRun({ backoff_method: 'fibo' })
  await reported(job, {
    result_category: 'WARNING',
    result: 'CONNECTION_WARNING',
    http_code: null,
    exception_type: 'agent',
  })
  expect(await queuedRuns(monitor)).toBe(1)
})

test('a failure reported twice, even by two agents, is retried once', async () => {
  const { job, monitor } = await firstRun({ backoff_method: 'constant' })
  await Promise.all([agent.report(reportOf(job, failed)), agent.report(reportOf(job, failed))])
  await reported(job, failed)
  expect(await queuedRuns(monitor)).toBe(1)
})

test('a retry survives a restart of the server', async () => {
  const { job, monitor } = await firstRun({ backoff_method: 'constant' })
  await reported(job, failed)
  const before = await full(job.id)
  expect(before.attempts).toMatchObject([{ attempt: 0 }, { attempt: 1, result_category: 'QUEUED' }])
  const queued = before.attempts?.[1]?.id ?? ''
  await expect(full(queued)).resolves.toMatchObject({ meta: { attempt: 1, retry_of: job.id, trigger: 'schedule' } })
  nowMs += 11_000
  const again = await leased()
  expect(again.id).toBe(queued)
  await reported(again)
  expect(await queuedRuns(monitor)).toBe(0)
})

test('attempts excluded from alerts raise none and do not count in a row', async () => {
  const { api } = running
  const hook = await api.post<{ id: string }>('/api/3/webhooks/', {
    parameters: { url: 'https://example.com/hook', fails_in_a_row: '2' },
  })
  const told = async () => {
    const { rows } =
      await sql`select from delivery d join object o on o.key = d.webhook_key where o.id = ${hook.id}`.execute(
        database.db,
      )
    return rows.length
  }
  const { job: first } = await firstRun({
    backoff_method: 'constant',
    tags: ['sys:backoff_interval:1', 'sys:backoff_skip_notifs:2'],
  })
  let job = first
  // The attempts 0 and 1 are silent; 2 is the first in a row and 3 the second.
  for (const expected of [0, 0, 0, 1]) {
    await reported(job, failed)
    expect(await told()).toBe(expected)
    nowMs += 1500
    if (expected === 0) job = await leased()
  }
  await api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('field and tag set the same method: the one written last applies', async () => {
  const { api } = running
  type Row = { id: string; backoff_method: string | null; tags: string[] }
  const made = await api.post<Row>('/api/3/schedules/', { name: 't', tags: ['sys:backoff:expo', 'shop'] })
  expect(made).toMatchObject({ backoff_method: 'expo', tags: ['sys:backoff:expo', 'shop'] })
  const put = (body: object) => api.put<Row>(`/api/3/schedules/${made.id}`, body)
  expect(await put({ backoff_method: 'fibo' })).toMatchObject({
    backoff_method: 'fibo',
    tags: ['sys:backoff:fibo', 'shop'],
  })
  expect(await put({ tags: ['sys:backoff:none'] })).toMatchObject({
    backoff_method: 'none',
    tags: ['sys:backoff:none'],
  })
  expect(await put({ tags: ['shop'] })).toMatchObject({ backoff_method: 'none', tags: ['shop'] })
  const refused = await api.call('PUT', `/api/3/schedules/${made.id}`, { tags: ['sys:backoff_interval:0'] })
  expect(refused.status).toBe(422)
})

test('a server that fails twice and then answers is one pass, with the real agent', async () => {
  // By the attempt that the address names: where the machine is too slow for two retries before the next run, that run begins anew.
  const target = createServer(({ url = '' }, response) =>
    response.writeHead(parseResultId(url.slice(1))?.attempt === 2 ? 200 : 503).end(),
  )
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as AddressInfo
  const real = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` } })
  try {
    const monitor = await real.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'shaky' },
      request: { url: `http://127.0.0.1:${port}/{{CALL_RESULT_ID}}` },
    })
    await eventually(
      async () => (await real.api.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0,
    )
    const schedule = await real.api.post<{ id: string }>('/api/3/schedules/', {
      frequency: 15,
      locations: ['local'],
      targets: [monitor.id],
      backoff_method: 'fibo',
    })
    type Page = { results: { id: string; result_category: string; meta: { attempt: number } }[] }
    const passed = await eventually(
      async () =>
        (await real.api.get<Page>(`/api/2/results/call/${monitor.id}/?limit=100`)).results.find(
          ({ result_category }) => result_category === 'PASS',
        ),
      { withinMs: 60_000, what: 'an attempt that passes' },
    )
    expect(passed.meta.attempt).toBe(2)
    const { attempts } = await real.api.get<Full>(`/api/2/results/${passed.id}?mode=full`)
    expect(attempts?.map((one) => one.result_category)).toEqual(['FAIL', 'FAIL', 'PASS'])
    expect(schedule.id).toBe((await real.api.get<Full>(`/api/2/results/${passed.id}`)).meta.schedule_id)
  } finally {
    await real.stop()
    target.close()
  }
}, 90_000)
