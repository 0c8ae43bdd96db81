import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerClock } from '../../src/agent/server/server-clock.ts'
import { Roster } from '../../src/agent/work/roster.ts'
import { leaseJobs } from '../../src/server/dispatch/lease.ts'
import { makeDueRuns } from '../../src/server/scheduler/due-runs.ts'
import { openScheduling } from '../../src/server/scheduler/scheduling.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { scheduleFigures } from '../../src/server/store/schedules/schedules.ts'
import { jobFor } from '../agent/world.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../support/store.ts'

/** One project against its neighbours, runs that outlast their period, and clock changes, with a real database. */

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE = 60_000

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const neighbourOf = async (): Promise<TestStore> => {
  const { key } = await store.database.db
    .insertInto('project')
    .values({ id: newId(), org_id: null, name: 'neighbour', doc: '{}', created: 0, last_update: 0 })
    .returning('key')
    .executeTakeFirstOrThrow()
  return { ...store, projectKey: key }
}
const monitorsIn = (project: TestStore, count: number) =>
  Promise.all(Array.from({ length: count }, () => addMonitor(project, START)))
const jobs = () => store.database.db.selectFrom('job').selectAll().orderBy('due').execute()
const seen = (now: number) => store.database.db.updateTable('agent').set({ last_seen: now }).execute()

test('an agent leases runs of each project in turn, however many one has', async () => {
  const { location, agentId } = await addLocation(store, 'one', START)
  const neighbour = await neighbourOf()
  await addSchedule(store, { seconds: 60, targets: await monitorsIn(store, 30), now: START })
  await addSchedule(neighbour, { seconds: 60, targets: await monitorsIn(neighbour, 3), now: START })
  const now = START + MINUTE + 1
  await seen(now)
  await makeDueRuns(store.database.db, now)
  const { db } = store.database
  const leased = await leaseJobs(db, { locationKey: location.key, agentId, limit: 6, now })
  expect(leased.filter((job) => job.project_key === neighbour.projectKey)).toHaveLength(3)
  expect(leased).toHaveLength(6)
  const full = [store.projectKey]
  expect(await leaseJobs(db, { locationKey: location.key, agentId, limit: 6, now, full })).toEqual([])
  const quota = { locationKey: location.key, agentId, limit: 20, now, optimisticUpdates: 5 }
  expect(await leaseJobs(db, quota)).toHaveLength(2)
  // A single project may use all slots.
  expect(await leaseJobs(db, { locationKey: location.key, agentId, limit: 100, now })).toHaveLength(25)
})

test('hanging calls leave an agent room for other projects, also for each later one', async () => {
  const started: number[] = []
  const roster = new Roster({
    concurrency: 10,
    nowMs: () => START,
    steadyMs: () => 0,
    run: ({ project = 0 }) => {
      started.push(project)
      return new Promise(() => {})
    },
  })
  const due = new Date(START).toISOString()
  const jobsOf = (project: number, count: number) =>
    Array.from({ length: count }, (_, at) => jobFor('http://example.com/', { id: `${project}:${at}`, due, project }))
  const countOf = (project: number) => started.filter((one) => one === project).length
  roster.take(jobsOf(1, 100))
  expect(countOf(1)).toBe(8)
  expect(roster.full).toEqual([1])
  expect(roster.capacity).toBeGreaterThan(0)
  roster.take(jobsOf(2, 1))
  expect(countOf(2)).toBe(1)
})

test('a single project gets every slot that hanging calls leave, and its late runs as calls end', async () => {
  const ends = new Map<string, () => void>()
  const roster = new Roster({
    concurrency: 10,
    nowMs: () => START,
    steadyMs: () => 0,
    run: ({ id }) => new Promise((resolve) => ends.set(id, resolve)),
  })
  const due = new Date(START).toISOString()
  roster.take(Array.from({ length: 20 }, (_, at) => jobFor('http://example.com/', { id: `${at}`, due, project: 1 })))
  for (let at = 0; at < 20; at++) {
    ends.get(`${at}`)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(ends.size).toBe(20)
  await roster.finish()
  expect(roster.full).toEqual([])
})

test('a project with more slots than the scheduler takes at once does not delay its neighbour', async () => {
  const { location } = await addLocation(store, 'one', START)
  const neighbour = await neighbourOf()
  const [many, one] = [await monitorsIn(store, 1), await monitorsIn(neighbour, 1)]
  const schedule = await addSchedule(store, { seconds: 60, targets: many, now: START })
  await addSchedule(neighbour, { seconds: 60, targets: one, now: START })
  const { db } = store.database
  // Slots of copied monitors.
  await db.executeQuery(
    (await import('kysely')).sql`
    with copy as (
      insert into object (id, project_key, kind, name, doc, owner, created, last_update)
      select 'copy' || n, project_key, kind, name, doc, owner, created, last_update from object, generate_series(1, 6000) n
      where key = ${many[0]?.key ?? 0} returning key)
    insert into slot (schedule_key, target_key, location_key, project_key, frequency, anchor, next_due)
    select ${schedule.key}, key, ${location.key}, ${store.projectKey}, 60000, ${START}, ${START} from copy`.compile(db),
  )
  const now = START + MINUTE + 1
  await seen(now)
  await makeDueRuns(db, now)
  expect((await jobs()).filter((job) => job.project_key === neighbour.projectKey)).toHaveLength(1)
})

test('a run that is still running prevents the next one, which is counted', async () => {
  const { location, agentId } = await addLocation(store, 'one', START)
  const [target] = await monitorsIn(store, 1)
  if (!target) throw new Error('There is no monitor.')
  const schedule = await addSchedule(store, { seconds: 60, targets: [target], now: START })
  const { db } = store.database
  const figures = async () => (await scheduleFigures(db, [schedule])).get(schedule.key)
  const tick = async (now: number) => {
    await seen(now)
    await makeDueRuns(db, now)
  }
  const now = START + MINUTE
  await tick(now)
  const [first] = await leaseJobs(db, { locationKey: location.key, agentId, limit: 10, now })
  if (!first) throw new Error('Nothing was leased.')
  const renewed = (until: number) => db.updateTable('job').set({ lease_until: until }).execute()
  await renewed(now + 3 * MINUTE)
  await tick(first.due + MINUTE - 1)
  expect(await figures()).toMatchObject({ missed: 0, overlapped: 0 })
  await tick(first.due + MINUTE)
  await tick(first.due + 2 * MINUTE)
  expect(await jobs()).toHaveLength(1)
  expect(await figures()).toMatchObject({ missed: 0, overlapped: 2 })
  // A run on demand waits for the running one.
  const asked = { target_key: target.key, location_key: location.key, source: -5, attempt: 0, due: first.due + MINUTE }
  await db
    .insertInto('job')
    .values({
      ...asked,
      project_key: store.projectKey,
      trigger: 1,
      expires: first.due + 60 * MINUTE,
      context: null,
      lease_until: null,
      agent_id: null,
    })
    .execute()
  const later = first.due + 2 * MINUTE + 5_000
  expect(await leaseJobs(db, { locationKey: location.key, agentId, limit: 10, now: later })).toEqual([])
  await db.deleteFrom('job').where('due', '=', first.due).execute()
  expect(await leaseJobs(db, { locationKey: location.key, agentId, limit: 10, now: later })).toMatchObject([asked])
})

test('a clock that was an hour ahead and is set back stops no monitor, and the step is reported', async () => {
  await addLocation(store, 'one', START)
  await addSchedule(store, { seconds: 60, targets: await monitorsIn(store, 20), now: START })
  let [now, steady] = [START, 0]
  const said: string[] = []
  const scheduling = openScheduling({
    db: store.database.db,
    clock: () => now,
    steadyMs: () => steady,
    wake: () => {},
    log: (line) => said.push(line),
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      now += 5_000
      steady += 5_000
      await seen(now)
      await scheduling.tick()
      // An agent takes and reports everything immediately.
      await store.database.db.deleteFrom('job').where('due', '<=', now).execute()
    }
  }
  await pass(MINUTE)
  now += 60 * MINUTE
  await pass(10_000)
  now -= 60 * MINUTE
  steady += 200
  await scheduling.tick()
  expect(scheduling.state()).toMatchObject({ scheduler: true, clockStep: { steppedMs: -60 * MINUTE - 200, at: now } })
  expect(said.join()).toContain('The clock was set back by 3600.2 s.')
  expect((await jobs()).filter((job) => job.due > now + 5_000)).toEqual([])
  const made = new Set<number>()
  for (let passed = 0; passed < MINUTE + 5_000; passed += 5_000) {
    now += 5_000
    steady += 5_000
    await seen(now)
    await scheduling.tick()
    for (const job of await jobs()) made.add(job.target_key)
    await store.database.db.deleteFrom('job').where('due', '<=', now).execute()
  }
  expect(made.size).toBe(20)
})

test('an agent follows its server’s clock when that is set back, not its own', () => {
  let [epoch, steady] = [START, 0]
  const clock = new ServerClock(
    () => epoch,
    () => steady,
  )
  for (let sample = 0; sample < 8; sample++) {
    steady += 1000
    clock.sample(START + steady, 10)
  }
  epoch += 60 * MINUTE
  expect(clock.nowMs()).toBe(START + steady + 5)
  for (let sample = 0; sample < 2; sample++) {
    steady += 1000
    clock.sample(START + steady - 60 * MINUTE, 10)
  }
  expect(clock.nowMs()).toBe(START + steady - 60 * MINUTE + 5)
})
