import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { exceptions, IGNORED } from '../../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { compact, sumUpOlderHours } from '../../../src/server/store/statistics/compaction.ts'
import { readFigures, tookTooLong } from '../../../src/server/store/statistics/figures.ts'
import { WITHOUT_LAGS } from '../../../src/server/store/statistics/marks.ts'
import { lagByStep, scheduleLag } from '../../../src/server/store/statistics/schedule-lag.ts'
import { resultRow } from '../../support/result-row.ts'
import { countingResults } from '../../support/results-touched.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

/** Stores a run each minute of `hours` hours at two locations, `lagMs` late each, and sums them up; returns the moment after. */
const summedUp = async (hours: number, lagMs: (minute: number) => number) => {
  const { key } = await addMonitor(store, START)
  const { location: one } = await addLocation(store, 'one', START)
  const { location: two } = await addLocation(store, 'two', START)
  const rows = Array.from({ length: hours * 60 }, (_, minute) => minute).flatMap((minute) =>
    [one, two].map((location) => {
      const due = START + minute * MINUTE
      const place = { project_key: store.projectKey, target_key: key, location_key: location.key, due }
      // In a downtime from the second hour on: such runs have a lag, and count nowhere else.
      return resultRow({ ...place, started: due + lagMs(minute), ignored: minute < 60 ? 0 : IGNORED.downtime })
    }),
  )
  await storeResults(store.database.db, rows)
  const now = START + (hours + 1) * HOUR
  while (await compact(store.database, now));
  return { key, now }
}

test('the lag of hours that are summed up is read without their results, within 1 % and with the true maximum', async () => {
  const { key, now } = await summedUp(30, (minute) => minute)
  const { db } = store.database
  const window = { from: START + 30 * MINUTE, to: now }
  const chart = { window, now, step: 'HOUR', locationKey: 0, shares: [1] } as const
  const { value, touched } = await countingResults(db, async (tx) => ({
    found: await scheduleLag(tx, key, { window, now }),
    points: (await lagByStep(tx, key, chart)).points,
  }))
  const { found, points } = value
  // The 60 of the first half hour, for the figures, and again for the chart.
  expect(touched).toBe(2 * 60)
  expect(found.all).toMatchObject({ count: 2 * 1770, max: 1799 })
  expect(Math.abs((found.all.median ?? 0) - 914)).toBeLessThanOrEqual(9.14)
  expect(found.byLocation.map(({ count, max }) => [count, max])).toEqual([
    [1770, 1799],
    [1770, 1799],
  ])
  expect(points.map(({ count }) => count)).toEqual([60, ...Array(29).fill(120)])
  expect(Math.abs((points.at(-1)?.values[0] ?? 0) - 1799)).toBeLessThanOrEqual(17.99)
})

test('hours of an older version are read from their results until they are summed up again', async () => {
  const { key, now } = await summedUp(10, (minute) => minute)
  const { db } = store.database
  await db.updateTable('rollup').set({ lags: null }).execute()
  const hours = Array.from({ length: 10 }, (_, index) => START + index * HOUR)
  await db
    .insertInto('rollup_stale')
    .values(hours.map((hour) => ({ kind: WITHOUT_LAGS, target_key: key, hour })))
    .execute()
  const read = async () => {
    const asked = { window: { from: START, to: now }, now }
    const { value, touched } = await countingResults(db, (tx) => scheduleLag(tx, key, asked))
    return { from: value.window.from, count: value.all.count, max: value.all.max, touched }
  }
  expect(await read()).toEqual({ from: START, count: 1200, max: 599, touched: 1200 })
  expect(await sumUpOlderHours(store.database, now)).toBeNull()
  expect(await read()).toEqual({ from: START, count: 1200, max: 599, touched: 0 })
})

test('an answer begins after the last hour whose results are gone and whose lags were never summed up', async () => {
  const { key, now } = await summedUp(10, (minute) => minute)
  const { db } = store.database
  await db
    .updateTable('rollup')
    .set({ lags: null })
    .where('start', '<=', START + 2 * HOUR)
    .execute()
  const { window, all } = await scheduleLag(db, key, { window: { from: START, to: now }, now })
  expect([window.from, all.count]).toEqual([START + 3 * HOUR, 7 * 120])
})

test('figures by category read only the results of the monitor that did not pass', async () => {
  const { key, now } = await summedUp(10, (minute) => minute)
  const { db } = store.database
  await db
    .updateTable('result')
    .set({ category: 3, ignored: 0 })
    .where('due', '=', START + 5 * MINUTE)
    .execute()
  const asked = {
    targetKeys: [key],
    window: { from: START, to: now },
    now,
    where: sql`r.category = any(${[3]}::smallint[])`,
  }
  const { value, touched } = await countingResults(db, (tx) => readFigures(tx, asked))
  expect(value.rows.map(({ figures }) => figures.fail)).toEqual([2])
  // A condition that results which passed meet too has to read all of them.
  expect(touched).toBe(2)
  const all = { ...asked, where: sql`r.category = any(${[0, 3]}::smallint[])` }
  expect((await countingResults(db, (tx) => readFigures(tx, all))).touched).toBeGreaterThanOrEqual(1200)
})

test('a window before 1970 is read once, for lags and for all other figures', async () => {
  const { db } = store.database
  const { key } = await addMonitor(store, START)
  const window = { from: Date.UTC(1969, 11, 1), to: Date.UTC(1969, 11, 20) }
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => statements.mockRestore())
  const counted = async (read: () => Promise<unknown>) => {
    const before = statements.mock.calls.length
    await read()
    return statements.mock.calls.length - before
  }
  expect(await counted(() => scheduleLag(db, key, { window, now: START }))).toBeLessThan(12)
  expect(
    await counted(() => readFigures(db, { targetKeys: [key], window, now: START, measures: ['total'] })),
  ).toBeLessThan(12)
})

test('reading lags ends after the time that figures may take', async () => {
  const { key } = await addMonitor(store, START)
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 31_000
    return ms
  })
  onTestFinished(() => clock.mockRestore())
  const window = { from: START, to: START + HOUR }
  const error = await scheduleLag(store.database.db, key, { window, now: START }).catch((cause: unknown) => cause)
  expect(tookTooLong(error)).toBe(true)
})
