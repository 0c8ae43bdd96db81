import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { windowAt } from '../../../src/domain/objectives/objective-periods.ts'
import type { ObjectivePeriod } from '../../../src/domain/objectives/slo.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { reasons } from '../../../src/server/store/identity/codes.ts'
import { sumUpScopes } from '../../../src/server/store/objectives/scope-loop.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'
import { isCounted } from '../statistics/plain-count.ts'

/** Attainment against a plain count over the rows, while sums are made, with late and ignored results, by tags. */

const NOW = Date.UTC(2026, 5, 11, 10, 20, 30)
const SPAN_MS = 10 * DAY_MS
const SLO = '/api/2/project/slo/'
const CONNECTION_ERROR = reasons.code('CONNECTION_ERROR')

type Burn = { window: string; eligible: number; bad: number; rate: number | null }
type Row = {
  id: string
  state: string
  value: number | null
  attainment: number | null
  eligible: number
  good: number
  budget: { events: number; used: number | null; remaining: number | null } | null
  burn_rate: number | null
  burn_rates: Burn[]
}
type Attainment = {
  meta: { monitors: number; met: number }
  data: Row[]
  thresholds: { current: number | null; previous: number | null; state: string }[]
}

let running: TestServer
let projectKey: number
let keys: number[]
let location: number
beforeAll(async () => {
  running = await startServer({ clock: () => NOW })
  const { db } = running.server.services.database
  projectKey = (await db.selectFrom('project').select('key').executeTakeFirstOrThrow()).key
  for (const tags of [['checkout'], ['checkout', 'old'], []])
    await running.api.post('/api/2/calls/', { meta: { name: 'One', tags }, request: { url: 'http://example.com/' } })
  const monitors = await db.selectFrom('object').select('key').where('kind', '=', 'monitor').orderBy('key').execute()
  keys = monitors.map(({ key }) => key)
  await db.insertInto('location').values({ id: 'here', doc: '{}', created: 0, last_update: 0 }).execute()
  location = (await db.selectFrom('location').select('key').where('id', '=', 'here').executeTakeFirstOrThrow()).key
})
afterAll(() => running.stop())

const PERIODS: readonly ObjectivePeriod[] = ['PT30M', 'PT1H', 'P1D', 'P7D', 'P30D', 'DAY', 'WEEK', 'MONTH']
const of = (metric: string, more: object) =>
  PERIODS.map((period) => ({ id: `${metric}-${period}`, metric, period, ...more }))
const objectives = [
  ...of('availability', { measure: 'rate', comparator: '>=', value: 90, unit: 'percent' }),
  ...of('fail', { measure: 'count', comparator: '<', value: 20, unit: 'value' }),
  ...of('total', { measure: 'p90', comparator: '<', value: 500, unit: 'ms' }),
]

type Run = {
  due: number
  monitor: number
  category: number
  ms: number
  ignored: number
  isAnswered: boolean
  isLost: boolean
}
const runs = fc.array(
  fc.record<Run>({
    due: fc.oneof(
      fc.integer({ min: NOW - SPAN_MS, max: NOW - 1 }),
      fc.integer({ min: NOW - 7 * HOUR_MS, max: NOW - 1 }),
      fc.integer({ min: NOW - HOUR_MS, max: NOW - 1 }),
    ),
    monitor: fc.integer({ min: 0, max: 2 }),
    category: fc.constantFrom(0, 0, 0, 1, 2, 3),
    // None within 1 % of 500 ms, where sums may count to either side.
    ms: fc.oneof(fc.double({ min: 1, max: 494, noNaN: true }), fc.double({ min: 506, max: 9_000, noNaN: true })),
    ignored: fc.constantFrom(0, 0, 0, 0, 1, 4),
    isAnswered: fc.boolean(),
    isLost: fc.boolean(),
  }),
  { minLength: 30, maxLength: 150 },
)
let sources = 0
const rowOf = ({ due, monitor, category, ms, ignored, isAnswered, isLost }: Run): ResultRow =>
  resultRow({
    project_key: projectKey,
    target_key: keys[monitor] ?? 0,
    location_key: location,
    source: ++sources,
    due,
    category,
    reason: category === 3 && isLost ? CONNECTION_ERROR : 0,
    http_code: isAnswered ? 200 : null,
    ignored,
    total: Math.fround(ms),
  })

const isCountedResult = ({ category }: ResultRow) => category !== 2 && category < 4
/** Eligible and bad events by the definitions of the page on objectives. */
const tallied = (name: string, rows: readonly ResultRow[]) => {
  if (name === 'total') {
    const answered = rows.filter(({ http_code, category }) => http_code !== null && category < 4)
    return { eligible: answered.length, bad: answered.filter(({ total }) => !(total < 500)).length }
  }
  const counted = rows.filter(isCountedResult)
  const bad = counted.filter(
    ({ category, reason }) => category === 3 && (name === 'fail' || reason === CONNECTION_ERROR),
  )
  return { eligible: counted.length, bad: bad.length }
}

const compare = async (all: readonly ResultRow[]) => {
  const { meta, data } = await running.api.get<Attainment>('/api/3/project/slo/attainment')
  expect(meta.monitors).toBe(1)
  const mine = all.filter((row) => row.target_key === keys[0] && isCounted(row))
  for (const row of data) {
    const [metric = '', period = ''] = row.id.split('-')
    const { from, to } = windowAt(period as ObjectivePeriod, NOW)
    const within = mine.filter(({ due }) => due >= from && due < to)
    const { eligible, bad } = tallied(metric, within)
    expect([row.id, row.eligible, row.eligible - row.good]).toEqual([row.id, eligible, bad])
    const isCalendar = ['DAY', 'WEEK', 'MONTH'].includes(period)
    const elapsed = isCalendar ? (NOW - from) / (to - from) : 1
    if (eligible === 0) {
      expect(row).toMatchObject({ state: 'no_data', value: null, attainment: null, budget: null, burn_rate: null })
      continue
    }
    const events = metric === 'fail' ? 20 : (0.1 * eligible) / elapsed
    expect(row.attainment).toBeCloseTo(1 - bad / eligible, 12)
    expect(row.budget?.events).toBeCloseTo(events, 6)
    expect(row.budget?.used).toBeCloseTo(bad / events, 9)
    expect(row.burn_rate).toBeCloseTo(bad / events / elapsed, 9)
    const isBreached = metric === 'fail' ? bad >= 20 : bad > events + 1e-9
    expect(row.state === 'breached').toBe(isBreached)
    if (row.burn_rate !== null && row.burn_rate > 1.000_001 && !isBreached) expect(row.state).toBe('at_risk')
    for (const { window, ...found } of row.burn_rates) {
      const ms = { PT5M: 300_000, PT30M: 1_800_000, PT1H: HOUR_MS, PT6H: 6 * HOUR_MS }[window] ?? 0
      const recent = tallied(
        metric,
        mine.filter(({ due }) => due >= NOW - ms && due < NOW),
      )
      expect(found).toMatchObject(recent)
    }
  }
  const series = await running.api.get<{ data: { eligible: number; bad: number; remaining: number }[] }>(
    '/api/3/project/slo/series?objective=availability-P7D',
  )
  const whole = data.find(({ id }) => id === 'availability-P7D')
  expect(series.data.reduce((sum, { eligible }) => sum + eligible, 0)).toBe(whole?.eligible)
  if (whole?.budget) expect(series.data.at(-1)?.remaining).toBeCloseTo(1 - (whole.budget.used ?? 0), 9)
}

const hoursOfScope = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from scope_rollup`.execute(
    running.server.services.database.db,
  )
  return rows[0]?.count ?? 0
}

// Each history a test, so that none takes long on a busy machine.
test.each([1, 2, 3, 4, 5])(
  'attainment, budgets and burn rates agree with a plain count over the results of history %i',
  async () => {
    const { database } = running.server.services
    await running.api.post(SLO, { include_tags: ['checkout'], exclude_tags: ['old'], objectives })
    await fc.assert(
      fc.asyncProperty(runs, runs, fc.boolean(), async (first, late, isSummedUp) => {
        for (const table of ['result', 'rollup', 'rollup_stale'] as const) await database.db.deleteFrom(table).execute()
        for (const table of ['scope', 'scope_due', 'scope_rollup'])
          await sql`delete from ${sql.ref(table)}`.execute(database.db)
        const all = await storeResults(
          database.db,
          first.map((run) => rowOf(run)),
        )
        if (isSummedUp) {
          while (await compact(database, NOW));
          while (await sumUpScopes(database.db, NOW));
          expect(await hoursOfScope()).toBeGreaterThan(24 * 60)
        }
        await compare(all)
        all.push(
          ...(await storeResults(
            database.db,
            late.map((run) => rowOf(run)),
          )),
        )
        await compare(all)
        // While hours are summed up again.
        await Promise.all([compact(database, NOW), sumUpScopes(database.db, NOW), compare(all)])
        while (await compact(database, NOW));
        await compare(all)
        while (await sumUpScopes(database.db, NOW));
        await compare(all)
      }),
      { numRuns: 1 },
    )
  },
)

test('a save over another version than the one that was read is refused, and nothing is stored', async () => {
  const { api } = running
  const before = await api.get<{ last_update: string; objectives: { id: string }[] }>(SLO)
  const [objective] = objectives
  const stale = await api.call('POST', SLO, { objectives: [objective], if_last_update: '2026-01-01T00:00:00.000Z' })
  expect(stale.status).toBe(409)
  expect((await api.call('POST', SLO, { objectives: [objective], if_last_update: null })).status).toBe(409)
  expect(await api.get(SLO)).toEqual(before)
  const saved = await api.call('POST', SLO, { objectives: [objective], if_last_update: before.last_update })
  expect(saved).toMatchObject({ status: 200, body: { objectives: [{ id: objective?.id }] } })
})

test('what was read can be sent back; deleting leaves empty lists, and says so if there is nothing', async () => {
  const { api } = running
  const read = await api.get<object>(SLO)
  expect((await api.call('POST', SLO, read)).status).toBe(200)
  expect(await api.get(SLO)).toMatchObject({ ...read, last_update: expect.any(String) })
  expect((await api.call('DELETE', SLO)).status).toBe(204)
  expect((await api.call('DELETE', SLO)).status).toBe(404)
  expect(await api.get(SLO)).toMatchObject({ objectives: [], thresholds: [], last_update: null })
  expect(await api.get('/api/3/project/slo/attainment')).toMatchObject({ meta: { met: 0 }, data: [] })
})

test('an objective on scores says that there is no report yet, and one on conformance that it is not checked', async () => {
  await running.api.post(SLO, {
    objectives: [
      { metric: 'casc', measure: 'mean', comparator: '>=', value: 8, unit: 'value', period: 'WEEK' },
      { metric: 'conformance', measure: 'rate', comparator: '>=', value: 100, unit: 'percent', period: 'P30D' },
    ],
    thresholds: [{ metric: 'total', period: 'WEEK', unit: 'percent', delta: 20 }],
  })
  const { data, thresholds } = await running.api.get<Attainment>('/api/3/project/slo/attainment')
  expect(data).toMatchObject([
    { state: 'no_data', missing: 'No monitor in scope has a report about the last week yet.' },
    { state: 'no_data', missing: 'Conformance is not checked yet.' },
  ])
  expect(thresholds).toHaveLength(1)
})

test('when a monitor gets or loses a tag, the sums of the earlier monitors are void', async () => {
  const { api, server } = running
  const { db } = server.services.database
  const passed = { due: NOW - HOUR_MS, category: 0, ms: 100, ignored: 0, isAnswered: true, isLost: false }
  await storeResults(
    db,
    keys.map((_, monitor) => rowOf({ ...passed, monitor })),
  )
  await api.post(SLO, { include_tags: ['checkout'], objectives: [objectives[3]] })
  while (await sumUpScopes(db, NOW));
  const attained = () => api.get<Attainment>('/api/3/project/slo/attainment')
  const two = await attained()
  expect(two.meta.monitors).toBe(2)
  const { data } = await api.get<{ data: { id: string; meta: { tags: string[] } }[] }>('/api/3/monitors/')
  const untagged = data.find(({ meta }) => meta.tags.length === 0)
  await api.post(`/api/2/calls/${untagged?.id}/`, { meta: { tags: ['checkout'] } })
  const three = await attained()
  expect(three.meta.monitors).toBe(3)
  while (await sumUpScopes(db, NOW));
  expect((await attained()).data).toEqual(three.data)
  expect(three.data[0]?.eligible).toBeGreaterThan(two.data[0]?.eligible ?? 0)
  await api.call('DELETE', SLO)
  await sumUpScopes(db, NOW)
  expect(await hoursOfScope()).toBe(0)
})
