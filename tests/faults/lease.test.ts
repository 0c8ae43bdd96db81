import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/server/dispatch/lease.ts'
import { runOfId } from '../../src/server/store/results/runs.ts'
import { type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { startServer, type TestServer } from '../support/server.ts'

let nowMs = Date.now()
let running: TestServer
let first: HandAgent
let second: HandAgent
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  first = await joinAgent(running.api, running.server.joinToken)
  second = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running?.stop())

const runOnce = async (): Promise<string> => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'leased' },
    request: { url: 'http://example.com/' },
  })
  return (await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)).result_id
}
const idsOf = (jobs: readonly { id: string }[]) => jobs.map((job) => job.id)

test('a job of a silent agent becomes available after the lease, and not earlier', async () => {
  const asked = await runOnce()
  expect(idsOf(await first.work())).toEqual([asked])
  nowMs += LEASE_MS - 1
  expect(await second.work(10, 0)).toEqual([])
  nowMs += 1
  expect(idsOf(await second.work(10, 0))).toEqual([asked])
  await second.report(reportOf({ id: asked, due: new Date(nowMs).toISOString() }))
})

test('a restarted agent gets its previous process’s jobs immediately', async () => {
  const asked = await runOnce()
  expect(idsOf(await first.work())).toEqual([asked])
  const again = { capacity: 10, running: [], wait_seconds: 0 }
  const work = async (body: object) =>
    running.api.as(first.key).post<{ jobs: { id: string }[] }>('/remote-api/1/agent/work', body)
  expect((await work(again)).jobs).toEqual([])
  const { jobs } = await work({ ...again, fresh: true })
  expect(idsOf(jobs)).toEqual([asked])
  await first.report(reportOf({ id: asked, due: new Date(nowMs).toISOString() }))
})

test('a job that its agent still names stays leased', async () => {
  const asked = await runOnce()
  expect(idsOf(await first.work())).toEqual([asked])
  nowMs += LEASE_MS - 1
  await running.api.as(first.key).post('/remote-api/1/agent/work', { capacity: 0, running: [asked], wait_seconds: 0 })
  nowMs += LEASE_MS - 1
  expect(await second.work(10, 0)).not.toContainEqual(expect.objectContaining({ id: asked }))
  expect((await first.report(reportOf({ id: asked, due: new Date(nowMs).toISOString() }))).accepted).toEqual([asked])
})

test('an agent that reports after another has done its job changes nothing', async () => {
  const asked = await runOnce()
  const [job] = await first.work()
  if (!job) throw new Error('Nothing was leased.')
  nowMs += LEASE_MS
  expect(idsOf(await second.work(10, 0))).toContain(asked)
  await second.report(reportOf(job))
  const late = reportOf(job, { result_category: 'FAIL', result: 'HTTP_SERVER_ERROR', http_code: 500 })
  expect(await first.report(late)).toEqual({ accepted: [asked], refused: [] })
  expect(await running.api.get(`/api/2/results/${asked}/`)).toMatchObject({ result_category: 'PASS' })
})

test('a run counted as missed no longer counts once its result arrives', async () => {
  const { db } = running.server.services.database
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'late' },
    request: { url: 'http://example.com/' },
  })
  await running.api.post('/api/3/schedules/', { frequency: 86_400, regions: ['all'], targets: [id] })
  // Runs are only made where an agent was seen recently.
  await first.work(1, 0)
  await db.updateTable('slot').set({ next_due: nowMs }).execute()
  // Runs of earlier tests may be leased again at the same time.
  const isScheduled = (job: { id: string }) => (runOfId(job.id)?.source ?? 0) > 0
  const job = await eventually(async () => (await first.work(10, 0)).find(isScheduled), { what: 'the run' })
  const missed = async () => (await db.selectFrom('slot').select('missed').executeTakeFirstOrThrow()).missed
  expect(await missed()).toBe(0)
  nowMs += 2 * 3_600_000
  await eventually(async () => (await missed()) === 1, { what: 'a run that is given up' })
  expect((await first.report(reportOf(job))).accepted).toEqual([job.id])
  expect(await missed()).toBe(0)
})
