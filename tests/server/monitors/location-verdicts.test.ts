import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/core/periods.ts'
import { categories, IGNORED } from '../../../src/server/store/identity/codes.ts'
import { locationVerdicts } from '../../../src/server/store/monitors/location-verdicts.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

const NOW = Date.UTC(2026, 2, 27, 12, 30)
const MINUTE_MS = 60_000

let store: TestStore
let places: number[]
beforeAll(async () => {
  store = await openStore()
  places = []
  for (const id of ['a', 'b', 'c']) places.push((await addLocation(store, id, NOW)).location.key)
})
afterAll(() => store.stop())

type Said = { place: number; ago: number; is: 'PASS' | 'FAIL'; ignored?: number }

/** A monitor that runs at all locations, with these results. */
const monitorWith = async (results: readonly Said[]): Promise<number> => {
  const monitor = await addMonitor(store, NOW - DAY_MS)
  await addSchedule(store, { seconds: 60, targets: [monitor], now: NOW - DAY_MS })
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

test('a monitor tells at how many locations it fails, though its last result passed', async () => {
  const some = await monitorWith([
    { place: 0, ago: 2 * MINUTE_MS, is: 'FAIL' },
    { place: 1, ago: MINUTE_MS, is: 'PASS' },
    { place: 2, ago: 2 * MINUTE_MS, is: 'PASS' },
    // Older than the newest there.
    { place: 2, ago: 3 * MINUTE_MS, is: 'FAIL' },
  ])
  const repeated = await monitorWith([
    { place: 0, ago: MINUTE_MS, is: 'FAIL', ignored: IGNORED.statistics },
    { place: 0, ago: 2 * MINUTE_MS, is: 'PASS' },
    { place: 1, ago: MINUTE_MS, is: 'PASS' },
  ])
  const never = await monitorWith([])
  const verdicts = await locationVerdicts(store.database.db, [some, repeated, never], NOW)
  expect(verdicts.get(some)).toEqual({ current: 3, failing: ['a'] })
  expect(verdicts.get(repeated)).toEqual({ current: 2, failing: [] })
  expect(verdicts.get(never)).toBeUndefined()
})
