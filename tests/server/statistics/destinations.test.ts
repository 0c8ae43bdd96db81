import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { IGNORED } from '../../../src/server/store/identity/codes.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { destinationsOf } from '../../../src/server/store/statistics/destinations.ts'
import { markHours } from '../../../src/server/store/statistics/marks.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

const TODAY = periodStart('DAY', 1_790_000_000_000)
const NOW = TODAY + 12 * HOUR_MS

let store: TestStore
let targetKey: number
let locationKey: number
beforeAll(async () => {
  store = await openStore()
  targetKey = (await addMonitor(store, NOW)).key
  locationKey = (await addLocation(store, 'here', NOW)).location.key
})
afterAll(() => store.stop())

const runs = async (...some: { due: number; to: string | null; ignored?: number }[]) => {
  const { db } = store.database
  const of = { project_key: store.projectKey, target_key: targetKey, location_key: locationKey, source: 1 }
  const rows = some.map(({ due, to, ignored = 0 }) => resultRow({ ...of, due, started: due, dest_ip: to, ignored }))
  await partitionsOf(db).cover(
    rows.map(({ due }) => due),
    NOW,
  )
  await db.insertInto('result').values(rows).execute()
  await markHours(
    db,
    rows.filter(({ ignored }) => ignored === 0),
  )
}
const sumUp = async () => {
  while (await compact(store.database, NOW)) {}
}
const known = (from: number, to: number) => destinationsOf(store.database.db, targetKey, { from, to })

test('the addresses of a window are those of its counted results, to the millisecond, before and after its days are summed up', async () => {
  const day = TODAY - 3 * DAY_MS
  await runs(
    { due: day - 1, to: '192.0.2.1' },
    { due: day, to: '192.0.2.2' },
    { due: day + HOUR_MS, to: '2001:db8::3' },
    { due: day + HOUR_MS + 1, to: null },
    { due: day + 2 * HOUR_MS, to: '192.0.2.4', ignored: IGNORED.statistics },
    { due: day + DAY_MS, to: '192.0.2.5' },
    { due: TODAY + HOUR_MS, to: '192.0.2.6' },
  )
  const check = async () => {
    expect(await known(day, day + DAY_MS)).toEqual(['192.0.2.2', '2001:db8::3'])
    expect(await known(day - 1, day + DAY_MS + 1)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.5', '2001:db8::3'])
    expect(await known(day + 1, day + HOUR_MS + 1)).toEqual(['2001:db8::3'])
    expect(await known(day + 1, day + HOUR_MS)).toEqual([])
    expect(await known(day + DAY_MS, NOW)).toEqual(['192.0.2.5', '192.0.2.6'])
  }
  await check()
  await sumUp()
  await check()
})

test('the address of a late result is known at once, and stays known', async () => {
  const day = TODAY - 6 * DAY_MS
  await runs({ due: day, to: '192.0.2.1' })
  await sumUp()
  await runs({ due: day + 5 * HOUR_MS, to: '192.0.2.9' })
  expect(await known(day, day + DAY_MS)).toEqual(['192.0.2.1', '192.0.2.9'])
  await sumUp()
  expect(await known(day, day + DAY_MS)).toEqual(['192.0.2.1', '192.0.2.9'])
})
