import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_MS, leaseJobs } from '../../../src/server/dispatch/lease.ts'
import { sweepLostRuns } from '../../../src/server/ingest/lost-runs.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { leaseWorkflow, madeReport, newMonitor, newWorkflow } from '../../support/workflows.ts'

let now = Date.parse('2026-03-01T10:00:00Z')
let running: TestServer
let api: Api
let agent: HandAgent
beforeAll(async () => {
  // The hands of this test make and judge runs: the server's own loops follow the same clock, which stands still.
  running = await startServer({ clock: () => now })
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
})
afterAll(() => running.stop())

const FREQUENCY = 600
const scheduled = async (workflow: string, schedule: object = {}): Promise<string> => {
  const { id } = await api.post<{ id: string }>('/api/3/schedules/', {
    name: 'Often',
    frequency: FREQUENCY,
    locations: ['local'],
    ...schedule,
  })
  await api.call('PUT', `/api/2/schedules/${id}/run/${workflow}`)
  return id
}

/** Moves the clock to the next run of a schedule, makes what is due, and returns the ids of queued runs of a workflow. */
const nextRuns = async (schedule: string, workflow: string): Promise<string[]> => {
  const { next_run } = await api.get<{ next_run: string }>(`/api/3/schedules/${schedule}`)
  now = Date.parse(next_run)
  // An agent that asked lately keeps its location online.
  await agent.work(0, 0)
  await makeDueRuns(running.server.services.database.db, now)
  return queuedOf(workflow)
}
const queuedOf = async (workflow: string): Promise<string[]> => {
  const { results } = await api.get<{ results: { id: string }[] }>(
    `/api/2/workflows/${workflow}/results/?result_category=QUEUED`,
  )
  return results.map(({ id }) => id)
}
const broken = () => newMonitor(api, 'Broken', { url: `${running.server.sampleUrl}/error?code=503` })
const fine = () => newMonitor(api, 'Fine', { url: `${running.server.sampleUrl}/ok` })

test('a failed run is made again as a whole by the tags of the workflow, not by the schedule', async () => {
  const workflow = await newWorkflow(api, [await fine(), await broken()], {
    tags: ['sys:backoff:constant', 'sys:backoff_interval:5', 'sys:backoff_max_retries:1'],
  })
  const schedule = await scheduled(workflow, { backoff_method: 'none' })
  const [first = ''] = await nextRuns(schedule, workflow)
  await agent.report(await madeReport(await leaseWorkflow(agent, first)))
  const [second = ''] = await queuedOf(workflow)
  now += 6_000
  await agent.report(await madeReport(await leaseWorkflow(agent, second)))
  const result = await api.get<{ results: { result_id: string }[] }>(`/api/2/workflows/results/${second}/`)
  expect(result).toMatchObject({
    meta: { attempt: 1, retry_of: first, trigger: 'schedule', schedule_id: schedule },
    steps: { run: 2 },
    attempts: [{ id: first }, { id: second }],
  })
  expect(await queuedOf(workflow)).toEqual([])
  // Its steps are attempts of their own, with the schedule of the workflow.
  expect(await api.get(`/api/2/results/${result.results[0]?.result_id}/?mode=full`)).toMatchObject({
    meta: { attempt: 1, schedule_id: schedule, workflow_result_id: second },
  })
})

test('the method none switches the retries of the schedule off', async () => {
  const workflow = await newWorkflow(api, [await broken()], { tags: ['sys:backoff:none'] })
  const schedule = await scheduled(workflow, { backoff_method: 'constant' })
  const [first = ''] = await nextRuns(schedule, workflow)
  await agent.report(await madeReport(await leaseWorkflow(agent, first)))
  expect(await queuedOf(workflow)).toEqual([])
})

test('runs of two schedules do not overlap where the workflow forbids it: the second is dropped and counted', async () => {
  const workflow = await newWorkflow(api, [await fine()], { tags: ['sys:workflow_mutex'] })
  const schedules = [await scheduled(workflow), await scheduled(workflow)]
  const nextRunOf = async (id: string) => (await api.get<{ next_run: string }>(`/api/3/schedules/${id}`)).next_run
  const times = new Map(await Promise.all(schedules.map(async (id) => [id, await nextRunOf(id)] as const)))
  // Each has its own time within the period; the clock jumps to the earlier, or the other would be long overdue.
  const [one = '', two = ''] = schedules.toSorted((a, b) => ((times.get(a) ?? '') < (times.get(b) ?? '') ? -1 : 1))
  const [first = ''] = await nextRuns(one, workflow)
  const job = await leaseWorkflow(agent, first)
  const { db } = running.server.services.database
  // It may be due already, since its time within the minute is its own.
  const { next_due } = await db
    .selectFrom('slot')
    .innerJoin('object', 'object.key', 'slot.schedule_key')
    .where('object.id', '=', two)
    .select('slot.next_due')
    .executeTakeFirstOrThrow()
  now = Math.max(now, Number(next_due))
  await db
    .updateTable('job')
    .set({ lease_until: now + LEASE_MS })
    .execute()
  await agent.work(0, 0)
  await makeDueRuns(db, now)
  expect(await queuedOf(workflow)).toEqual([first])
  expect(await api.get(`/api/3/schedules/${two}`)).toMatchObject({ overlapped: 1, missed: 0 })
  await agent.report(await madeReport(job))
})

test('a run whose agents die three times becomes a result, as any other does', async () => {
  const workflow = await newWorkflow(api, [await fine(), await fine()])
  // A location of its own: runs of the schedules above wait at the other.
  const mortal = await joinAgent(api, running.server.joinToken, 'elsewhere')
  const { workflow_result_id: id } = await api.post<{ workflow_result_id: string }>(
    `/api/2/workflows/${workflow}/run`,
    {
      location_id: 'elsewhere',
    },
  )
  const { database, ingest, dispatch, trials } = running.server.services
  for (let times = 0; times < 3; times++) {
    await leaseWorkflow(mortal, id)
    now += LEASE_MS + 1
    await sweepLostRuns({ db: database.db, ingest, trials, dispatch, now, log: () => {} })
  }
  expect(await api.get(`/api/2/workflows/results/${id}/`)).toMatchObject({
    meta: { result_category: 'WARNING', result: 'CONNECTION_WARNING' },
    results: [],
  })
})

test('two agents that ask at the same moment, at two locations, never get both runs of a workflow that may not overlap', async () => {
  const workflow = await newWorkflow(api, [await fine()], { tags: ['sys:workflow_mutex'] })
  await joinAgent(api, running.server.joinToken, 'berlin')
  const { db } = running.server.services.database
  const locations = await db.selectFrom('location').select('key').where('id', 'in', ['local', 'berlin']).execute()
  const { key: target_key, project_key } = await db
    .selectFrom('object')
    .select(['key', 'project_key'])
    .where('id', '=', workflow)
    .executeTakeFirstOrThrow()
  // Both were queued before either began, as by two schedules.
  for (const [nth, { key: location_key }] of locations.entries())
    await db
      .insertInto('job')
      .values({
        target_key,
        project_key,
        location_key,
        due: now,
        source: -100 - nth,
        attempt: 0,
        trigger: 1,
        expires: now + 600_000,
        lease_until: null,
        agent_id: null,
        context: null,
        needs: null,
      })
      .execute()
  const lease = (at: typeof db, location: number) =>
    leaseJobs(at, { locationKey: location, agentId: `agent of ${location}`, limit: 100, now }).then((jobs) =>
      jobs.filter((job) => job.target_key === target_key),
    )
  const [here = 0, there = 0] = locations.map(({ key }) => key)
  const first = await db.transaction().execute(async (open) => {
    const leased = await lease(open, here)
    // The first lease is not committed yet: the second neither sees it nor waits for it.
    expect(await lease(db, there)).toEqual([])
    return leased
  })
  expect(first).toHaveLength(1)
  expect(await lease(db, there)).toEqual([])
  await db.deleteFrom('job').where('target_key', '=', target_key).where('location_key', '=', here).execute()
  expect(await lease(db, there)).toHaveLength(1)
  await db.deleteFrom('job').where('target_key', '=', target_key).execute()
})
