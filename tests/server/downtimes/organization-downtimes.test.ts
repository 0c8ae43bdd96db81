import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { momentReached, wallClockAt } from '../../../src/domain/core/zone-time.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { coverProjects } from '../../../src/server/store/downtimes/covered-projects.ts'
import { keepWindows } from '../../../src/server/store/downtimes/keep-windows.ts'
import {
  addOrganizationDowntime,
  changeOrganizationDowntime,
  type OrganizationDowntimeDoc,
  organizationDowntime,
  organizationDowntimesOver,
  removeOrganizationDowntime,
} from '../../../src/server/store/downtimes/organization-downtimes.ts'
import { runsInDowntime } from '../../../src/server/store/downtimes/runs-in-downtime.ts'
import { scheduleFigures } from '../../../src/server/store/schedules/schedules.ts'
import { missedRuns } from '../../../src/server/store/silence/absence.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ORG = 'org'

let store: TestStore
beforeEach(async () => {
  store = await openStore()
  const { db } = store.database
  await db.insertInto('organization').values({ id: ORG, name: 'Org', doc: '{}', created: 0, last_update: 0 }).execute()
  await db.updateTable('project').set({ org_id: ORG }).execute()
})
afterEach(() => store.stop())

const addProject = async (id: string, orgId: string | null = ORG): Promise<TestStore> => {
  const { key } = await store.database.db
    .insertInto('project')
    .values({ id, org_id: orgId, name: id, doc: '{}', created: 0, last_update: 0 })
    .returning('key')
    .executeTakeFirstOrThrow()
  return { ...store, projectKey: key }
}
const docOf = ([from, to]: readonly [number, number], more: Partial<OrganizationDowntimeDoc> = {}) => ({
  start_time: formatTime(from),
  end_time: formatTime(to),
  repeated: false,
  repeat_days: 0 as const,
  timezone: 'UTC',
  project_ids: [],
  ...more,
})
const add = async (doc: OrganizationDowntimeDoc, now: number) => {
  const { db } = store.database
  const stored = await organizationDowntime(db, ORG, await addOrganizationDowntime(db, ORG, { name: 'd', doc, now }))
  if (!stored) throw new Error('It was not stored.')
  return stored
}
const windows = () =>
  store.database.db.selectFrom('downtime_window').select(['begins', 'ends', 'project_key']).orderBy('begins').execute()
const made: { due: number; source: number }[] = []
beforeEach(() => made.splice(0))
const tick = async (from: number, to: number, everyMs = 1000) => {
  const { db } = store.database
  for (let now = from; now < to; now += everyMs) {
    await db.updateTable('agent').set({ last_seen: now }).execute()
    await makeDueRuns(db, now)
    made.push(...(await db.deleteFrom('job').returning(['due', 'source']).execute()))
  }
}
const duesOf = ({ key }: { key: number }, before: number) =>
  made.flatMap(({ due, source }) => (source === key && due < before ? [due] : []))
const missedOf = async (schedule: { key: number }) =>
  (await scheduleFigures(store.database.db, [schedule as never])).get(schedule.key)?.missed

test('covers every project of the organization, no other one, and projects that join it later', async () => {
  await addLocation(store, 'one', START)
  const schedules = []
  for (const place of [store, await addProject('second'), await addProject('foreign', null)])
    schedules.push(await addSchedule(place, { seconds: 10, targets: [await addMonitor(place, START)], now: START }))
  const [first, second, foreign] = schedules
  if (!first || !second || !foreign) throw new Error('They are made above.')
  await add(docOf([START, START + HOUR]), START)
  await tick(START, START + MINUTE)
  expect(duesOf(first, START + MINUTE)).toEqual([])
  expect(duesOf(second, START + MINUTE)).toEqual([])
  expect(duesOf(foreign, START + MINUTE)).toHaveLength(6)
  expect([await missedOf(first), await missedOf(second)]).toEqual([0, 0])
  // The third joins the organization: covered from then on, and what was before stays as it was.
  const { db } = store.database
  await db.updateTable('project').set({ org_id: ORG }).where('id', '=', 'foreign').execute()
  await keepWindows(db, START + MINUTE)
  await tick(START + MINUTE, START + 2 * MINUTE)
  // One that falls due in the first seconds was made shortly before.
  expect(duesOf(foreign, START + 2 * MINUTE).length).toBeLessThanOrEqual(7)
  const third = (await windows()).filter(({ begins }) => begins > START)
  expect(third).toMatchObject([{ begins: START + MINUTE, ends: START + HOUR }])
  // It leaves again: it runs at once.
  await db.updateTable('project').set({ org_id: null }).where('id', '=', 'foreign').execute()
  await coverProjects(db, START + 2 * MINUTE)
  await tick(START + 2 * MINUTE, START + 3 * MINUTE)
  expect(duesOf(foreign, START + 3 * MINUTE).length).toBeGreaterThan(6 + 4)
})

test('covers only the projects that it names', async () => {
  await addLocation(store, 'one', START)
  const second = await addProject('second')
  const [here, there] = [
    await addSchedule(store, { seconds: 10, targets: [await addMonitor(store, START)], now: START }),
    await addSchedule(second, { seconds: 10, targets: [await addMonitor(second, START)], now: START }),
  ]
  const downtime = await add(docOf([START, START + HOUR], { project_ids: ['second'] }), START)
  await tick(START, START + MINUTE)
  expect(duesOf(here, START + MINUTE)).toHaveLength(6)
  expect(duesOf(there, START + MINUTE)).toEqual([])
  const { db } = store.database
  expect(await organizationDowntimesOver(db, store.projectKey)).toEqual([])
  expect(await organizationDowntimesOver(db, second.projectKey)).toMatchObject([{ id: downtime.id }])
  // Named for another project instead: the first runs again, and the other rests.
  const doc = docOf([START, START + HOUR], { project_ids: ['project'] })
  const { id } = await db
    .selectFrom('project')
    .select('id')
    .where('key', '=', store.projectKey)
    .executeTakeFirstOrThrow()
  await changeOrganizationDowntime(db, downtime.key, {
    name: 'd',
    doc: { ...doc, project_ids: [id] },
    now: START + MINUTE,
  })
  await tick(START + MINUTE, START + 2 * MINUTE)
  // One that falls due in the first seconds was made shortly before.
  expect(duesOf(here, START + 2 * MINUTE).length).toBeLessThanOrEqual(7)
  expect(duesOf(there, START + 2 * MINUTE).length).toBeGreaterThanOrEqual(5)
})

test('windows that held never change: a removed downtime ends now, and late results are still judged by it', async () => {
  const { location } = await addLocation(store, 'one', START)
  const monitor = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds: 60, targets: [monitor], now: START })
  const downtime = await add(docOf([START, START + HOUR]), START)
  await removeOrganizationDowntime(store.database.db, downtime.key, START + 10 * MINUTE)
  expect(await windows()).toMatchObject([{ begins: START, ends: START + 10 * MINUTE }])
  await keepWindows(store.database.db, START + 11 * MINUTE)
  expect(await windows()).toMatchObject([{ begins: START, ends: START + 10 * MINUTE }])
  const run = (due: number, source: number) => ({
    target_key: monitor.key,
    due,
    location_key: location.key,
    source,
    attempt: 0,
    project_key: store.projectKey,
  })
  const down = (due: number, source: number) => runsInDowntime(store.database.db, [run(due, source)])
  expect((await down(START + MINUTE, schedule.key)).size).toBe(1)
  // A run on demand is flagged too.
  expect((await down(START + MINUTE, -1)).size).toBe(1)
  expect((await down(START + 11 * MINUTE, schedule.key)).size).toBe(0)
})

test('runs that were due in it are not counted for a location that was away', async () => {
  const { location } = await addLocation(store, 'one', START)
  await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, START)], now: START })
  await add(docOf([START, START + HOUR]), START)
  const absent = { location_key: location.key, project_key: store.projectKey, since: START }
  expect(await missedRuns(store.database.db, absent, START + HOUR)).toBe(0)
  expect(await missedRuns(store.database.db, absent, START + HOUR + 5 * MINUTE)).toBeLessThanOrEqual(5)
})

const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Havana', '2026-03-08T05:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
] as const

test('keeps its local times across changes of the clocks in every zone, as the simulated clock moves on', async () => {
  const { db } = store.database
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CHANGES),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(1 as const, 7 as const),
      async ([timeZone, change], hour, hours, repeat_days) => {
        const at = Date.parse(change)
        const begun = at - 8 * DAY
        const midnight = Math.floor(wallClockAt(begun, timeZone) / DAY) * DAY
        const start = momentReached(midnight + hour * HOUR, timeZone)
        const end = momentReached(midnight + (hour + hours) * HOUR, timeZone)
        const doc = docOf([start, end], { repeated: true, repeat_days, timezone: timeZone })
        const downtime = await add(doc, begun - DAY)
        // The server keeps windows written down, twice a day.
        for (let now = begun - DAY; now < at + 8 * DAY; now += DAY / 2) await keepWindows(db, now)
        const held = await windows()
        await removeOrganizationDowntime(db, downtime.key, 0)
        await db.deleteFrom('downtime_window').execute()
        const inside = held.filter(({ begins }) => begins > begun && begins < at + 7 * DAY)
        expect(inside.length).toBeGreaterThan(0)
        for (const { begins, ends } of inside) {
          // The first moment at which the wall shows the hour, or has passed it.
          const wall = wallClockAt(begins, timeZone)
          const day = Math.round((wall - hour * HOUR) / DAY) * DAY
          expect(begins).toBe(momentReached(day + hour * HOUR, timeZone))
          expect(ends).toBe(momentReached(day + (hour + hours) * HOUR, timeZone))
          expect((day - midnight) % (repeat_days * DAY)).toBe(0)
        }
      },
    ),
    { numRuns: 14 },
  )
})
