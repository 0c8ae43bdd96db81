import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Period, periodStart } from '../../../src/domain/core/periods.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { readFigures } from '../../../src/server/store/statistics/figures.ts'
import { ALL_LOCATIONS } from '../../../src/server/store/statistics/sum-rows.ts'
import { resultRow } from '../../support/result-row.ts'
import { openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

/** A Monday, the first of a month in a leap year's spring would hide nothing: weeks and months both turn within the span. */
const START = Date.UTC(2024, 1, 26)
const PERIODS: Period[] = ['HOUR', 'DAY', 'WEEK', 'MONTH']

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

let sources = 0
const resultAt = (due: number, location: number, category: number, total: number): ResultRow =>
  resultRow({
    project_key: store.projectKey,
    target_key: 1,
    location_key: location,
    // Runs that are due at the same time are of different schedules.
    source: ++sources,
    category,
    reason: category === 3 ? 7 : 0,
    http_code: category === 3 && total > 500 ? null : 200,
    due,
    total,
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
        for (const table of ['result', 'rollup', 'rollup_stale'] as const) await db.deleteFrom(table).execute()
        const all: ResultRow[] = []
        for (const [index, batch] of batches.entries()) {
          const rows = batch.map(({ due, location, category, total }) => resultAt(due, location, category, total))
          all.push(...(await storeResults(db, rows)))
          if (compacts[index]) while (await compact(store.database, START + 6 * DAY_MS + index * DAY_MS));
        }
        for (const step of PERIODS)
          for (const place of [ALL_LOCATIONS, 2]) {
            const { rows } = await readFigures(db, {
              targetKeys: [1],
              step,
              window: { from: START, to: START + 12 * DAY_MS },
              now: START + 12 * DAY_MS,
              place,
              measures: ['total', 'processing'],
            })
            const mine = all.filter((row) => place === ALL_LOCATIONS || row.location_key === place)
            const starts = [...new Set(mine.map((row) => periodStart(step, row.due)))].sort((a, b) => a - b)
            expect(rows.map((row) => row.start)).toEqual(starts)
            for (const { start, figures } of rows) {
              const within = mine.filter((row) => periodStart(step, row.due) === start)
              const count = (category: number) => within.filter((row) => row.category === category).length
              const { pass, slow, warning, fail, skipped, measured } = figures
              expect([pass, slow, warning, fail, skipped]).toEqual([0, 1, 2, 3, 4].map(count))
              const heard = within.filter((row) => row.http_code !== null).map((row) => row.total)
              expect([measured.total?.count, measured.processing?.count]).toEqual([heard.length, heard.length])
              const sum = heard.reduce((total, ms) => total + ms, 0)
              expect(figures.sumMs).toBeCloseTo(sum, 3)
              expect(measured.processing?.sum).toBeCloseTo(sum, 3)
              if (heard.length > 0) {
                expect([figures.minMs, figures.maxMs]).toEqual([Math.min(...heard), Math.max(...heard)])
                const [most = 0] = measured.total?.quantiles([1]) ?? []
                expect(most ?? 0).toBeGreaterThan(Math.max(...heard) * 0.98)
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
  await partitions.maintain(now + 399 * DAY_MS)
  // The clock jumped ahead: nothing is dropped for a day.
  expect(await names()).toContain('result_20260307')
  await partitions.maintain(now + 400 * DAY_MS + HOUR_MS)
  expect(await names()).not.toContain('result_20260307')
})
