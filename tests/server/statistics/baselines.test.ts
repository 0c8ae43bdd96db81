import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'
import { countsOf, expectQuantile, ranked, rateOf, valuesOf, wire } from './plain-count.ts'

/** The baselines against a plain count over the rows. */

/** A Wednesday. */
const DAY = Date.UTC(2026, 5, 17)
const NOW = DAY + 15 * HOUR_MS

let running: TestServer
let projectKey: number
let monitors: { id: string; key: number; name: string }[]
let locations: { id: string; key: number }[]
let rows: ResultRow[]

beforeAll(async () => {
  running = await startServer({ clock: () => NOW })
  const { database } = running.server.services
  const { db } = database
  projectKey = (await db.selectFrom('project').select('key').executeTakeFirstOrThrow()).key
  for (const name of ['old', 'young', 'quiet'])
    await running.api.post('/api/2/calls/', {
      meta: { name, tags: [name] },
      request: { url: 'http://example.com/' },
    })
  monitors = await db
    .selectFrom('object')
    .select(['id', 'key', 'name'])
    .where('kind', '=', 'monitor')
    .orderBy('key')
    .execute()
  await db
    .insertInto('location')
    .values(['here', 'there'].map((id) => ({ id, doc: JSON.stringify({ name: id }), created: 0, last_update: 0 })))
    .execute()
  locations = await db.selectFrom('location').select(['id', 'key']).where('id', 'in', ['here', 'there']).execute()
  rows = fc
    .sample(
      fc.record({
        monitor: fc.constantFrom(0, 0, 0, 1, 2),
        place: fc.integer({ min: 0, max: 1 }),
        due: fc.integer({ min: DAY - 40 * DAY_MS, max: NOW }),
        category: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
        isAnswered: fc.constantFrom(true, true, false),
        ms: fc.integer({ min: 1, max: 60_000 }),
      }),
      { numRuns: 3000, seed: 8 },
    )
    // The second is young, and the third did not run in the last week.
    .filter(({ monitor, due }) => (monitor === 1 ? due >= DAY - 4 * DAY_MS : monitor === 0 || due < DAY - 8 * DAY_MS))
    .map(({ monitor, place, due, category, isAnswered, ms }, index) =>
      resultRow({
        project_key: projectKey,
        target_key: monitors[monitor]?.key ?? 0,
        location_key: locations[place]?.key ?? 0,
        source: index,
        due,
        category,
        http_code: isAnswered ? 200 : null,
        total: ms,
      }),
    )
  await storeResults(db, rows)
  while (await compact(database, NOW));
})
afterAll(() => running.stop())

type Row = Record<'baseline_count' | 'count' | 'pass' | 'slow' | 'warning' | 'fail', number> &
  Record<'mean' | 'p50' | 'p99' | 'baseline_p50' | 'baseline_mad' | 'delta_pct', number | null> &
  Record<'pass_rate' | 'baseline_pass_rate', number | null> & {
    call_id: string
    location_id: string
    name: string
    tags: string[]
    date: string
    hour: string
    reason: string | null
  }
type Page = { meta: { start: string; end: string; more: boolean; next_cursor: string | null }; results: Row[] }

const within = (from: number, to: number, monitor: number | undefined, place: number | undefined): ResultRow[] =>
  rows.filter(
    (row) =>
      row.due >= from &&
      row.due < to &&
      row.target_key === monitor &&
      (place === undefined || row.location_key === place),
  )

/** Medians of the days or hours before `to`, computed by sorting. */
const mediansOf = (all: readonly ResultRow[], stepMs: number): number[] => {
  const steps = new Map<number, ResultRow[]>()
  for (const row of all) {
    const start = Math.floor(row.due / stepMs)
    steps.set(start, [...(steps.get(start) ?? []), row])
  }
  return [...steps.values()].flatMap((step) => ranked(valuesOf(step, 'total'), 0.5) ?? [])
}
const deviationOf = (values: readonly number[]): number | null => {
  const middle = ranked(values, 0.5) ?? 0
  return ranked(
    values.map((value) => Math.abs(value - middle)),
    0.5,
  )
}

const expectRow = (
  found: Row,
  own: readonly ResultRow[],
  history: readonly ResultRow[],
  step: 'DAY' | 'HOUR',
): void => {
  const counts = countsOf(own)
  expect(found).toMatchObject({
    ...counts,
    count: counts.pass + counts.slow + counts.warning + counts.fail,
    pass_rate: rateOf(own),
    baseline_pass_rate: rateOf(history),
  })
  const values = valuesOf(own, 'total')
  expectQuantile(found.p50, ranked(values, 0.5), false)
  expectQuantile(found.p99, ranked(values, 0.99), false)
  if (values.length === 0) expect(found.mean).toBeNull()
  else expect(found.mean).toBeCloseTo(values.reduce((sum, ms) => sum + ms, 0) / values.length, 6)
  const medians = mediansOf(history, step === 'DAY' ? DAY_MS : HOUR_MS)
  expect(found.baseline_count).toBe(medians.length)
  if (medians.length < (step === 'DAY' ? 7 : 24))
    return void expect(found).toMatchObject({
      baseline_p50: null,
      baseline_mad: null,
      delta_pct: null,
      reason: 'insufficient_history',
    })
  expect(found.reason).toBeNull()
  const usual = ranked(medians, 0.5) ?? 0
  expectQuantile(found.baseline_p50, usual, false)
  // Each median is within 1 %, so a deviation is within 1 % of the two values that it lies between.
  expect(Math.abs((found.baseline_mad ?? Number.NaN) - (deviationOf(medians) ?? 0))).toBeLessThan(
    0.021 * Math.max(...medians),
  )
  if (found.p50 === null) expect(found.delta_pct).toBeNull()
  else
    expect(found.delta_pct).toBeCloseTo(((found.p50 - (found.baseline_p50 ?? 0)) / (found.baseline_p50 ?? 1)) * 100, 9)
}

test.each([
  ['day', DAY, DAY + DAY_MS],
  ['week', DAY - 2 * DAY_MS, DAY + 5 * DAY_MS],
  ['month', DAY - 16 * DAY_MS, DAY + 14 * DAY_MS],
] as const)(
  'a %s is compared with the medians of the 28 days before it, at each location and at all',
  async (period, from, to) => {
    for (const place of ['each', 'all']) {
      const where = place === 'all' ? '&location_id=all' : ''
      const { results, meta } = await running.api.get<Page>(
        `/api/3/baseline/dailies/2026-06-17?period=${period}${where}`,
      )
      expect(meta).toMatchObject({ start: wire(from), end: wire(to), more: false, next_cursor: null })
      const expected = monitors.flatMap(({ id, key }) =>
        (place === 'all' ? [{ id: 'all', key: undefined }] : locations).flatMap((location) => {
          const [own, history] = [
            within(from, to, key, location.key),
            within(from - 28 * DAY_MS, from, key, location.key),
          ]
          return own.length + history.length === 0 ? [] : [{ id, location: location.id, own, history }]
        }),
      )
      expect(results.map(({ call_id, location_id }) => [call_id, location_id])).toEqual(
        expected.map(({ id, location }) => [id, location]),
      )
      for (const [index, { own, history }] of expected.entries()) {
        const row = results[index]
        if (row) expectRow(row, own, history, 'DAY')
      }
      expect(results[0]).toMatchObject({ name: 'old', tags: ['old'], date: wire(from).slice(0, 10) })
    }
  },
)

test('hours are compared with the medians of the hours of the 28 days before the first day', async () => {
  const [from, to] = [DAY - 20 * HOUR_MS, DAY + 7 * HOUR_MS]
  const { results } = await running.api.get<Page>(
    `/api/3/baseline/hourlies?start=${wire(from)}&end=${wire(to)}&location_id=all`,
  )
  let compared = 0
  for (const { key, id } of monitors)
    for (let hour = from; hour < to; hour += HOUR_MS) {
      const own = within(hour, hour + HOUR_MS, key, undefined)
      const found = results.find((row) => row.call_id === id && row.hour === wire(hour))
      expect(found !== undefined).toBe(own.some(({ category }) => category < 4))
      if (!found) continue
      compared++
      expectRow(found, own, within(DAY - 29 * DAY_MS, DAY - DAY_MS, key, undefined), 'HOUR')
    }
  expect(compared).toBeGreaterThan(10)
  expect(results).toHaveLength(compared)
})

test('pages follow each other without a gap, and one monitor is one page', async () => {
  const all = (await running.api.get<Page>('/api/3/baseline/dailies/2026-06-17')).results
  const found: Row[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await running.api.get<Page>(`/api/3/baseline/dailies/2026-06-17?limit=1&cursor=${cursor}`)
    expect(new Set(page.results.map(({ call_id }) => call_id)).size).toBeLessThanOrEqual(1)
    found.push(...page.results)
    cursor = page.meta.next_cursor
  }
  expect(found).toEqual(all)
  const one = await running.api.get<Page>(`/api/3/baseline/dailies/2026-06-17?call_id=${monitors[1]?.id}`)
  expect(one.results).toEqual(all.filter(({ call_id }) => call_id === monitors[1]?.id))
})

test('wrong queries are refused by the name of what is wrong', async () => {
  const refused = async (path: string) => running.api.call('GET', `/api/3/baseline/${path}`)
  expect(await refused('dailies/yesterday')).toMatchObject({ status: 422 })
  expect(await refused('dailies/2026-06-17?cursor=x')).toMatchObject({ status: 422 })
  expect(await refused('dailies/2026-06-17?call_id=x')).toMatchObject({ status: 404 })
  expect(await refused('dailies/2026-06-17?location_id=nowhere')).toMatchObject({ status: 404 })
  expect(await refused('hourlies?start=2026-06-17T00:00:00Z&end=2026-06-16T00:00:00Z')).toMatchObject({ status: 422 })
})
