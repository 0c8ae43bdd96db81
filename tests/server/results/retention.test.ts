import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { changeRetention, keptOf } from '../../../src/server/store/core/retention.ts'
import { clearExpired } from '../../../src/server/store/projects/retention-clearing.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { readFigures } from '../../../src/server/store/statistics/figures.ts'
import { markHours } from '../../../src/server/store/statistics/marks.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

const NOW = Date.UTC(2026, 4, 20, 12, 30)
const TODAY = periodStart('DAY', NOW)
/** Results every two hours, for 10 days. */
const EVERY = 2 * HOUR_MS
const COUNT = (10 * DAY_MS) / EVERY

let store: TestStore
let target: number
let location: number
beforeEach(async () => {
  store = await openStore()
  location = (await addLocation(store, 'a', NOW)).location.key
  target = (await addMonitor(store, NOW)).key
  const { db } = store.database
  const rows = Array.from({ length: COUNT }, (_, index) =>
    resultRow({
      project_key: store.projectKey,
      target_key: target,
      location_key: location,
      due: NOW - (index + 1) * EVERY,
      category: index % 4 === 0 ? 3 : 0,
      total: index + 1,
    }),
  )
  await partitionsOf(db).cover(
    rows.map(({ due }) => due),
    NOW,
  )
  await partitionsOf(db).maintain(NOW)
  await db.transaction().execute(async (tx) => {
    await markHours(
      tx,
      await postgresResults.add(
        tx,
        rows.map((row) => ({ ...row, detail: 'AAAA' })),
      ),
    )
  })
})
afterEach(() => store.stop())

const shorten = (resultDays: number, bodyDays: number, now = NOW) =>
  changeRetention(store.database.db, store.projectKey, { resultDays, bodyDays }, now)

const clearAll = async (now: number): Promise<void> => {
  for (let turns = 0; (await clearExpired(store.database, now)) && turns < 100; turns++);
}
const dues = async (table: 'result' | 'result_detail'): Promise<number[]> => {
  const { rows } = await sql<{ due: number }>`select due from ${sql.id(table)} order by due`.execute(store.database.db)
  return rows.map(({ due }) => due)
}
const counted = async (now: number, from = NOW - 10 * DAY_MS) => {
  const { window, rows } = await readFigures(store.database.db, {
    targetKeys: [target],
    window: { from, to: NOW },
    now,
    measures: ['total'],
  })
  const sum = rows.reduce((all, { figures }) => all + figures.pass + figures.fail, 0)
  return { window, sum, sumMs: rows.reduce((all, { figures }) => all + figures.sumMs, 0) }
}

test('a shorter retention deletes results and details before it, and no sum', async () => {
  while (await compact(store.database, NOW));
  const before = await counted(NOW)
  expect(before.sum).toBe(COUNT)
  await shorten(3, 1)
  const later = NOW + 2 * 60_000
  await clearAll(later)
  const results = await dues('result')
  expect(results[0]).toBeGreaterThanOrEqual(TODAY - 3 * DAY_MS)
  expect(results.length).toBe(Math.floor((NOW - (TODAY - 3 * DAY_MS)) / EVERY))
  expect((await dues('result_detail'))[0]).toBeGreaterThanOrEqual(TODAY - DAY_MS)
  // The window began within an hour whose results are gone, so it is answered from the next whole hour.
  const after = await counted(later)
  expect(after.window).toEqual({ from: periodStart('HOUR', NOW - 10 * DAY_MS) + HOUR_MS, to: NOW })
  expect(after.sum).toBe(before.sum - 1)
  const whole = await counted(later, periodStart('HOUR', NOW - 10 * DAY_MS))
  expect([whole.sum, whole.sumMs]).toEqual([before.sum, before.sumMs])
  // A second upkeep deletes nothing more.
  await clearAll(later)
  expect(await dues('result')).toEqual(results)
})

test('nothing is deleted within a minute of the change, nor before its hour is summed up', async () => {
  await shorten(2, 2)
  await clearAll(NOW + 30_000)
  expect((await dues('result')).length).toBe(COUNT)
  await clearAll(NOW + 61_000)
  expect((await dues('result')).length).toBe(COUNT)
  while (await compact(store.database, NOW + 61_000));
  await clearAll(NOW + 61_000)
  expect((await dues('result'))[0]).toBeGreaterThanOrEqual(TODAY - 2 * DAY_MS)
  expect((await counted(NOW + 61_000, periodStart('HOUR', NOW - 10 * DAY_MS))).sum).toBe(COUNT)
})

test('an hour that is summed up again after its results have gone keeps its sum', async () => {
  while (await compact(store.database, NOW));
  await shorten(1, 1)
  await clearAll(NOW + 61_000)
  const hour = periodStart('HOUR', NOW - 5 * DAY_MS)
  const before = await counted(NOW + 61_000, hour)
  await markHours(store.database.db, [
    resultRow({ project_key: store.projectKey, target_key: target, location_key: location, due: hour }),
  ])
  while (await compact(store.database, NOW + 62_000));
  expect(await counted(NOW + 62_000, hour)).toEqual(before)
})

test('a longer retention shows again what has not been deleted, and nothing that has', async () => {
  while (await compact(store.database, NOW));
  await shorten(2, 2)
  const { db } = store.database
  expect((await keptOf(db, store.projectKey, NOW)).resultsSince).toBe(TODAY - 2 * DAY_MS)
  await changeRetention(db, store.projectKey, { resultDays: 396, bodyDays: 30 }, NOW + 10_000)
  await clearAll(NOW + 120_000)
  expect((await dues('result')).length).toBe(COUNT)
  await shorten(2, 2, NOW + 120_000)
  await clearAll(NOW + 300_000)
  await changeRetention(db, store.projectKey, { resultDays: 396, bodyDays: 30 }, NOW + 300_000)
  expect(await keptOf(db, store.projectKey, NOW + 300_000)).toEqual({
    resultDays: 396,
    bodyDays: 30,
    resultsSince: TODAY - 2 * DAY_MS,
    bodiesSince: TODAY - 2 * DAY_MS,
  })
})

test('results of other projects stay', async () => {
  while (await compact(store.database, NOW));
  await store.database.db
    .updateTable('result')
    .set({ project_key: 999 })
    .where('due', '<', NOW - 5 * DAY_MS)
    .execute()
  await shorten(1, 1)
  await clearAll(NOW + 61_000)
  expect((await dues('result')).filter((due) => due < NOW - 5 * DAY_MS).length).toBe(COUNT / 2)
})

const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('result'::regclass, 'result_detail'::regclass)`.execute(store.database.db)
  return rows.map(({ name }) => name)
}

test('upkeep makes partitions anew that were dropped or detached by hand, and one of another form is kept beside', async () => {
  const { db } = store.database
  const partitions = partitionsOf(db)
  await partitions.maintain(NOW)
  await sql`drop table result_20260520`.execute(db)
  await sql`alter table result_detail detach partition result_detail_20260519`.execute(db)
  await sql`drop table result_detail_20260521`.execute(db)
  await sql`create table result_detail_20260521 (target_key int)`.execute(db)
  await sql`insert into result_detail_20260521 values (7)`.execute(db)
  const kept = (await dues('result_detail')).length
  await partitions.maintain(NOW)
  expect(await names()).toEqual(
    expect.arrayContaining(['result_20260520', 'result_detail_20260519', 'result_detail_20260521']),
  )
  // What was detached is back with its rows; what did not fit is still there.
  expect((await dues('result_detail')).length).toBeGreaterThan(kept)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like 'left\_result\_detail\_20260521%'`.execute(db)
  expect(rows.length).toBe(1)
})

test('a creation that was cut off leaves nothing half, and is repeated', async () => {
  const client = store.database.dedicated()
  await client.connect()
  client.on('error', () => {})
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(7302, 0)')
  await client.query(
    `create table result_20260601 partition of result for values from (${Date.UTC(2026, 5, 1)}) to (${Date.UTC(2026, 5, 2)})`,
  )
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0].pid})`.execute(store.database.db)
  const outside = await partitionsOf(store.database.db).cover([Date.UTC(2026, 5, 1, 5)], Date.UTC(2026, 5, 1))
  expect(outside.size).toBe(0)
  expect(await names()).toEqual(expect.arrayContaining(['result_20260601', 'result_detail_20260601']))
  await client.end().catch(() => {})
})

test('a clock that jumps ahead by a month deletes nothing for a day, and nothing at all once it is set right', async () => {
  while (await compact(store.database, NOW));
  const { db } = store.database
  const partitions = partitionsOf(db)
  await shorten(5, 5)
  const before = await names()
  const jumped = NOW + 31 * DAY_MS
  await partitions.maintain(jumped)
  await clearAll(jumped)
  expect(await names()).toEqual(expect.arrayContaining(before))
  expect((await dues('result')).length).toBe(COUNT)
  await partitions.maintain(NOW + HOUR_MS)
  expect(await names()).toEqual(expect.arrayContaining(before))
  // A clock that stays a month later is right: it expires a day after.
  await partitions.maintain(jumped)
  await partitions.maintain(jumped + DAY_MS + HOUR_MS)
  expect(await names()).not.toContain('result_detail_20260515')
  await clearAll(jumped + DAY_MS + HOUR_MS)
  expect(await dues('result')).toEqual([])
})
