import { afterAll, beforeAll, expect, test } from 'vitest'
import { announced } from '../../../src/domain/status/maintenance.ts'
import { componentState, overallState } from '../../../src/domain/status/status-state.ts'
import { plannedMaintenance } from '../../../src/server/store/status/maintenance.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const NOW = Date.UTC(2026, 2, 27, 12, 30)
const HOUR_MS = 3_600_000

let store: TestStore
beforeAll(async () => {
  store = await openStore()
  await addLocation(store, 'a', NOW)
})
afterAll(() => store.stop())

let key = 1000
const window = async (origin: 'project' | 'hours', schedule: number | null, from: number, to: number) => {
  key += 1
  await store.database.db
    .insertInto('downtime_window')
    .values({
      downtime_key: key,
      project_key: store.projectKey,
      schedule_key: schedule,
      origin,
      begins: NOW + from * HOUR_MS,
      ends: NOW + to * HOUR_MS,
    })
    .execute()
}

const scheduled = async (monitor: { key: number }): Promise<number> => {
  await addSchedule(store, { seconds: 60, targets: [monitor], now: NOW })
  const { schedule_key } = await store.database.db
    .selectFrom('slot')
    .select('schedule_key')
    .where('target_key', '=', monitor.key)
    .orderBy('schedule_key', 'desc')
    .executeTakeFirstOrThrow()
  return schedule_key
}

const hoursOf = async (monitor: { key: number }) =>
  ((await plannedMaintenance(store.database.db, [monitor.key], NOW)).get(monitor.key) ?? []).map(({ begins, ends }) => [
    (begins - NOW) / HOUR_MS,
    (ends - NOW) / HOUR_MS,
  ])

test('a monitor is under maintenance while all schedules that run it are in a downtime', async () => {
  const monitor = await addMonitor(store, NOW)
  const first = await scheduled(monitor)
  await window('project', first, -2, -1)
  await window('project', first, -1, 2)
  await window('project', first, 5, 6)
  expect(await hoursOf(monitor)).toEqual([
    [-1, 2],
    [5, 6],
  ])
  const second = await scheduled(monitor)
  expect(await hoursOf(monitor)).toEqual([])
  await window('project', second, 0, 3)
  expect(await hoursOf(monitor)).toEqual([[0, 2]])
})

test('time outside of business hours is no maintenance', async () => {
  const monitor = await addMonitor(store, NOW)
  await window('hours', await scheduled(monitor), -1, 2)
  expect(await hoursOf(monitor)).toEqual([])
})

test('planned work never hides an outage, nor missing data of another component', () => {
  expect(componentState(['maintenance', 'operational'])).toBe('maintenance')
  expect(componentState(['maintenance', 'down'])).toBe('degraded')
  expect(overallState(['maintenance', 'down'], 0).state).toBe('degraded')
  expect(overallState(['maintenance', 'operational'], 1).state).toBe('degraded')
  expect(overallState(['maintenance', 'unknown'], 0).state).toBe('unknown')
  expect(overallState(['maintenance', 'operational'], 0)).toEqual({
    state: 'maintenance',
    sentence: '1 of 2 components is under maintenance.',
  })
})

test('windows that touch are announced as one', () => {
  const windows = [
    { begins: 4, ends: 5 },
    { begins: 0, ends: 2 },
    { begins: 2, ends: 3 },
  ]
  expect(announced(windows)).toEqual([
    { begins: 0, ends: 3 },
    { begins: 4, ends: 5 },
  ])
})
