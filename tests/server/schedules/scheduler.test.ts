import { afterEach, beforeEach, expect, test } from 'vitest'
import { dueTime, offsetMs } from '../../../src/domain/schedules/schedule-times.ts'
import { dropExpired, leaseJobs, leaseSuspect, renewLeases } from '../../../src/server/dispatch/lease.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { scheduleFigures } from '../../../src/server/store/schedules/schedules.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const jobs = () =>
  store.database.db
    .selectFrom('job')
    .select(['target_key', 'location_key', 'source', 'due', 'attempt'])
    .orderBy('due')
    .execute()
const seen = (now: number) => store.database.db.updateTable('agent').set({ last_seen: now }).execute()
/** Ticks from `from` to `to` (exclusive), the agents being there all the while. */
const tick = async (from: number, to: number, everyMs = 200) => {
  for (let now = from; now < to; now += everyMs) {
    await seen(now)
    await makeDueRuns(store.database.db, now)
  }
}
const missedOf = async (schedule: { key: number }) =>
  (await scheduleFigures(store.database.db, [schedule as never])).get(schedule.key)?.missed

test('each target runs from each location at start + offset + k · frequency, to the millisecond, each slot once', async () => {
  const places = [await addLocation(store, 'one', START), await addLocation(store, 'two', START)]
  const targets = [await addMonitor(store, START), await addMonitor(store, START)]
  const schedule = await addSchedule(store, { seconds: 2, targets, now: START })
  // Ticks that come as they like, and two servers at once.
  let now = START
  const all: Awaited<ReturnType<typeof jobs>> = []
  for (const stepMs of [7, 913, 150, 1999, 42, 600, 1400, 801, 350, 1200])
    for (const partMs of [stepMs, 0]) {
      now += partMs
      await seen(now)
      await Promise.all([makeDueRuns(store.database.db, now), makeDueRuns(store.database.db, now)])
      all.push(...(await jobs()).filter((job) => job.due <= now + 1000))
      // An agent made them at once, so that none is still under way when the next is due.
      await store.database.db
        .deleteFrom('job')
        .where('due', '<=', now + 1000)
        .execute()
    }
  const expected = targets.flatMap((target) =>
    places.flatMap(({ location }) => {
      const times = { startMs: START, offsetMs: offsetMs(schedule.id, target.id, location.id, 2000), frequencyMs: 2000 }
      return Array.from({ length: 20 }, (_, k) => dueTime(times, k))
        .filter((due) => due > START && due <= now + 1000)
        .map((due) => ({ target_key: target.key, location_key: location.key, source: schedule.key, due, attempt: 0 }))
    }),
  )
  const sorted = (rows: typeof expected) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()
  expect(sorted(all)).toEqual(sorted(expected))
  expect(await missedOf(schedule)).toBe(0)
})

test('runs due while the server was down count as missed, except a recent newest one', async () => {
  await addLocation(store, 'one', START)
  const target = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 60, targets: [target], now: START })
  const back = START + 10 * 60_000
  await seen(back)
  await makeDueRuns(store.database.db, back)
  expect(await jobs()).toHaveLength(1)
  expect((await jobs())[0]?.due).toBeGreaterThan(back - 60_000)
  expect(await missedOf(schedule)).toBe(9)

  const later = back + 3 * 3_600_000 + 59_999
  await seen(later)
  await makeDueRuns(store.database.db, later)
  expect((await jobs()).length).toBe(2)
})

test('a run that was due longer ago than the grace period is missed, not made late', async () => {
  await addLocation(store, 'one', START)
  const target = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 3600, targets: [target], now: START })
  const offset = offsetMs(schedule.id, target.id, 'one', 3_600_000)
  await seen(START + offset + 61_000)
  await makeDueRuns(store.database.db, START + offset + 61_000)
  expect(await jobs()).toEqual([])
  expect(await missedOf(schedule)).toBe(1)
})

test('runs at a location without agents are missed, not queued', async () => {
  await addLocation(store, 'gone', START, START - 3_600_000)
  const target = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 1, targets: [target], now: START })
  for (let now = START; now < START + 10_000; now += 200) await makeDueRuns(store.database.db, now)
  expect(await jobs()).toEqual([])
  expect(await missedOf(schedule)).toBeGreaterThanOrEqual(10)
})

test('a leased job becomes available when its lease ends; naming it renews the lease', async () => {
  const { location, agentId } = await addLocation(store, 'one', START)
  const other = await addLocation(store, 'one', START)
  const target = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 3600, targets: [target], now: START })
  const due = START + offsetMs(schedule.id, target.id, 'one', 3_600_000)
  await tick(due, due + 1)
  const { db } = store.database
  const lease = (by: string, now: number) => leaseJobs(db, { locationKey: location.key, agentId: by, limit: 10, now })
  const leased = await lease(agentId, due)
  expect(leased).toHaveLength(1)
  expect(await lease(other.agentId, due + 29_999)).toEqual([])
  await renewLeases(db, agentId, leased.map(idOfRun), due + 29_000)
  expect(await lease(other.agentId, due + 31_000)).toEqual([])
  expect(await lease(other.agentId, due + 59_000)).toMatchObject([{ due }])
  // The lease is no longer the first agent's to renew.
  await renewLeases(db, agentId, leased.map(idOfRun), due + 60_000)
  const over = due + 59_000 + 30_000
  expect(await lease(agentId, over)).toEqual([])
  // Two agents may have died of it: from now on it is handed out by itself.
  const asked = { locationKey: location.key, agentId, now: over }
  expect(await leaseSuspect(db, asked)).toMatchObject([{ due }])
})

test('a job that no agent takes in time is dropped and counted as missed', async () => {
  await addLocation(store, 'one', START)
  const target = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 60, targets: [target], now: START })
  await tick(START, START + 60_000, 1000)
  const queued = await jobs()
  expect(await dropExpired(store.database.db, START + 10 * 60_000)).toBe(queued.length)
  expect(await jobs()).toEqual([])
  expect(await missedOf(schedule)).toBe(queued.length)
})

test('removing a target and deleting a schedule remove their slots', async () => {
  await addLocation(store, 'one', START)
  const targets = [await addMonitor(store, START), await addMonitor(store, START)]
  const schedule = await addSchedule(store, { seconds: 60, targets, now: START })
  const slots = async () => (await store.database.db.selectFrom('slot').selectAll().execute()).length
  expect(await slots()).toBe(2)
  await store.database.db
    .deleteFrom('object')
    .where('key', '=', targets[0]?.key ?? 0)
    .execute()
  expect(await slots()).toBe(1)
  await store.database.db.deleteFrom('object').where('key', '=', schedule.key).execute()
  expect(await slots()).toBe(0)
})
