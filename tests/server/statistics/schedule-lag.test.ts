import { afterEach, beforeEach, expect, test } from 'vitest'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { exceptions } from '../../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { latencyQuantiles } from '../../../src/server/store/statistics/latencies.ts'
import { scheduleLag } from '../../../src/server/store/statistics/schedule-lag.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE = 60_000

let store: TestStore
beforeEach(async () => {
  store = await openStore()
  await partitionsOf(store.database.db).maintain(START)
})
afterEach(() => store.stop())

test('the lag of scheduled runs is the time from due to start, by location and together; nothing else counts', async () => {
  const { db } = store.database
  const { key } = await addMonitor(store, START)
  const { location: one } = await addLocation(store, 'one', START)
  const { location: two } = await addLocation(store, 'two', START)
  const run = (minute: number, lagMs: number, more: object = {}) => {
    const due = START + minute * MINUTE
    const place = { project_key: store.projectKey, target_key: key, location_key: one.key, due }
    return { ...resultRow({ ...place, started: due + lagMs, ...more }), detail: '' }
  }
  await postgresResults.add(db, [
    run(0, 10),
    run(1, 20),
    // A clock that is behind is no lag; a failed connection started all the same.
    run(2, -5, { http_code: null }),
    run(3, 400, { location_key: two.key }),
    // On demand, a retry, and a run that no agent began.
    run(4, 9000, { source: -1 }),
    run(5, 9000, { attempt: 1 }),
    run(6, 9000, { exception: exceptions.code('agent') }),
    // Outside of the range.
    run(60, 9000),
  ])
  const span = { from: START, to: START + 10 * MINUTE }
  const { all, byLocation } = await scheduleLag(db, key, span)
  expect(all).toEqual({ count: 4, median: 15, p95: expect.closeTo(343), max: 400 })
  expect(byLocation).toEqual([
    { location_id: 'one', count: 3, median: 10, p95: expect.closeTo(19), max: 20 },
    { location_id: 'two', count: 1, median: 400, p95: 400, max: 400 },
  ])
  const chart = {
    targetKey: key,
    column: 'lag',
    destIp: null,
    shares: [0.5, 1],
    startOf: () => START,
    ...span,
  } as const
  expect(await latencyQuantiles(db, { ...chart, locationKey: 0 })).toEqual([
    { start: START, values: [15, 400], count: 4 },
  ])
  expect(await scheduleLag(db, key, { from: 0, to: 1 })).toMatchObject({
    all: { count: 0, median: null },
    byLocation: [],
  })
})
