import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { packIndexes } from '../../../src/server/store/core/index-packing.ts'
import { resultRow } from '../../support/result-row.ts'
import { openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE_MS = 60_000

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

/** Indexes of results of one day, by name, with their size. */
const indexesOf = async (day: string) => {
  const { rows } = await sql<{ name: string; bytes: number; packed: boolean }>`
    select i.relname as name, pg_relation_size(i.oid)::int as bytes, coalesce(i.reloptions, '{}') @> array['fillfactor=100'] as packed
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = ${`result_${day}`}::regclass and x.indisvalid order by 1`.execute(store.database.db)
  return rows
}

/** Results of 40 monitors in the order in which they are due, as ingest stores them. */
const dayOf = (day: number, everyMs: number) =>
  Array.from({ length: Math.floor(DAY_MS / everyMs) }, (_, turn) =>
    Array.from({ length: 40 }, (__, monitor) =>
      resultRow({
        project_key: store.projectKey,
        target_key: monitor + 1,
        location_key: 1,
        source: 1,
        due: day + turn * everyMs + monitor,
      }),
    ),
  ).flat()

test('the indexes of a day that is over are packed once, and take results as before', async () => {
  const { db } = store.database
  const rows = dayOf(START, 5 * MINUTE_MS)
  for (let at = 0; at < rows.length; at += 400) await storeResults(db, rows.slice(at, at + 400))
  await storeResults(db, dayOf(START + DAY_MS, 60 * MINUTE_MS))
  const loose = await indexesOf('20260105')
  expect(loose.length).toBeGreaterThanOrEqual(3)
  // Soon after midnight the day is still expecting late results.
  expect(await packIndexes(db, START + DAY_MS + HOUR_MS)).toBe(false)
  const now = START + DAY_MS + 3 * HOUR_MS
  while (await packIndexes(db, now));
  const packed = await indexesOf('20260105')
  expect(packed.map(({ name }) => name)).toEqual(loose.map(({ name }) => name))
  expect(packed.every((index) => index.packed)).toBe(true)
  expect((await indexesOf('20260106')).some((index) => index.packed)).toBe(false)
  const bytes = (indexes: readonly { name: string; bytes: number }[], of: string) =>
    indexes.filter(({ name }) => name.includes(of)).reduce((sum, index) => sum + index.bytes, 0)
  expect(bytes(packed, 'attempt')).toBeLessThan(0.8 * bytes(loose, 'attempt'))
  // 36 bytes an entry, and the pages above.
  expect(bytes(packed, 'attempt') / rows.length).toBeLessThan(40)
  const [first] = rows
  if (!first) throw new Error('There are no results.')
  expect(await storeResults(db, [first, { ...first, due: first.due + 7 }])).toHaveLength(1)
})

test('what an interrupted packing left is dropped, and a reader that takes long is not waited for', async () => {
  const { db } = store.database
  await storeResults(db, dayOf(START, 60 * MINUTE_MS))
  const now = START + DAY_MS + 3 * HOUR_MS
  await db.transaction().execute(async (tx) => {
    await sql`select count(*) from result`.execute(tx)
    expect(await packIndexes(db, now)).toBe(false)
  })
  const left = async () =>
    (await sql`select from pg_class where relname ~ '_cc(new|old)[0-9]*$'`.execute(db)).rows.length
  expect(await left()).toBe(1)
  while (await packIndexes(db, now));
  expect(await left()).toBe(0)
  expect((await indexesOf('20260105')).every((index) => index.packed)).toBe(true)
})
