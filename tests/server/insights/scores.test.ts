import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { insightsId, lastPeriod } from '../../../src/domain/insights/score-period.ts'
import { computeDueReports } from '../../../src/server/insights/loops.ts'
import { openDatabase } from '../../../src/server/store/core/database.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { SERVING } from '../../../src/server/store/core/session-settings.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { monitorScores } from '../../../src/server/store/insights/monitor-scores.ts'
import { queueEndedPeriods, queueProject } from '../../../src/server/store/insights/score-queue.ts'
import { rankedReports, reportsOf } from '../../../src/server/store/insights/score-reports.ts'
import { markHours } from '../../../src/server/store/statistics/marks.ts'
import { eventually } from '../../support/eventually.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

/** A Monday, half an hour past midnight: the week before is over and settled. */
const NOW = Date.UTC(2026, 1, 9, 0, 30)
const LAST = lastPeriod('week', NOW)

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

type Made = { due: number; total: number; category?: number; ignored?: number; location?: number }

/** Stores results of a monitor and marks their hours, as ingest does. */
const addResults = async (target: number, made: readonly Made[]): Promise<void> => {
  const rows = made.map(
    ({ due, total, category = 0, ignored = 0, location = 1 }, index): ResultRow => ({
      project_key: store.projectKey,
      target_key: target,
      location_key: location,
      source: 1,
      attempt: index % 2,
      trigger: 0,
      category,
      reason: category === 3 ? 8 : 0,
      http_code: category === 3 ? null : 200,
      exception: 0,
      due,
      started: due,
      dns: 1,
      tcp: 2,
      handshake: 3,
      upload: 4,
      processing: total - 20,
      download: 10,
      redirect: 0,
      total,
      request_size: 0,
      response_size: 0,
      dest_ip: null,
      ignored,
    }),
  )
  await partitionsOf(store.database.db).cover(
    rows.map(({ due }) => due),
    NOW,
  )
  for (let at = 0; at < rows.length; at += 500)
    await store.database.db
      .insertInto('result')
      .values(rows.slice(at, at + 500))
      .execute()
  await markHours(store.database.db, rows)
}

const hourly = (from: number, to: number, of: (hour: number) => Omit<Made, 'due'>): Made[] =>
  Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => ({ due: from + hour * HOUR_MS, ...of(hour) }))

const computeAll = async (now: number): Promise<void> => {
  await queueEndedPeriods(store.database.db, now)
  while (await computeDueReports(store.database, now));
}

const monitorAt = async (created: number) => {
  await addLocation(store, 'here', NOW)
  return addMonitor(store, created)
}

test('the report of a week counts what plain counting counts, and leaves out what statistics leave out', async () => {
  const { key } = await monitorAt(0)
  const made = [
    ...hourly(LAST.from - DAY_MS, NOW, (hour) => ({
      total: hour % 50 === 0 ? 900 : 100 + (hour % 7),
      category: hour % 40 === 3 ? 3 : hour % 40 === 4 ? 2 : hour % 40 === 5 ? 1 : 0,
    })),
    ...hourly(LAST.from, LAST.to, () => ({ total: 5000, category: 3, ignored: 1 })).map((one) => ({
      ...one,
      due: one.due + 1,
    })),
    ...hourly(LAST.from, LAST.to, () => ({ total: 5000, category: 4 })).map((one) => ({ ...one, due: one.due + 2 })),
  ]
  await addResults(key, made)
  await computeAll(NOW)
  const [stored] = await reportsOf(store.database.db, key, 'week', { before: NOW, limit: 1 })
  const within = made.filter(({ due, ignored = 0, category = 0 }) => {
    return due >= LAST.from && due < LAST.to && ignored === 0 && category < 4
  })
  const count = (code: number) => within.filter(({ category = 0 }) => category === code).length
  const latencies = within
    .filter(({ category = 0 }) => category !== 3)
    .map(({ total }) => total)
    .sort((a, b) => a - b)
  expect(stored).toMatchObject({
    start: LAST.from,
    doc: {
      formula: 1,
      all: {
        pass: count(0),
        slow: count(1),
        warning: count(2),
        fail: count(3),
        outliers: within.filter(({ total, category = 0 }) => total === 900 && category < 2).length,
        median: latencies[Math.floor(0.5 * (latencies.length - 1))],
        p95: latencies[Math.floor(0.95 * (latencies.length - 1))],
      },
      phases: { dns: 1, tcp: 2, handshake: 3, upload: 4, download: 10, redirect: 0 },
      missing: null,
    },
  })
  expect(stored?.doc.score).toBeGreaterThan(0)
  expect((await monitorScores(store.database.db, [key], NOW)).get(key)).toEqual({
    score: stored?.doc.score,
    missing: null,
  })
  expect(await rankedReports(store.database.db, store.projectKey, 'week', LAST.from)).toMatchObject([
    { key, name: 'm', doc: { score: stored?.doc.score } },
  ])
})

test('a server that was away makes up for every week and month that ended, each once, however many servers there are', async () => {
  const { key } = await monitorAt(0)
  await addResults(
    key,
    hourly(LAST.from - 28 * DAY_MS, NOW, () => ({ total: 120 })),
  )
  const { db } = store.database
  await Promise.all([queueEndedPeriods(db, NOW), queueEndedPeriods(db, NOW)])
  const done = await Promise.all([1, 2].map(() => computeDueReports(store.database, NOW)))
  expect(done).toEqual([false, false])
  const weeks = await reportsOf(db, key, 'week', { before: NOW, limit: 20 })
  expect(weeks.map(({ start }) => start)).toEqual([0, 1, 2, 3, 4].map((week) => LAST.from - week * 7 * DAY_MS))
  const months = await reportsOf(db, key, 'month', { before: NOW, limit: 20 })
  expect(months.map(({ start }) => start)).toEqual([Date.UTC(2026, 0, 1)])
  await queueEndedPeriods(db, NOW + HOUR_MS)
  expect(await db.selectFrom('score_due').selectAll().execute()).toEqual([])
  await queueProject(db, store.projectKey, NOW)
  expect(await db.selectFrom('score_due').selectAll().execute()).toHaveLength(6)
  await computeAll(NOW + HOUR_MS)
  const again = await reportsOf(db, key, 'week', { before: NOW, limit: 20 })
  expect(again.map(({ doc }) => doc)).toEqual(weeks.map(({ doc }) => doc))
})

test('reports that take longer to read than a transaction may rest are stored', async () => {
  const { key } = await monitorAt(0)
  await addResults(
    key,
    hourly(LAST.from, NOW, () => ({ total: 120 })),
  )
  const { db } = store.database
  await queueEndedPeriods(db, NOW)
  const own = openDatabase(store.url, {
    connections: 4,
    settings: { ...SERVING, idle_in_transaction_session_timeout: '100ms' },
  })
  const held = await db.startTransaction().execute()
  await sql`lock table rollup, result in access exclusive mode`.execute(held)
  const computing = computeDueReports(own, NOW)
  computing.catch(() => {})
  try {
    await eventually(
      async () => {
        const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and query like '%location%' and clock_timestamp() - state_change > interval '400 ms'`.execute(
          db,
        )
        return rows.length > 0
      },
      { withinMs: 20_000, what: 'a transaction that rests while reports are read' },
    )
  } finally {
    await held.rollback().execute()
  }
  await computing
  await own.close()
  expect(await reportsOf(db, key, 'week', { before: NOW, limit: 1 })).toHaveLength(1)
})

test('a monitor without a score says why', async () => {
  const { key } = await monitorAt(NOW)
  const { db } = store.database
  const { key: older } = await monitorAt(LAST.from)
  const missing = async (of = key) => (await monitorScores(db, [of], NOW)).get(of)?.missing
  const awaited = 'It was created on 9 Feb. Its first score follows when the week is over, on 16 Feb.'
  expect(await missing()).toBe(awaited)
  expect(await missing(older)).toBe('The score of the last week is being computed.')
  await computeAll(NOW)
  expect(await missing()).toBe(awaited)
  expect(await missing(older)).toBe('It did not run in the week from 2 Feb to 8 Feb.')
  await addResults(key, [{ due: LAST.from, total: 100 }])
  await queueProject(db, store.projectKey, NOW)
  await computeAll(NOW)
  expect(await missing()).toBe(
    'The score of a week needs 50 runs that passed or failed (there were 1) and runs on 5 days (there were 1) and runs on Saturday or Sunday (there were none).',
  )
})

test('a report is named by its monitor and dates', () => {
  expect(insightsId('AbC', LAST)).toBe('AbC__2026-02-02__2026-02-09')
})
