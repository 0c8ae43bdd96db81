import { afterEach, beforeEach, expect, test } from 'vitest'
import { AGENTS_RETURN_MS, leaseJobs } from '../../../src/server/dispatch/lease.ts'
import { openScheduling } from '../../../src/server/scheduler/scheduling.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE_MS = 60_000

let store: TestStore
let now = START
let steady = 0
beforeEach(async () => {
  store = await openStore()
  ;[now, steady] = [START, 0]
})
afterEach(() => store.stop())

/** A server that starts now. */
const startScheduling = () =>
  openScheduling({
    db: store.database.db,
    clock: () => now,
    steadyMs: () => steady,
    wake: () => {},
    log: () => {},
    agentsReturnMs: AGENTS_RETURN_MS,
  })
const pass = async (ms: number, scheduling: ReturnType<typeof startScheduling>) => {
  now += ms
  steady += ms
  await scheduling.tick()
}
const slot = () =>
  store.database.db.selectFrom('slot').select(['next_due', 'missed', 'overlapped']).executeTakeFirstOrThrow()
const jobs = () => store.database.db.selectFrom('job').select('due').orderBy('due').execute()
const seen = () => store.database.db.updateTable('agent').set({ last_seen: now }).execute()

/** One monitor that runs each minute at one location; its first run is leased to the agent. */
const underWay = async () => {
  const { location, agentId } = await addLocation(store, 'one', START)
  await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, START)], now: START })
  const scheduling = startScheduling()
  now = (await slot()).next_due
  await seen()
  await pass(0, scheduling)
  await leaseJobs(store.database.db, { locationKey: location.key, agentId, limit: 10, now })
  return { scheduling }
}

test('a run whose earlier one was made while the server was away is not overlapped: its agent has yet to report', async () => {
  await underWay()
  // The server is away from shortly before the next run is due until shortly before that.
  now += MINUTE_MS - 1_000
  await seen()
  const scheduling = startScheduling()
  await store.database.db
    .updateTable('job')
    .set({ lease_until: now + AGENTS_RETURN_MS })
    .execute()
  await pass(0, scheduling)
  await pass(2_000, scheduling)
  expect(await slot()).toMatchObject({ overlapped: 0, missed: 0 })
  // Now the report is here.
  const due = (await slot()).next_due
  await store.database.db.deleteFrom('job').execute()
  await pass(200, scheduling)
  expect(await jobs()).toEqual([{ due }])
})

test('a run that is still under way when its agent is back counts as overlapped, as ever', async () => {
  await underWay()
  now += MINUTE_MS - 1_000
  const scheduling = startScheduling()
  await store.database.db
    .updateTable('job')
    .set({ lease_until: now + 30_000 })
    .execute()
  await seen()
  await pass(AGENTS_RETURN_MS + 200, scheduling)
  expect(await slot()).toMatchObject({ overlapped: 1, missed: 0 })
})

test('after a long absence of the server, runs are not missed before their agents had time to return', async () => {
  await addLocation(store, 'one', START)
  await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, START)], now: START })
  // Nobody could ask for work for ten minutes.
  const due = (await slot()).next_due
  now = due + 10 * MINUTE_MS - 1_000
  const scheduling = startScheduling()
  await pass(0, scheduling)
  await pass(2_000, scheduling)
  expect(await slot()).toMatchObject({ next_due: due, missed: 0 })
  await seen()
  await pass(200, scheduling)
  expect(await jobs()).toEqual([{ due: due + 10 * MINUTE_MS }])
  expect(await slot()).toMatchObject({ missed: 10, overlapped: 0 })
})

test('agents that do not return cost no more than their own runs', async () => {
  await addLocation(store, 'one', START)
  await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, START)], now: START })
  const due = (await slot()).next_due
  now = due + 10 * MINUTE_MS - 1_000
  const scheduling = startScheduling()
  await pass(AGENTS_RETURN_MS + 1_200, scheduling)
  expect(await slot()).toMatchObject({ next_due: due + 11 * MINUTE_MS, missed: 11 })
})
