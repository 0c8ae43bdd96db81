import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { categories, IGNORED } from '../../../src/server/store/identity/codes.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { dailyAvailability, SHOWN_DAYS } from '../../../src/server/store/status/daily-availability.ts'
import { monitorStates } from '../../../src/server/store/status/monitor-states.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

const NOW = Date.UTC(2026, 2, 27, 12, 30)
const MINUTE_MS = 60_000

let store: TestStore
let places: number[]
beforeAll(async () => {
  store = await openStore()
  places = [(await addLocation(store, 'a', NOW)).location.key, (await addLocation(store, 'b', NOW)).location.key]
})
afterAll(() => store.stop())

type Said = { place: number; ago: number; is: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL'; attempt?: number; ignored?: number }

const monitorWith = async (results: readonly Said[], seconds: number | null = 60): Promise<number> => {
  const monitor = await addMonitor(store, NOW - DAY_MS)
  if (seconds !== null) await addSchedule(store, { seconds, targets: [monitor], now: NOW - DAY_MS })
  await storeResults(
    store.database.db,
    results.map(({ place, ago, is, ...more }) =>
      resultRow({
        project_key: store.projectKey,
        target_key: monitor.key,
        location_key: places[place] ?? 0,
        due: NOW - ago,
        category: categories.code(is),
        ...more,
      }),
    ),
  )
  return monitor.key
}

const stateOf = async (key: number) => (await monitorStates(store.database.db, [key], NOW)).get(key)

test('a monitor is down where all its locations fail, and degraded where only some do', async () => {
  const both = await monitorWith([
    { place: 0, ago: MINUTE_MS, is: 'FAIL' },
    { place: 1, ago: MINUTE_MS, is: 'FAIL' },
  ])
  const one = await monitorWith([
    { place: 0, ago: MINUTE_MS, is: 'FAIL' },
    { place: 1, ago: MINUTE_MS, is: 'PASS' },
    // The newest result counts.
    { place: 1, ago: 2 * MINUTE_MS, is: 'FAIL' },
  ])
  const none = await monitorWith([
    { place: 0, ago: MINUTE_MS, is: 'WARNING' },
    { place: 1, ago: MINUTE_MS, is: 'SLOW' },
  ])
  expect([await stateOf(both), await stateOf(one), await stateOf(none)]).toEqual(['down', 'degraded', 'operational'])
})

test('without current results a monitor is unknown: none at all, old ones, or no schedule', async () => {
  const never = await monitorWith([])
  const old = await monitorWith([{ place: 0, ago: HOUR_MS, is: 'PASS' }])
  const rare = await monitorWith([{ place: 0, ago: HOUR_MS, is: 'PASS' }], 3600)
  const unscheduled = await monitorWith([{ place: 0, ago: MINUTE_MS, is: 'PASS' }], null)
  const states = [await stateOf(never), await stateOf(old), await stateOf(rare), await stateOf(unscheduled)]
  expect(states).toEqual(['unknown', 'unknown', 'operational', 'unknown'])
})

test('attempts that are repeated and results in a downtime do not count', async () => {
  const key = await monitorWith([
    { place: 0, ago: MINUTE_MS, is: 'FAIL', ignored: IGNORED.statistics },
    { place: 0, ago: MINUTE_MS, is: 'PASS', attempt: 1 },
    { place: 1, ago: MINUTE_MS, is: 'FAIL', ignored: IGNORED.downtime },
    { place: 1, ago: 2 * MINUTE_MS, is: 'PASS' },
  ])
  expect(await stateOf(key)).toBe('operational')
})

test('each of 90 days has the share of runs that did not fail, and days without data have none', async () => {
  const key = await monitorWith([
    { place: 0, ago: 2 * DAY_MS, is: 'FAIL' },
    { place: 1, ago: 2 * DAY_MS, is: 'PASS' },
    { place: 0, ago: 3 * HOUR_MS, is: 'PASS' },
    // The running hour is not part of the bars.
    { place: 0, ago: MINUTE_MS, is: 'FAIL' },
  ])
  await compact(store.database, NOW)
  const { days, availability } = await dailyAvailability(store.database.db, [key], NOW)
  expect(days.length).toBe(SHOWN_DAYS)
  expect(days.slice(-4).map((day) => day.availability)).toEqual([null, 0.5, null, 1])
  expect(days.at(-1)?.start).toBe(Date.UTC(2026, 2, 27))
  expect(availability).toBeCloseTo(2 / 3)
})

test('a component without monitors has 90 days without data', async () => {
  const { days, availability } = await dailyAvailability(store.database.db, [], NOW)
  expect(availability).toBeNull()
  expect(days.every((day) => day.availability === null)).toBe(true)
})
