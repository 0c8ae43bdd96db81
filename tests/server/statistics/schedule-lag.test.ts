import { afterEach, beforeEach, expect, test } from 'vitest'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { exceptions } from '../../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { lagByStep, scheduleLag } from '../../../src/server/store/statistics/schedule-lag.ts'
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
  const window = { from: START, to: START + 10 * MINUTE }
  const now = START + 60 * MINUTE
  const { all, byLocation } = await scheduleLag(db, key, { window, now })
  expect(all).toEqual({ count: 4, median: 10, p95: 20, p99: 20, max: 400 })
  expect(byLocation).toEqual([
    { location_id: 'one', count: 3, median: 10, p95: 10, p99: 10, max: 20 },
    { location_id: 'two', count: 1, median: 400, p95: 400, p99: 400, max: 400 },
  ])
  const chart = { window, now, step: 'HOUR', locationKey: 0, shares: [0.5, 1] } as const
  expect((await lagByStep(db, key, chart)).points).toEqual([{ start: START, values: [10, 400], count: 4 }])
  expect(await scheduleLag(db, key, { window: { from: START - 2, to: START - 1 }, now })).toMatchObject({
    all: { count: 0, median: null },
    byLocation: [],
  })
})

test('the 99th percentile is that of all runs of the range, as the chart computes it, however many there are', async () => {
  const { db } = store.database
  const { key } = await addMonitor(store, START)
  const { location } = await addLocation(store, 'one', START)
  const lags = Array.from({ length: 500 }, (_, index) => (index * 7919) % 10_007)
  await postgresResults.add(
    db,
    lags.map((lagMs, index) => {
      const due = START + index * 1000
      const place = { project_key: store.projectKey, target_key: key, location_key: location.key, due }
      return { ...resultRow({ ...place, started: due + lagMs }), detail: '' }
    }),
  )
  const window = { from: START, to: START + 10 * MINUTE }
  const now = START + 60 * MINUTE
  // The value at rank ⌊0.99 · 499⌋, counted from 0.
  const expected = lags.toSorted((a, b) => a - b)[494]
  expect((await scheduleLag(db, key, { window, now })).all).toMatchObject({ count: 500, p99: expected })
  const chart = { window, now, step: 'HOUR', locationKey: 0, shares: [0.99] } as const
  expect((await lagByStep(db, key, chart)).points).toEqual([{ start: START, values: [expected], count: 500 }])
})
