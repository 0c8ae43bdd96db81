import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { notifyOfQuotas } from '../../../src/server/quota/quota-notices.ts'
import { makeDueRuns } from '../../../src/server/scheduler/due-runs.ts'
import { markSpentDays } from '../../../src/server/store/projects/spent-days.ts'
import { scheduleFigures } from '../../../src/server/store/schedules/schedules.ts'
import { joinAgent } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const MOST = 1_000

let running: TestServer
let monitor: string
let projectKey: number
let schedule: { key: number }
beforeAll(async () => {
  running = await startServer({ env: { SONDE_PROJECT_RESULTS_PER_DAY: String(MOST) } })
  await joinAgent(running.api, running.server.joinToken)
  const { api } = running
  monitor = (
    await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request: { url: 'https://example.com/' } })
  ).id
  const { id } = await api.post<{ id: string }>('/api/3/schedules/', {
    name: 's',
    frequency: 60,
    locations: ['local'],
    targets: [monitor],
  })
  schedule = await db().selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  projectKey = (await db().selectFrom('project').select('key').executeTakeFirstOrThrow()).key
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const today = periodStart('DAY', Date.now())
const store = (runs: number, at = today + 1) =>
  db()
    .insertInto('usage')
    .values({ project_key: projectKey, start: periodStart('HOUR', at), part: 0, runs })
    .execute()
const missed = async () => (await scheduleFigures(db(), [schedule as never])).get(schedule.key)?.missed
/** Makes the runs of the next five minutes from `at`; returns how many were made, and how many missed. */
const fiveMinutes = async (at: number) => {
  const before = (await missed()) ?? 0
  let made = 0
  await db().updateTable('slot').set({ next_due: at }).execute()
  for (let now = at; now < at + 300_000; now += 60_000) {
    await db().updateTable('agent').set({ last_seen: now }).execute()
    await makeDueRuns(db(), now)
    const { numDeletedRows } = await db().deleteFrom('job').executeTakeFirstOrThrow()
    made += Number(numDeletedRows)
  }
  return { made, missed: ((await missed()) ?? 0) - before }
}
const run = () => running.api.call('POST', `/api/3/monitors/${monitor}/run`, { location_id: 'local' })

test('beyond the results of a day, scheduled runs are missed and others refused, until the next day', async () => {
  await store(MOST - 1)
  await markSpentDays(db(), MOST, Date.now())
  expect(await run()).toMatchObject({ status: 200 })
  await db().deleteFrom('job').execute()
  expect(await fiveMinutes(today)).toEqual({ made: 5, missed: 0 })

  await db().updateTable('usage').set({ runs: MOST }).execute()
  await Promise.all([markSpentDays(db(), MOST, Date.now()), markSpentDays(db(), MOST, Date.now())])
  expect(await fiveMinutes(today)).toEqual({ made: 0, missed: 5 })
  const refused = await run()
  expect(refused).toMatchObject({ status: 403 })
  expect(JSON.stringify(refused.body)).toContain('has 1,000 results of today')
  expect(JSON.stringify(refused.body)).toContain('SONDE_PROJECT_RESULTS_PER_DAY')

  expect(await fiveMinutes(today + DAY_MS)).toEqual({ made: 5, missed: 0 })
  await markSpentDays(db(), MOST, today + DAY_MS)
  expect(await fiveMinutes(today + DAY_MS)).toEqual({ made: 5, missed: 0 })
})

test('a higher limit frees the project at once', async () => {
  for (const most of [MOST + 1, null]) {
    await markSpentDays(db(), MOST, Date.now())
    expect(await fiveMinutes(today)).toMatchObject({ made: 0 })
    await markSpentDays(db(), most, Date.now())
    expect(await fiveMinutes(today)).toMatchObject({ made: 5 })
  }
})

test('people are told, and again the next day', async () => {
  const { configuration, database } = running.server.services
  const look = (now: number) => notifyOfQuotas({ database, configuration, announce: () => {} }, now)
  const titles = async () => (await db().selectFrom('notification').select('title').execute()).map(({ title }) => title)
  await look(Date.now())
  expect(await titles()).toEqual(['All 1,000 results of today are used'])
  await look(today + DAY_MS)
  expect(await titles()).toHaveLength(1)
  await store(MOST, today + DAY_MS)
  await look(today + DAY_MS + 1)
  expect(await titles()).toHaveLength(2)
})
