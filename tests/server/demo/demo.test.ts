import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/conditions/conditions.ts'
import { DAY_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { classify } from '../../../src/domain/results/classify.ts'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { copyResults } from '../../../src/server/demo/copy.ts'
import { type DemoIo, runDemo } from '../../../src/server/demo/demo.ts'
import { type HistoryOf, historyOf } from '../../../src/server/demo/history.ts'
import { SIMULATED_LOCATIONS } from '../../../src/server/demo/locations.ts'
import { rollupBuilder } from '../../../src/server/demo/rollups.ts'
import { demoMonitors } from '../../../src/server/demo/services.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { categories, reasons } from '../../../src/server/store/identity/codes.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { markHours } from '../../../src/server/store/statistics/marks.ts'
import { writeRollups } from '../../../src/server/store/statistics/rollup-writing.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let database: Database

const FROM = Date.UTC(2026, 8, 27)
const DAYS = 9
/** The clock of server and demo: the history is of the days before it, so that none of it is too old to be kept. */
const now = () => FROM + DAYS * DAY_MS

beforeAll(async () => {
  running = await startServer({ clock: now })
  database = openDatabase(running.databaseUrl, { connections: 4 })
})
afterAll(async () => {
  await database?.close()
  await running?.stop()
})

const history = (change: Partial<HistoryOf> = {}): HistoryOf => ({
  seed: 7,
  span: { from: FROM, to: FROM + DAYS * DAY_MS },
  everyMs: 3_600_000,
  projectKey: 9_001,
  scheduleKey: 9_002,
  monitors: demoMonitors(8, 7).map((monitor, index) => ({ key: 9_100 + index, monitor })),
  places: SIMULATED_LOCATIONS.slice(0, 3).map((place, index) => ({ key: 200 + index, place })),
  ...change,
})
const runsOf = (of: HistoryOf, onHour = rollupBuilder(of.projectKey).addHour): ResultRow[] => {
  const made = historyOf(of)
  const rows: ResultRow[] = []
  for (let day = of.span.from; day < of.span.to; day += DAY_MS) rows.push(...made.runsOf(day, onHour))
  return rows
}

test('the same seed generates the same history, and another seed another', () => {
  expect(runsOf(history())).toEqual(runsOf(history()))
  expect(runsOf(history({ seed: 8 }))).not.toEqual(runsOf(history()))
})

test('a demo resembles a real month: mostly passes, with slow, refused and failed runs', () => {
  const rows = runsOf(
    history({
      span: { from: FROM, to: FROM + 30 * DAY_MS },
      monitors: demoMonitors(35, 7).map((monitor, index) => ({ key: index + 1, monitor })),
    }),
  )
  const share = (is: (row: ResultRow) => boolean) => rows.filter(is).length / rows.length
  const isOf = (name: 'PASS' | 'SLOW' | 'FAIL') => (row: ResultRow) => row.category === categories.code(name)
  expect(share(isOf('PASS'))).toBeGreaterThan(0.93)
  expect(share(isOf('SLOW'))).toBeGreaterThan(0.001)
  expect(share(isOf('FAIL'))).toBeGreaterThan(0.001)
  expect(new Set(rows.map(({ reason }) => reasons.name(reason))).size).toBeGreaterThanOrEqual(4)
})

test('every run has the outcome that a real run would have', () => {
  const of = history()
  const conditionsOf = new Map(of.monitors.map(({ key, monitor }) => [key, monitor.doc.conditions]))
  for (const row of runsOf(of)) {
    const outcome: Outcome = {
      exceptionType: row.http_code === null ? 'download' : null,
      httpCode: row.http_code,
      sizeBytes: row.response_size,
      headers: [],
      text: '',
      timing: row,
    } as unknown as Outcome
    const set = conditionsOf.get(row.target_key)
    if (!set) throw new Error('A run of no monitor.')
    const { category, reason } = classify(outcome, set)
    expect([categories.name(row.category), reasons.name(row.reason)]).toEqual([category, reason])
    const phases = row.dns + row.tcp + row.handshake + row.upload + row.processing + row.download
    expect(phases).toBeCloseTo(row.total, 6)
  }
})

test('its rollups equal those of ingest and compaction', async () => {
  const of = history()
  const sums = rollupBuilder(of.projectKey)
  const rows = runsOf(of, sums.addHour)
  const { db } = database
  const read = () =>
    db
      .selectFrom('rollup')
      .selectAll()
      .where('project_key', '=', of.projectKey)
      .orderBy('target_key')
      .orderBy('kind')
      .orderBy('location_key')
      .orderBy('start')
      .execute()
  await writeRollups(db, [...sums.take(of.span.to), ...sums.take(null)])
  const demo = await read()
  await db.deleteFrom('rollup').where('project_key', '=', of.projectKey).execute()
  const days = [...new Set(rows.map(({ due }) => periodStart('DAY', due)))]
  await partitionsOf(db).cover(days, Math.max(...days))
  const client = database.dedicated()
  await client.connect()
  await copyResults(client, rows).finally(() => client.end())
  await markHours(db, rows)
  // Once the last week and month are over.
  while (await compact(database, FROM + 40 * DAY_MS));
  const real = await read()
  expect(demo.length).toBe(real.length)
  for (const [index, row] of demo.entries()) {
    const { sum_ms: sum, ...others } = row
    const { sum_ms: realSum, ...realOthers } = real[index] ?? row
    expect(others).toEqual(realOthers)
    expect(Math.abs(sum - realSum)).toBeLessThan(1e-6 * Math.max(1, realSum))
  }
})

/** Runs the command next to the running server; returns its output. */
const demo = async (...words: string[]): Promise<string> => {
  let said = ''
  const io: DemoIo = {
    words,
    configuration: () => readConfiguration({}, () => {}),
    open: async () => {
      const own = openDatabase(running.databaseUrl, { connections: 4 })
      return { database: own, sealing: running.server.services.sealing, close: own.close }
    },
    screen: { write: (text) => (said += text) },
    clock: now,
  }
  await runDemo(io)
  return said
}

test('a demo is created, shown and removed while the server runs', async () => {
  const said = await demo('--monitors', '12', '--days', '3', '--frequency', '3600', '--locations', '2')
  expect(said).toMatch(/about 1,728 results[\s\S]*100 %[\s\S]* per second\. Open the project Demo\./)
  const { projects } = await running.api.get<{ projects: { project: { id: string; name: string } }[] }>(
    '/api/2/account/projects',
  )
  const { db } = database
  const { key, id } = await db
    .selectFrom('project')
    .select(['key', 'id'])
    .where('name', '=', 'Demo')
    .executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('result')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('project_key', '=', key)
    .executeTakeFirstOrThrow()
  expect(said).toContain(`${Number(count).toLocaleString('en')} results in`)
  expect(projects.length).toBeGreaterThan(0)
  const info = (api: Api) =>
    api.get<{
      regions: { locations: string[] }[]
      agent_list: { id: string; online: boolean; simulated: boolean; agent: { name: string } }[]
    }>('/api/2/agents/info')
  const visitor = await addAccount(running, 'visitor@example.com')
  await grant(running, visitor, key, 'VIEWER')
  const { api } = await signIn(running.server, visitor.email, PASSWORD)
  const { agent_list, regions } = await info(api(id))
  const simulated = agent_list.filter((one) => one.simulated)
  expect(regions.flatMap(({ locations }) => locations)).toEqual([])
  expect(simulated.map(({ online, agent }) => [online, agent.name.endsWith('(simulated)')])).toEqual([
    [false, true],
    [false, true],
  ])
  // No other project knows them.
  expect((await info(running.api)).agent_list.filter((one) => one.simulated)).toEqual([])
  const noted = await db.selectFrom('audit').select(['action', 'user_agent']).where('project_key', '=', key).execute()
  expect(noted).toEqual([{ action: 'project.create', user_agent: 'sonde demo' }])
  await expect(demo()).rejects.toThrow('A project named Demo already exists')
  expect(await demo('--remove')).toContain('Demo was removed')
  await expect(demo('--remove')).rejects.toThrow('There is no demo named Demo.')
})

test('invalid options are named with valid values', async () => {
  await expect(demo('--monitors', 'many')).rejects.toThrow(
    '--monitors must be a whole number from 1 to 20000, not many.',
  )
  await expect(demo('--month', '2')).rejects.toThrow('--help')
  expect(await demo('--help')).toContain('--frequency')
})
