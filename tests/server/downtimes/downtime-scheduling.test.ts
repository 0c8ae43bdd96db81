import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { openScheduling } from '../../../src/server/scheduler/scheduling.ts'
import { updateSilences } from '../../../src/server/silence/update-silences.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { type DowntimeDoc, downtimes, tieToSchedule } from '../../../src/server/store/downtimes/downtimes.ts'
import { keepWindows } from '../../../src/server/store/downtimes/keep-windows.ts'
import { applyDowntime, cutWindows } from '../../../src/server/store/downtimes/written-windows.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { scheduleFigures, schedules } from '../../../src/server/store/schedules/schedules.ts'
import { missedRuns } from '../../../src/server/store/silence/absence.ts'
import { countedSilences } from '../../../src/server/store/silence/silence.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

type Schedule = { key: number; id: string } | null

/** A downtime of a schedule, or of all, that is saved at `now`. */
const addDowntime = async (
  schedule: Schedule,
  [from, to]: [number, number],
  now: number,
  more: Partial<DowntimeDoc> = {},
) => {
  const { db } = store.database
  const doc: DowntimeDoc = {
    schedule_id: schedule?.id ?? 'all',
    start_time: formatTime(from),
    end_time: formatTime(to),
    repeated: false,
    repeat_days: 0,
    timezone: 'UTC',
    ...more,
  }
  const stored = await downtimes.create(db, { projectKey: store.projectKey, name: 'd', doc, owner: 'o', now })
  await tieToSchedule(db, stored, schedule?.key ?? null)
  await applyDowntime(db, stored, now)
  return stored
}
const remove = async (downtime: Awaited<ReturnType<typeof addDowntime>>, now: number) => {
  await cutWindows(store.database.db, downtime.key, now)
  await downtimes.remove(store.database.db, downtime)
}
const windows = () =>
  store.database.db.selectFrom('downtime_window').select(['begins', 'ends']).orderBy('begins').execute()
const seen = (now: number) => store.database.db.updateTable('agent').set({ last_seen: now }).execute()
const made: { due: number; source: number }[] = []
/** Ticks while agents take and report every run at once. */
const tick = async (from: number, to: number, everyMs = 1000) => {
  const { db } = store.database
  for (let now = from; now < to; now += everyMs) {
    await seen(now)
    await makeDueRuns(db, now)
    made.push(...(await db.deleteFrom('job').returning(['due', 'source']).execute()))
  }
}
beforeEach(() => made.splice(0))
const duesOf = ({ key }: { key: number }) => made.flatMap(({ due, source }) => (source === key ? [due] : []))
const missedOf = async (schedule: { key: number }) =>
  (await scheduleFigures(store.database.db, [schedule as never])).get(schedule.key)?.missed

const scheduled = async (seconds: number, locations = ['one']) => {
  const places = []
  for (const id of locations) places.push((await addLocation(store, id, START)).location)
  const monitor = await addMonitor(store, START)
  const schedule = await addSchedule(store, { seconds, targets: [monitor], now: START })
  const [location] = places
  if (!location) throw new Error('It needs a location.')
  return { location, monitor, schedule }
}

test('within a downtime no run is made and none is missed; before and after it each run is made', async () => {
  const { schedule } = await scheduled(10)
  const other = await addSchedule(store, { seconds: 10, targets: [await addMonitor(store, START)], now: START })
  const [from, to] = [START + 5 * MINUTE, START + 7 * MINUTE]
  await addDowntime(schedule, [from, to], START)
  // Another that overlaps, and ends later.
  await addDowntime(schedule, [from + MINUTE, to + MINUTE], START)
  await tick(START, START + 10 * MINUTE)
  const dues = duesOf(schedule).filter((due) => due < START + 10 * MINUTE)
  expect(dues.filter((due) => due >= from && due < to + MINUTE)).toEqual([])
  expect(dues).toHaveLength(7 * 6)
  expect(duesOf(other).filter((due) => due < START + 10 * MINUTE)).toHaveLength(10 * 6)
  expect(await missedOf(schedule)).toBe(0)
})

test('a downtime of all schedules covers those that are created later, and no other project', async () => {
  await addLocation(store, 'one', START)
  await addDowntime(null, [START, START + HOUR], START)
  const later = await addSchedule(store, { seconds: 10, targets: [await addMonitor(store, START)], now: START })
  const { key } = await store.database.db
    .insertInto('project')
    .values({ id: 'other', org_id: null, name: 'other', doc: '{}', created: 0, last_update: 0 })
    .returning('key')
    .executeTakeFirstOrThrow()
  const elsewhere = { ...store, projectKey: key }
  const other = await addSchedule(elsewhere, { seconds: 10, targets: [await addMonitor(elsewhere, START)], now: START })
  await tick(START, START + MINUTE)
  expect(duesOf(later)).toEqual([])
  expect(duesOf(other).filter((due) => due < START + MINUTE)).toHaveLength(6)
})

test('what was due in downtimes while no server ran is not missed, however they overlap; the rest is', async () => {
  const { schedule } = await scheduled(60)
  await addDowntime(schedule, [START + 10 * HOUR, START + 12 * HOUR], START)
  await addDowntime(schedule, [START + 11 * HOUR, START + 13 * HOUR], START)
  // Written down for two days only: the windows of the days after are made up for at start.
  const nightly = [START + 20 * HOUR, START + 21 * HOUR] as [number, number]
  await addDowntime(schedule, nightly, START, { repeated: true, repeat_days: 1 })
  await tick(START, START + MINUTE)
  const back = START + 10 * DAY + 30_000
  await keepWindows(store.database.db, back)
  await tick(back, back + 1)
  // A run a minute; 3 hours once, and an hour on each of 10 days.
  const { rows } = await sql<{ due: number }>`
    select (${back}::bigint - anchor) / frequency + 1 as due from slot`.execute(store.database.db)
  const due = rows[0]?.due ?? 0
  expect(await missedOf(schedule)).toBe(due - made.length - 3 * 60 - 10 * 60)
})

test('when the newest run that was due lies in a downtime it is neither made nor missed', async () => {
  const { schedule } = await scheduled(60)
  await addDowntime(schedule, [START + HOUR, START + 2 * HOUR], START)
  await tick(START + HOUR + 90_000, START + HOUR + 90_001)
  expect(made).toEqual([])
  expect(await missedOf(schedule)).toBe(60)
})

test('a downtime that is deleted while it holds ends at once; one that is moved holds as it says from then on', async () => {
  const { schedule } = await scheduled(10)
  const downtime = await addDowntime(schedule, [START, START + HOUR], START)
  await tick(START, START + MINUTE)
  expect(made).toEqual([])
  const change = { ...downtime.doc, end_time: formatTime(START + 3 * MINUTE) }
  const moved = await downtimes.update(store.database.db, downtime, { name: 'd', doc: change, now: START + MINUTE })
  await applyDowntime(store.database.db, moved, START + MINUTE)
  await tick(START + MINUTE, START + 2 * MINUTE)
  expect(made).toEqual([])
  await remove(moved, START + 2 * MINUTE)
  await tick(START + 2 * MINUTE, START + 3 * MINUTE)
  // One that falls due in the first seconds was passed over shortly before.
  expect(made.length).toBeGreaterThanOrEqual(5)
  // What held stays written down: slots that are looked at later do not count it as missed.
  expect((await windows()).map(({ begins, ends }) => [begins - START, ends - START])).toEqual([
    [0, MINUTE],
    [MINUTE, 2 * MINUTE],
  ])
  expect(await missedOf(schedule)).toBe(0)
})

test('a downtime never reaches back, and withdraws what is queued within it', async () => {
  const { schedule } = await scheduled(10)
  await seen(START + 10_000)
  await makeDueRuns(store.database.db, START + 10_000)
  const queued = () => store.database.db.selectFrom('job').select('due').execute()
  const before = await queued()
  expect(before.length).toBeGreaterThan(0)
  const now = START + 10_000
  await addDowntime(schedule, [START - DAY, START + HOUR], now)
  expect(await queued()).toEqual(before.filter(({ due }) => due < now))
  expect(await windows()).toEqual([{ begins: now, ends: START + HOUR }])
})

test('a schedule takes its downtimes along when it is deleted, and a downtime its row', async () => {
  const { schedule } = await scheduled(60)
  const own = await addDowntime(schedule, [START, START + HOUR], START)
  const all = await addDowntime(null, [START, START + HOUR], START)
  const { db } = store.database
  await schedules.remove(db, (await schedules.read(db, store.projectKey, schedule.id)) as never)
  expect(await downtimes.read(db, store.projectKey, own.id)).toBeUndefined()
  expect(await downtimes.read(db, store.projectKey, all.id)).toBeDefined()
  await remove(all, START)
  expect(await db.selectFrom('downtime').selectAll().execute()).toEqual([])
})

test.each([
  ['forward', '2026-03-29T00:00:00Z', 60, 90],
  ['back', '2026-10-25T00:00:00Z', 0, 150],
] as const)(
  'in the night in which clocks go %s, runs rest by the clock on the wall',
  async (_, midnight, first, last) => {
    const { schedule } = await scheduled(60)
    const night = Date.parse(midnight)
    // From 02:00 to 03:30 in Berlin, every day since January.
    const since = [Date.UTC(2026, 0, 6, 1), Date.UTC(2026, 0, 6, 2, 30)] as [number, number]
    await addDowntime(schedule, since, START, { repeated: true, repeat_days: 1, timezone: 'Europe/Berlin' })
    const from = night - HOUR
    await keepWindows(store.database.db, from)
    await tick(from, from + 1)
    await sql`update slot set missed = 0`.execute(store.database.db)
    made.splice(0)
    await tick(from + 1000, night + 4 * HOUR, 30_000)
    const resting = duesOf(schedule).filter((due) => due >= night + first * MINUTE && due < night + last * MINUTE)
    expect(resting).toEqual([])
    const inThreeHours = duesOf(schedule).filter((due) => due >= night && due < night + 3 * HOUR)
    expect(inThreeHours).toHaveLength(3 * 60 - (last - first))
    expect(await missedOf(schedule)).toBe(0)
  },
)

test('servers whose clock was ahead, and is set back, keep to the downtimes as they are now', async () => {
  const { schedule } = await scheduled(10)
  let [now, steady] = [START, 0]
  const scheduling = openScheduling({
    db: store.database.db,
    clock: () => now,
    steadyMs: () => steady,
    wake: () => {},
    log: () => {},
  })
  const nightly = await addDowntime(schedule, [START + MINUTE, START + 2 * MINUTE], START, {
    repeated: true,
    repeat_days: 1,
  })
  await scheduling.tick()
  now += 400 * DAY
  await scheduling.tick()
  const gone = await addDowntime(schedule, [START, START + 800 * DAY], now)
  await scheduling.heal()
  await remove(gone, now + MINUTE)
  now -= 400 * DAY
  steady += 200
  await seen(now)
  await scheduling.tick()
  expect((await windows()).filter(({ begins }) => begins < START + DAY)).toEqual([
    { begins: START + MINUTE, ends: START + 2 * MINUTE },
  ])
  await tick(now, START + 3 * MINUTE)
  expect(duesOf(schedule).filter((due) => due >= START + MINUTE && due < START + 2 * MINUTE)).toEqual([])
  expect(duesOf(schedule).length).toBeGreaterThanOrEqual(11)
  expect(nightly.id).toBeTruthy()
})

test('two servers write the same windows down once', async () => {
  const { schedule } = await scheduled(60)
  await addDowntime(schedule, [START, START + HOUR], START, { repeated: true, repeat_days: 1 })
  const later = START + 30 * HOUR
  await Promise.all([keepWindows(store.database.db, later), keepWindows(store.database.db, later + 5)])
  expect((await windows()).map(({ begins }) => (begins - START) / DAY)).toEqual([0, 1, 2, 3])
})

/** Waits until so many transactions wait for locks in this database. */
const untilWaiting = async (many: number) => {
  for (let waiting = 0; waiting < many; ) {
    const { rows } = await sql<{ count: number }>`select count(distinct pid)::int as count from pg_locks
      where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
      store.database.db,
    )
    waiting = rows[0]?.count ?? 0
  }
}

test('a downtime that is changed while its windows are written down keeps none of its old windows', async () => {
  const { db } = store.database
  const { schedule } = await scheduled(60)
  const nightly = await addDowntime(schedule, [START, START + HOUR], START, { repeated: true, repeat_days: 1 })
  const now = START + 30 * HOUR
  const holding = await db.startTransaction().execute()
  await sql`lock table downtime_window in share mode`.execute(holding)
  const writing = keepWindows(db, now)
  await untilWaiting(1)
  const doc = { ...nightly.doc, start_time: formatTime(now + 6 * HOUR), end_time: formatTime(now + 7 * HOUR) }
  const changing = db.transaction().execute(async (tx) => {
    await applyDowntime(tx, await downtimes.update(tx, nightly, { name: 'd', doc, now }), now)
  })
  await untilWaiting(2)
  await holding.commit().execute()
  await Promise.all([writing, changing])
  const coming = (await windows()).map(({ begins }) => begins).filter((begins) => begins >= now)
  expect(coming).toEqual([now + 6 * HOUR, now + 30 * HOUR])
})

const silences = () => store.database.db.selectFrom('silence').selectAll().execute()
const watch = async (from: number, to: number, everyMs = 20_000) => {
  for (let now = from; now <= to; now += everyMs) await updateSilences(store.database, now)
}
const addResult = (target_key: number, location_key: number, due: number) =>
  postgresResults.add(store.database.db, [
    { ...resultRow({ project_key: store.projectKey, target_key, location_key, due }), detail: '' },
  ])

test('a monitor that rests in a downtime has data; one that stays silent afterwards has none, as soon as ever', async () => {
  await partitionsOf(store.database.db).maintain(START)
  const { location, monitor, schedule } = await scheduled(60)
  const [from, to] = [START + 10 * MINUTE, START + 2 * HOUR]
  await addDowntime(schedule, [from, to], START)
  for (let due = START; due < from; due += MINUTE) await addResult(monitor.key, location.key, due)
  await watch(START, to + MINUTE, 60_000)
  expect(await silences()).toEqual([])
  await watch(to + MINUTE, to + 6 * MINUTE)
  expect(await silences()).toHaveLength(1)
})

test('a monitor that runs once a day, within a nightly downtime, is never silent', async () => {
  await partitionsOf(store.database.db).maintain(START)
  const { schedule } = await scheduled(86_400)
  const { rows } = await sql<{ next_due: number }>`select next_due from slot`.execute(store.database.db)
  const due = rows[0]?.next_due ?? 0
  await addDowntime(schedule, [due - HOUR, due + HOUR], START, { repeated: true, repeat_days: 1 })
  for (let now = START; now < START + 6 * DAY; now += 6 * HOUR) {
    await keepWindows(store.database.db, now)
    // The watch looks every few seconds while a server runs.
    await sql`update installation set value = value || jsonb_build_object('beat', ${now - 1}::bigint) where name = 'silence-watch'`.execute(
      store.database.db,
    )
    await updateSilences(store.database, now)
  }
  expect(await silences()).toEqual([])
})

test('a silence from before a downtime stays, and alerts count none of its periods', async () => {
  await partitionsOf(store.database.db).maintain(START)
  const { location, monitor, schedule } = await scheduled(60)
  await updateSilences(store.database, START)
  await addResult(monitor.key, location.key, START + MINUTE)
  const [from, to] = [START + 10 * MINUTE, START + 2 * HOUR]
  await watch(START, from - MINUTE)
  expect(await silences()).toHaveLength(1)
  await addDowntime(schedule, [from, to], from - MINUTE)
  await watch(from, to + 5 * MINUTE, 20_000)
  expect(await silences()).toHaveLength(1)
  const { db } = store.database
  const counted = async (now: number) => (await countedSilences(db, sql`true`, now)).map((row) => row.counted_from)
  const [before] = await silences()
  expect(await counted(from + HOUR)).toEqual([from + HOUR])
  expect(await counted(to + MINUTE)).toEqual([(before?.counted_from ?? 0) + (to - from)])
})

test('a location that was away missed nothing that was due in a downtime', async () => {
  await partitionsOf(store.database.db).maintain(START)
  const { location, schedule } = await scheduled(60)
  await addDowntime(schedule, [START + HOUR, START + 2 * HOUR], START)
  const absence = { location_key: location.key, project_key: store.projectKey, since: START }
  expect(await missedRuns(store.database.db, absence, START + 3 * HOUR)).toBe(120)
})
