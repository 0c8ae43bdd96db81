import { afterEach, beforeEach, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/server/dispatch/lease.ts'
import { type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Runs that crash their agents, with a real server and database and a clock controlled by the test. */

let nowMs = 0
let running: TestServer
let agent: HandAgent
beforeEach(async () => {
  nowMs = Date.now()
  running = await startServer({ clock: () => nowMs })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterEach(() => running?.stop())

const makeMonitor = async (name: string): Promise<string> =>
  (await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } }))
    .id
const runNow = async (monitor: string): Promise<string> =>
  (await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`)).result_id
type Result = { result_category: string; exception?: string | null; meta: { result: string; exception_type: string } }
const readResult = (id: string) => running.api.get<Result>(`/api/2/results/${id}/?mode=full`)
const idsOf = (jobs: readonly { id: string }[]) => jobs.map((job) => job.id)

/** Leases all jobs and dies: nothing is reported, and the leases expire. */
const dieWith = async (wanted: string): Promise<string[]> => {
  const ids = await eventually(
    async () => {
      const taken = idsOf(await agent.work(100, 0))
      return taken.includes(wanted) && taken
    },
    { what: `the run ${wanted}` },
  )
  nowMs += LEASE_MS
  return ids
}

test('a run lost by three agents becomes a result that says so, and is not leased again', async () => {
  const poison = await runNow(await makeMonitor('poison'))
  for (let death = 0; death < 3; death++) expect(await dieWith(poison)).toEqual([poison])
  const result = await eventually(
    async () => {
      const found = await readResult(poison)
      return found.result_category !== 'QUEUED' && found
    },
    { what: 'the verdict' },
  )
  expect(result).toMatchObject({
    result_category: 'WARNING',
    meta: { result: 'CONNECTION_WARNING', exception_type: 'agent' },
    exception: 'This run was handed to an agent three times and none reported a result.',
  })
  expect(await agent.work(100, 0)).toEqual([])
})

test('runs that shared an agent with a crashing one are repeated, and none becomes an error', async () => {
  const poison = await runNow(await makeMonitor('poison'))
  const innocent = await Promise.all(
    Array.from({ length: 5 }, async (_, at) => runNow(await makeMonitor(`innocent ${at}`))),
  )
  const left = new Set([poison, ...innocent])
  let deaths = 0
  await eventually(
    async () => {
      const jobs = await agent.work(100, 0)
      if (idsOf(jobs).includes(poison)) {
        deaths++
        nowMs += LEASE_MS
      } else {
        for (const { id } of jobs) left.delete(id)
        await agent.report(...jobs.map((job) => reportOf(job)))
        if ((await readResult(poison)).result_category !== 'QUEUED') left.delete(poison)
      }
      return left.size === 0
    },
    { what: 'a result of every run' },
  )
  expect(deaths).toBe(3)
  for (const id of innocent) expect((await readResult(id)).result_category).toBe('PASS')
  expect((await readResult(poison)).result_category).toBe('WARNING')
})

test('the next run of a monitor that crashed agents is leased alone', async () => {
  const monitor = await makeMonitor('poison')
  const poison = await runNow(monitor)
  for (let death = 0; death < 3; death++) await dieWith(poison)
  await eventually(async () => (await readResult(poison)).result_category === 'WARNING', { what: 'the verdict' })
  const other = await makeMonitor('other suspect')
  const again = await runNow(monitor)
  const also = await runNow(other)
  expect(idsOf(await agent.work(100, 0))).toEqual([also])
  expect(await eventually(async () => (await agent.work(100, 0))[0]?.id)).toBe(again)
})

test('a trial lost by three agents is reported to its caller', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/3/monitors/run-draft', {
    request: { url: 'https://example.com/' },
  })
  for (let death = 0; death < 3; death++) {
    await eventually(async () => (await agent.work(100, 0)).length > 0, { what: 'the trial' })
    nowMs += LEASE_MS
  }
  const trial = await eventually(async () => {
    const found = await running.api.get<{ state: string; outcome: object | null }>(`/api/3/monitors/run-draft/${id}`)
    return found.state === 'done' && found
  })
  expect(JSON.stringify(trial.outcome)).toContain('handed to an agent three times')
})
