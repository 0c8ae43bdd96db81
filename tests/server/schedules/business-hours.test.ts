import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BusinessHours } from '../../../src/domain/schedules/business-hours.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { keepWindows } from '../../../src/server/store/downtimes/keep-windows.ts'
import { runsInDowntime } from '../../../src/server/store/downtimes/runs-in-downtime.ts'
import { applyHours } from '../../../src/server/store/schedules/hours.ts'
import { scheduleFigures, schedules } from '../../../src/server/store/schedules/schedules.ts'
import { missedRuns } from '../../../src/server/store/silence/absence.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A Friday, two days before clocks go forward in Berlin. */
const START = Date.UTC(2026, 2, 27, 10)

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const office: BusinessHours = {
  timezone: 'Europe/Berlin',
  windows: [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' }],
}

const made: number[] = []
beforeEach(() => made.splice(0))
const tickAt = async (now: number) => {
  const { db } = store.database
  await db.updateTable('agent').set({ last_seen: now }).execute()
  await keepWindows(db, now)
  await makeDueRuns(db, now)
  made.push(...(await db.deleteFrom('job').returning('due').execute()).map(({ due }) => due))
}
/** Ticks whenever a run is due, while agents take and report every run at once. */
const tick = async (from: number, to: number) => {
  const next = () =>
    store.database.db.selectFrom('slot').select('next_due').orderBy('next_due').executeTakeFirstOrThrow()
  for (let now = from; now < to; now = Math.max(now + 1, (await next()).next_due)) await tickAt(now)
}
const bound = async (hours: BusinessHours | null, now = START, seconds = 600) => {
  const { location } = await addLocation(store, 'one', START)
  const monitor = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds, targets: [monitor], now: START })
  const { db } = store.database
  const doc = { ...schedule.doc, business_hours: hours }
  const stored = await schedules.update(db, schedule, { name: 's', doc, now })
  await applyHours(db, stored, schedule.doc, now)
  return { location, monitor, schedule: stored }
}
const figuresOf = async (schedule: Parameters<typeof scheduleFigures>[1][number]) =>
  (await scheduleFigures(store.database.db, [schedule])).get(schedule.key)

test('a schedule runs within its business hours alone, misses nothing outside, and keeps them when clocks change', async () => {
  const { schedule, location } = await bound(office)
  await tick(START, START + 3 * DAY)
  // Friday 10:00 UTC to 18:00 in Berlin, which is 17:00 UTC; Monday from 08:00 in Berlin, by then 06:00 UTC.
  const friday = Date.UTC(2026, 2, 27, 17)
  const monday = Date.UTC(2026, 2, 30, 6)
  expect(made.filter((due) => due >= friday && due < monday)).toEqual([])
  expect(made.filter((due) => due < friday)).toHaveLength(7 * 6)
  expect(made.filter((due) => due >= monday && due < START + 3 * DAY)).toHaveLength(4 * 6)
  expect((await figuresOf(schedule))?.missed).toBe(0)
  const absent = { location_key: location.key, project_key: store.projectKey, since: friday }
  expect(await missedRuns(store.database.db, absent, monday)).toBe(0)
})

test('what was due outside while no server ran is not missed; what was due inside is', async () => {
  const { schedule } = await bound(office)
  await tickAt(START)
  await tickAt(START + 3 * DAY)
  // 7 hours on Friday and 4 on Monday, six runs an hour; the newest is made where it is at most a minute late.
  expect((await figuresOf(schedule))?.missed).toBeGreaterThanOrEqual(11 * 6 - 1)
  expect((await figuresOf(schedule))?.missed).toBeLessThanOrEqual(11 * 6)
})

test('the next run is the first within business hours; a schedule whose runs are never due within them has none', async () => {
  const evening = Date.UTC(2026, 2, 27, 20)
  const { schedule } = await bound(office, evening)
  await tickAt(evening)
  const next = (await figuresOf(schedule))?.nextRun ?? 0
  const monday = Date.UTC(2026, 2, 30, 6)
  expect(next).toBeGreaterThanOrEqual(monday)
  expect(next).toBeLessThan(monday + 10 * MINUTE)
  // Once a day, at a time that only Sunday's minute would allow.
  const { db } = store.database
  const slot = await db.selectFrom('slot').select('next_due').executeTakeFirstOrThrow()
  const daily = await addSchedule(store, { seconds: 86_400, targets: [await addMonitor(store, START)], now: START })
  const { next_due } = await db
    .selectFrom('slot')
    .select('next_due')
    .where('schedule_key', '=', daily.key)
    .executeTakeFirstOrThrow()
  expect(slot.next_due).toBeLessThan(monday)
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const other = { days: [1, 2, 3, 4, 5, 6, 7], start: clock(next_due + 5 * MINUTE), end: clock(next_due + 65 * MINUTE) }
  const never = { ...daily, doc: { ...daily.doc, business_hours: { timezone: 'UTC', windows: [other] } } }
  expect((await figuresOf(daily))?.nextRun).toBe(next_due)
  expect((await figuresOf(never))?.nextRun).toBeNull()
})

test('hours that change hold from now on; without them it runs at all times again; a run on demand outside counts', async () => {
  const night = Date.UTC(2026, 2, 27, 20)
  const { schedule, monitor, location } = await bound(office, night)
  await tick(night, night + HOUR)
  // The run that was due within the minute before the hours were set may still be made.
  expect(made.filter((each) => each >= night)).toEqual([])
  const { db } = store.database
  const due = night + 30 * MINUTE
  const run = { target_key: monitor.key, due, location_key: location.key, source: -1, attempt: 0 }
  expect((await runsInDowntime(db, [{ ...run, project_key: store.projectKey }])).size).toBe(0)
  const always = await schedules.update(db, schedule, {
    name: 's',
    doc: { ...schedule.doc, business_hours: null },
    now: night + HOUR,
  })
  await applyHours(db, always, schedule.doc, night + HOUR)
  await tick(night + HOUR, night + 2 * HOUR)
  // The run that was due within the minute before may be made as well.
  expect(made.filter((each) => each >= night + HOUR && each < night + 2 * HOUR)).toHaveLength(6)
  expect(await db.selectFrom('downtime_window').select(['begins', 'ends']).execute()).toEqual([
    { begins: night, ends: night + HOUR },
  ])
  await schedules.remove(db, always)
  expect(await db.selectFrom('downtime_window').selectAll().execute()).toEqual([])
})
