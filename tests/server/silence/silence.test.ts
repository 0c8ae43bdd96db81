import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSilent } from '../../../src/domain/silence/silence.ts'
import { recordHeartbeat } from '../../../src/server/silence/heartbeat.ts'
import { updateSilences } from '../../../src/server/silence/update-silences.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { silencesOf } from '../../../src/server/store/silence/silence.ts'
import { eventually } from '../../support/eventually.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const minute = 60_000

let store: TestStore
beforeEach(async () => {
  store = await openStore()
  await partitionsOf(store.database.db).maintain(START)
})
afterEach(() => store.stop())

const TIMEOUT_MS = 120_000
/** The watch looks every few seconds, as it does while a server runs. */
const watch = async (from: number, to: number) => {
  for (let now = from; now < to; now += 20_000) await updateSilences(store.database, now)
  return updateSilences(store.database, to)
}
const silent = async () =>
  (
    await store.database.db.selectFrom('silence').selectAll().orderBy('target_key').orderBy('location_key').execute()
  ).map(({ target_key, location_key, since }) => ({ target_key, location_key, since }))
const addResult = (target_key: number, location_key: number, due: number, total = 100) =>
  postgresResults.add(store.database.db, [
    { ...resultRow({ project_key: store.projectKey, target_key, location_key, due, total }), detail: '' },
  ])

test('a monitor has no data from a location two periods and a time-out after its last result there', async () => {
  const { location } = await addLocation(store, 'one', START)
  const { location: two } = await addLocation(store, 'two', START)
  const monitor = await addMonitor(store, START)
  await addSchedule(store, { seconds: 60, targets: [monitor], now: START })
  await updateSilences(store.database, START)
  const last = START + minute
  await addResult(monitor.key, location.key, last)
  const from = last + 100 + 2 * minute + TIMEOUT_MS
  for (let due = START; due <= from; due += minute) await addResult(monitor.key, two.key, due)

  await watch(START, from - 1)
  expect(await silent()).toEqual([])
  expect(await watch(from, from)).toBe(true)
  expect(await silent()).toEqual([{ target_key: monitor.key, location_key: location.key, since: last + 100 }])
  expect((await silencesOf(store.database.db, [monitor.key], from)).get(monitor.key)).toEqual({
    everywhere: false,
    locations: [{ id: 'one', since: last + 100, awaySince: START }],
  })

  await addResult(monitor.key, location.key, from + 1000)
  await updateSilences(store.database, from + 2000)
  expect(await silent()).toEqual([])
})

test('silence requires a schedule: not before two periods on it, and not after it is disabled', async () => {
  const { location } = await addLocation(store, 'one', START)
  const monitor = await addMonitor(store, START)
  const later = START + 5 * minute
  await watch(START, later)
  const schedule = await addSchedule(store, { seconds: 60, targets: [monitor], now: later })
  await watch(later, later + 2 * minute + TIMEOUT_MS - 1)
  expect(await silent()).toEqual([])
  await watch(later, later + 2 * minute + TIMEOUT_MS)
  expect(await silent()).toEqual([{ target_key: monitor.key, location_key: location.key, since: later }])
  await store.database.db.deleteFrom('slot').where('schedule_key', '=', schedule.key).execute()
  await updateSilences(store.database, later + 5 * minute)
  expect(await silent()).toEqual([])
})

test('time without a running server is no silence; earlier silences stay', async () => {
  await addLocation(store, 'one', START)
  const [before, after] = [await addMonitor(store, START), await addMonitor(store, START)]
  await addSchedule(store, { seconds: 60, targets: [before], now: START })
  await watch(START, START + 10 * minute)
  expect(await silent()).toMatchObject([{ target_key: before.key }])

  await addSchedule(store, { seconds: 60, targets: [after], now: START + 10 * minute })
  const back = START + 600 * minute
  await updateSilences(store.database, back)
  expect(await silent()).toMatchObject([{ target_key: before.key }])
  await watch(back, back + 2 * minute + TIMEOUT_MS)
  expect(await silent()).toMatchObject([{ target_key: before.key }, { target_key: after.key }])
})

test('a long check is no interruption, and does not delay the server’s heartbeat', async () => {
  const { db } = store.database
  for (let now = START; now <= START + minute; now += 20_000) expect(await recordHeartbeat(db, now)).toBe(START)
  const holder = await db.startTransaction().execute()
  try {
    await sql`lock table silence in access exclusive mode`.execute(holder)
    const looking = updateSilences(store.database, START + minute)
    // The look has beaten once it waits for the table.
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_locks where relation = 'silence'::regclass and not granted`.execute(
        db,
      )
      return rows.length > 0
    })
    for (let now = START + minute; now <= START + 5 * minute; now += 20_000)
      expect(await recordHeartbeat(db, now)).toBe(START)
    await holder.rollback().execute()
    await looking
  } finally {
    if (!holder.isRolledBack) await holder.rollback().execute()
  }
  expect(await recordHeartbeat(db, START + 5 * minute + 20_000)).toBe(START)
  expect(await recordHeartbeat(db, START + 5 * minute)).toBe(START)
})

test('the store finds exactly the slots that the rule calls silent', async () => {
  const { location } = await addLocation(store, 'one', START)
  const now = START + 200 * minute
  const expected: number[] = []
  for (const [seconds, agoMs, total] of [
    [60, 239_000, 0],
    [60, 241_000, 0],
    [60, 300_000, 100_000],
    [1, 121_000, 0],
    [1, 123_000, 0],
    [600, 1_319_000, 0],
    [600, 1_321_000, 0],
    [3600, 2 * 3_600_000, 0],
    [7200, 9 * 3_600_000, 0],
  ] as const) {
    const monitor = await addMonitor(store, START)
    await addSchedule(store, { seconds, targets: [monitor], now: START })
    await addResult(monitor.key, location.key, now - agoMs, total)
    const rule = { frequencyMs: seconds * 1000, timeoutMs: TIMEOUT_MS, expectedSinceMs: START }
    if (isSilent({ ...rule, lastMs: now - agoMs + total }, now)) expected.push(monitor.key)
  }
  await store.database.db
    .insertInto('installation')
    .values({ name: 'silence-watch', value: JSON.stringify({ beat: now, up_since: START }) })
    .execute()
  await updateSilences(store.database, now)
  expect((await silent()).map(({ target_key }) => target_key)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(2)
})
