import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Period, periodStart } from '../../../src/domain/core/periods.ts'
import { quantile } from '../../../src/domain/core/sketch.ts'
import { addToHours } from '../../../src/server/ingest/sum-up.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { ALL_LOCATIONS, readRollups } from '../../../src/server/store/statistics/rollups.ts'
import { openStore, type TestStore } from '../../support/store.ts'

/** A Monday, the first of a month in a leap year's spring would hide nothing: weeks and months both turn within the span. */
const START = Date.UTC(2024, 1, 26)
const PERIODS: Period[] = ['HOUR', 'DAY', 'WEEK', 'MONTH']

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const resultAt = (due: number, location: number, category: number, total: number): ResultRow => ({
  project_key: store.projectKey,
  target_key: 1,
  location_key: location,
  source: 1,
  attempt: 0,
  trigger: 0,
  category,
  reason: category === 3 ? 7 : 0,
  http_code: category === 3 && total > 500 ? null : 200,
  exception: 0,
  due,
  started: due,
  dns: 0,
  tcp: 0,
  handshake: 0,
  upload: 0,
  processing: total,
  download: 0,
  redirect: 0,
  total,
  request_size: 0,
  response_size: 0,
  dest_ip: null,
  ignored: 0,
})

const results = fc.array(
  fc.record({
    due: fc.integer({ min: START, max: START + 12 * DAY_MS - 1 }),
    location: fc.integer({ min: 1, max: 3 }),
    category: fc.integer({ min: 0, max: 4 }),
    total: fc.integer({ min: 1, max: 1000 }),
  }),
  { minLength: 1, maxLength: 60 },
)

test('every period counts exactly its results, whatever the order of results and compactions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(results, { minLength: 1, maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      async (batches, compacts) => {
        const { db } = store.database
        await db.deleteFrom('rollup').execute()
        await db.deleteFrom('rollup_stale').execute()
        const all: ResultRow[] = []
        for (const [index, batch] of batches.entries()) {
          const rows = batch.map(({ due, location, category, total }) => resultAt(due, location, category, total))
          await db.transaction().execute((tx) => addToHours(tx, rows))
          all.push(...rows)
          if (compacts[index]) while (await compact(store.database, START + 6 * DAY_MS + index * DAY_MS));
        }
        for (const period of PERIODS)
          for (const locationKey of [ALL_LOCATIONS, 2]) {
            const sums = await readRollups(db, {
              targetKeys: [1],
              period,
              from: START,
              to: START + 12 * DAY_MS,
              locationKey,
            })
            const mine = all.filter((row) => locationKey === ALL_LOCATIONS || row.location_key === locationKey)
            const starts = [...new Set(mine.map((row) => periodStart(period, row.due)))].sort((a, b) => a - b)
            expect(sums.map((sum) => sum.start)).toEqual(starts)
            for (const sum of sums) {
              const within = mine.filter((row) => periodStart(period, row.due) === sum.start)
              const count = (category: number) => within.filter((row) => row.category === category).length
              expect([sum.pass, sum.slow, sum.warning, sum.fail, sum.skipped]).toEqual([0, 1, 2, 3, 4].map(count))
              const heard = within.filter((row) => row.http_code !== null).map((row) => row.total)
              expect(sum.sketch.count).toBe(heard.length)
              expect(sum.sum_ms).toBeCloseTo(
                heard.reduce((total, ms) => total + ms, 0),
                3,
              )
              if (heard.length > 0) {
                expect([sum.min_ms, sum.max_ms]).toEqual([Math.min(...heard), Math.max(...heard)])
                expect(quantile(sum.sketch, 1) ?? 0).toBeGreaterThan(Math.max(...heard) * 0.98)
              }
            }
          }
      },
    ),
    { numRuns: 12 },
  )
})

test('partitions are created for due days, refused beyond the retention, and dropped after it', async () => {
  const { db } = store.database
  const partitions = partitionsOf(db)
  const now = Date.UTC(2026, 5, 15, 12)
  await partitions.maintain(now)
  const names = async () => {
    const tables = await db.introspection.getTables()
    return tables.map((table) => table.name).filter((name) => /^result.*_\d{8}$/.test(name))
  }
  expect(await names()).toContain('result_20260615')
  const late = now - 100 * DAY_MS
  const outside = await Promise.all([
    partitions.cover([late, now - 500 * DAY_MS, now + 30 * DAY_MS], now),
    partitionsOf(db).cover([late], now),
  ])
  expect([...(outside[0] ?? [])]).toEqual([now - 500 * DAY_MS, now + 30 * DAY_MS])
  expect(await names()).toEqual(expect.arrayContaining(['result_20260307', 'result_detail_20260307']))
  await partitions.maintain(now)
  expect(await names()).toContain('result_20260307')
  expect(await names()).not.toContain('result_detail_20260307')
  await partitions.maintain(now + 400 * DAY_MS + HOUR_MS)
  expect(await names()).not.toContain('result_20260307')
})
