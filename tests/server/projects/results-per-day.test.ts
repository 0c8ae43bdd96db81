import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { notifyOfQuotas } from '../../../src/server/quota/quota-notices.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import type { Database } from '../../../src/server/store/core/database.ts'
import { markSpentDays } from '../../../src/server/store/projects/spent-days.ts'
import { scheduleFigures } from '../../../src/server/store/schedules/schedules.ts'
import { joinAgent } from '../../support/agent.ts'
import { startServer } from '../../support/server.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

const START = Date.UTC(2026, 0, 5, 10)
const MINUTE_MS = 60_000
const MOST = 1_000

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const db = () => store.database.db
/** Counts results of the hour of `at`. */
const count = (
  runs: number,
  at = START,
  { database, projectKey }: Pick<TestStore, 'database' | 'projectKey'> = store,
) =>
  sql`insert into usage (project_key, start, part, runs) values (${projectKey}, ${periodStart('HOUR', at)}, 0, ${runs})
    on conflict (project_key, start, part) do update set runs = excluded.runs`.execute(database.db)

/** A monitor that runs every minute; returns the runs that are made and missed in the five minutes from `at`. */
const everyMinute = async () => {
  await addLocation(store, 'one', START)
  const schedule = await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, START)], now: START })
  const missed = async () => (await scheduleFigures(db(), [schedule as never])).get(schedule.key)?.missed ?? 0
  return async (at: number) => {
    const before = await missed()
    let made = 0
    await db().updateTable('slot').set({ next_due: at }).execute()
    for (let now = at; now < at + 5 * MINUTE_MS; now += MINUTE_MS) {
      await db().updateTable('agent').set({ last_seen: now }).execute()
      await makeDueRuns(db(), now)
      made += (await db().deleteFrom('job').returning('due').execute()).length
    }
    return { made, missed: (await missed()) - before }
  }
}

test('runs beyond the results of a day are not made and count as missed, until the next day', async () => {
  const fiveMinutes = await everyMinute()
  await count(MOST - 1)
  await markSpentDays(db(), MOST, START)
  expect(await fiveMinutes(START)).toEqual({ made: 5, missed: 0 })
  // Results of several hours count together, and those of another day do not.
  await count(MOST, START - DAY_MS)
  await count(1, START - HOUR_MS)
  await Promise.all([markSpentDays(db(), MOST, START), markSpentDays(db(), MOST, START)])
  expect(await fiveMinutes(START + HOUR_MS)).toEqual({ made: 0, missed: 5 })
  const tomorrow = periodStart('DAY', START) + DAY_MS
  expect(await fiveMinutes(tomorrow - 2 * MINUTE_MS)).toEqual({ made: 3, missed: 2 })
  await markSpentDays(db(), MOST, tomorrow)
  expect(await fiveMinutes(tomorrow + HOUR_MS)).toEqual({ made: 5, missed: 0 })
})

test.each([MOST + 1, null])('the limit %s frees a project that was at its limit', async (most) => {
  const fiveMinutes = await everyMinute()
  await count(MOST)
  await markSpentDays(db(), MOST, START)
  expect(await fiveMinutes(START)).toEqual({ made: 0, missed: 5 })
  await markSpentDays(db(), most, START)
  expect(await fiveMinutes(START + HOUR_MS)).toEqual({ made: 5, missed: 0 })
})

test('people are told at the limit, and again the next day', async () => {
  const configuration = {
    projectMonitors: null,
    projectDocumentsBytes: 1e9,
    projectFilesBytes: 1e9,
    projectResultsPerDay: MOST,
  }
  const look = (now: number) => notifyOfQuotas({ database: store.database, configuration, announce: () => {} }, now)
  const told = () => db().selectFrom('notification').select(['title', 'text']).execute()
  await count(MOST)
  await look(START)
  expect(await told()).toEqual([
    {
      title: 'All 1,000 results of today are used',
      text: 'This server allows 1,000 results a day in a project (SONDE_PROJECT_RESULTS_PER_DAY). Until 00:00 UTC, no run is made: scheduled ones count as missed, and others are refused. Run monitors less often, or ask the operator for a higher limit.',
    },
  ])
  await look(START + DAY_MS)
  await count(MOST, START + DAY_MS)
  await look(START + DAY_MS + 1)
  expect(await told()).toHaveLength(2)
})

const projectKeyIn = async ({ db }: Database) =>
  (await db.selectFrom('project').select('key').executeTakeFirstOrThrow()).key

test('a run on demand is refused with the limit and its variable', async () => {
  const { api, server, stop } = await startServer({ env: { SONDE_PROJECT_RESULTS_PER_DAY: String(MOST) } })
  try {
    const { database } = server.services
    await joinAgent(api, server.joinToken)
    const body = { meta: { name: 'm' }, request: { url: 'https://example.com/' } }
    const { id } = await api.post<{ id: string }>('/api/2/calls/', body)
    const run = () => api.call('POST', `/api/3/monitors/${id}/run`, { location_id: 'local' })
    expect(await run()).toMatchObject({ status: 200 })
    const now = Date.now()
    await count(MOST, now, { database, projectKey: await projectKeyIn(database) })
    await markSpentDays(database.db, MOST, now)
    const refused = await run()
    expect(refused).toMatchObject({ status: 403 })
    expect(JSON.stringify(refused.body)).toContain(
      'This project has 1,000 results of today, as many as this server allows in a day (SONDE_PROJECT_RESULTS_PER_DAY).',
    )
  } finally {
    await stop()
  }
})
