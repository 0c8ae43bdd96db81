import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { allOf } from '../../../src/domain/statistics/statistics.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'
import { countsOf, expectQuantile, isCounted, ranked, rateOf, valuesOf } from '../statistics/plain-count.ts'

/** The figures of reports against a plain count over rows: by rows, groups, locations, addresses and fixed periods. */

/** A Wednesday, 10:20. */
const NOW = Date.UTC(2026, 5, 10, 10, 20)
const BEGIN = NOW - 12 * DAY_MS
const IPS = ['192.0.2.1', '192.0.2.2'] as const

let running: TestServer
let rows: ResultRow[] = []
let monitors: { id: string; key: number }[]
let places: { id: string; key: number }[]

beforeAll(async () => {
  running = await startServer({ clock: () => NOW })
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key']).executeTakeFirstOrThrow()
  for (const name of ['one', 'two', 'three'])
    await running.api.post('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/secret-path' } })
  monitors = await db.selectFrom('object').select(['id', 'key']).where('kind', '=', 'monitor').orderBy('key').execute()
  await db
    .insertInto('location')
    .values(
      [
        ['here', { continent: 'EU' }],
        ['there', { continent: 'NA' }],
      ].map(([id, place]) => ({
        id: String(id),
        doc: JSON.stringify({ name: id, ...Object(place) }),
        created: 0,
        last_update: 0,
      })),
    )
    .execute()
  places = await db
    .selectFrom('location')
    .select(['id', 'key'])
    .where('id', 'in', ['here', 'there'])
    .orderBy('id')
    .execute()
  // The first monitor runs ten times as often as the second, which is slow: a mean of means would be far off.
  let source = 0
  const made: ResultRow[] = []
  for (const [index, { key }] of monitors.entries()) {
    if (index === 2) continue
    const every = index === 0 ? HOUR_MS / 2 : 5 * HOUR_MS
    for (let due = BEGIN, nth = 0; due < NOW; due += every, nth++)
      made.push(
        resultRow({
          project_key: project.key,
          target_key: key,
          location_key: places[nth % 2]?.key ?? 0,
          source: ++source,
          due,
          total: Math.fround((index === 0 ? 100 : 2000) + (nth % 17) * 3 + (nth % 60 === 7 ? 4000 : 0)),
          processing: Math.fround(10 + (nth % 5)),
          category: nth % 13 === 4 ? 3 : nth % 11 === 5 ? 2 : nth % 7 === 3 ? 1 : 0,
          http_code: nth % 26 === 4 ? null : 200,
          ignored: nth % 19 === 2 ? 1 : nth % 23 === 3 ? 4 : 0,
          dest_ip: IPS[nth % 3 === 0 ? 0 : 1] ?? null,
        }),
      )
  }
  rows = await storeResults(db, made)
  while (await compact(running.server.services.database, NOW));
})
afterAll(() => running.stop())

type Figures = Record<'pass' | 'slow' | 'warning' | 'fail' | 'count', number> &
  Record<'pass_rate' | 'error_rate' | 'mean' | 'p50' | 'p95' | 'outliers' | 'outlier_rate' | 'score', number | null>
type Row = Figures & {
  id: string
  call_id: string
  label: string
  missing: boolean
  points: { count: number; time: string }[]
}
type Read = {
  meta: { start: string; end: string; outliers_missing: string | null; accounting: { about: string }[] }
  groups: { id: string; rows: Row[]; total: Figures }[]
}

const make = async (report: object): Promise<string> =>
  (await running.api.post<{ id: string }>('/api/2/reports/', { meta: { name: 'Payments' }, report })).id
const read = (id: string) => running.api.get<Read>(`/api/3/reports/${id}/figures`)
const rowsOf = (indexes: readonly number[]) => indexes.map((index) => ({ call_id: monitors[index]?.id ?? '' }))

const plain = (keep: (row: ResultRow) => boolean, from: number, to = NOW) =>
  rows.filter((row) => isCounted(row) && row.due >= from && row.due < to && keep(row))
const isOf = (index: number) => (row: ResultRow) => row.target_key === monitors[index]?.key

const expectRow = (found: Figures | undefined, counted: readonly ResultRow[], column: keyof ResultRow = 'total') => {
  const counts = countsOf(counted)
  const rate = rateOf(counted)
  expect(found).toMatchObject({
    ...counts,
    count: allOf(counts),
    pass_rate: rate,
    error_rate: rate === null ? null : counts.fail / (counts.pass + counts.slow + counts.fail),
  })
  const values = valuesOf(counted, column)
  expect(found?.mean ?? null).toEqual(
    values.length === 0 ? null : expect.closeTo(values.reduce((sum, value) => sum + value, 0) / values.length, 3),
  )
  expectQuantile(found?.p50, ranked(values, 0.5), false)
  expectQuantile(found?.p95, ranked(values, 0.95), false)
}

test('rows and groups are what plain counting counts, and a group is no mean of means', async () => {
  const groups = [
    { id: 'both', name: 'Both', rows: rowsOf([0, 1]) },
    { id: 'idle', name: 'Idle', rows: rowsOf([2]) },
  ]
  const id = await make({ period: { kind: 'last', value: 3, unit: 'DAY' }, groups })
  const { meta, groups: found } = await read(id)
  const from = Date.UTC(2026, 5, 8)
  expect([meta.start, meta.end]).toEqual(['2026-06-08T00:00:00.000Z', '2026-06-10T11:00:00.000Z'])
  const [both, idle] = found
  expectRow(both?.rows[0], plain(isOf(0), from))
  expectRow(both?.rows[1], plain(isOf(1), from))
  expectRow(
    both?.total,
    plain(() => true, from),
  )
  const means = both?.rows.map(({ mean }) => mean ?? 0) ?? []
  expect(both?.total.mean).toBeLessThan(((means[0] ?? 0) + (means[1] ?? 0)) / 2 - 200)
  expect(both?.rows[0]?.points.reduce((sum, { count }) => sum + count, 0)).toBe(both?.rows[0]?.count)
  expect(idle?.rows[0]).toMatchObject({
    count: 0,
    pass_rate: null,
    error_rate: null,
    mean: null,
    p50: null,
    score: null,
  })
  expect(idle?.total).toMatchObject({ count: 0, pass_rate: null, outlier_rate: null })
  // Outliers: the slow ones that passed, judged by their own location.
  const outliers = plain(isOf(0), from).filter(({ total, category }) => total > 4000 && category < 2).length
  expect(both?.rows[0]?.outliers).toBe(outliers)
  expect(both?.total.outliers).toBe(both?.rows.reduce((sum, row) => sum + (row.outliers ?? 0), 0))
  expect(meta.outliers_missing).toBeNull()
  expect(meta.accounting.map(({ about }) => about)).toEqual(['retries', 'downtimes', 'warnings', 'quantiles'])
})

test('a report counts its locations, its regions and its metric alone', async () => {
  const settings = {
    period: { kind: 'last', value: 8, unit: 'DAY' },
    groups: [{ id: 'a', name: 'A', rows: rowsOf([0]) }],
  }
  const from = Date.UTC(2026, 5, 3)
  const isHere = (row: ResultRow) => isOf(0)(row) && row.location_key === places[0]?.key
  const byLocation = await read(await make({ ...settings, locations: ['here'], metric: 'ttfb' }))
  expectRow(byLocation.groups[0]?.rows[0], plain(isHere, from), 'processing')
  const byRegion = await read(await make({ ...settings, regions: ['eu'] }))
  expectRow(byRegion.groups[0]?.rows[0], plain(isHere, from))
  const outliers = plain(isHere, from).filter(({ total, category }) => total > 4000 && category < 2).length
  expect(byRegion.groups[0]?.rows[0]?.outliers).toBe(outliers)
})

test('a row of one IP address counts its results alone, and a fixed period ends where it says, in its time zone', async () => {
  const id = await make({
    period: { kind: 'fixed', from: '2026-06-02', to: '2026-06-05' },
    timezone: 'Asia/Kathmandu',
    groups: [{ id: 'a', name: 'A', rows: [{ ...rowsOf([0])[0], dest_ip: IPS[0] }, rowsOf([0])[0]] }],
  })
  const found = await read(id)
  const [from, to] = [Date.UTC(2026, 5, 1, 18, 15), Date.UTC(2026, 5, 4, 18, 15)]
  expect([found.meta.start, found.meta.end].map(Date.parse)).toEqual([from, to])
  expectRow(
    found.groups[0]?.rows[0],
    plain((row) => isOf(0)(row) && row.dest_ip === IPS[0], from, to),
  )
  expectRow(found.groups[0]?.rows[1], plain(isOf(0), from, to))
})

test('a deleted monitor leaves a row without figures, and the report can still be changed', async () => {
  const { id: callId } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'gone' },
    request: { url: 'http://example.com/' },
  })
  const id = await make({ groups: [{ id: 'a', name: 'A', rows: [{ call_id: callId }, ...rowsOf([0])] }] })
  await running.api.call('DELETE', `/api/2/calls/${callId}/`)
  const found = await read(id)
  expect(found.groups[0]?.rows[0]).toMatchObject({ missing: true, label: 'Deleted monitor', count: 0, pass_rate: null })
  expect(found.groups[0]?.rows[1]).toMatchObject({ missing: false, label: 'one' })
  const stored = await running.api.get<{ report: { groups: object[] }; missing_call_ids: string[] }>(
    `/api/2/reports/${id}/`,
  )
  expect(stored.missing_call_ids).toEqual([callId])
  await running.api.post(`/api/2/reports/${id}/`, {
    meta: { name: 'Renamed' },
    report: { groups: stored.report.groups },
  })
})

test('the CSV has the figures of the report, a guard against formulas, and a row for each location where asked', async () => {
  const groups = [
    { id: 'first', name: '=cmd|a', rows: rowsOf([0]).map((row) => ({ ...row, label: '+1, "two"' })) },
    { id: 'second', name: 'Second', rows: rowsOf([1, 2]) },
  ]
  const id = await make({ period: { kind: 'last', value: 3, unit: 'DAY' }, groups })
  const text = async (path: string) => String((await running.api.call('GET', `/api/2/reports/${id}/${path}`)).body)
  const whole = (await text('csv')).split('\r\n')
  expect(whole[0]).toBe(
    'group,label,call_id,period_start,period_end,count,pass,slow,warning,fail,pass_rate,mean_ms,p50,p90,p95,p99,outliers,score',
  )
  const { groups: found } = await read(id)
  const row = found[0]?.rows[0]
  expect(whole[1]).toMatch(
    `'=cmd|a,"'+1, ""two""",${monitors[0]?.id},2026-06-08T00:00:00.000Z,2026-06-10T11:00:00.000Z,${row?.count},${row?.pass},${row?.slow},${row?.warning},${row?.fail},${Number(row?.pass_rate?.toFixed(4))},${Number(row?.mean?.toFixed(3))},${Number(row?.p50?.toFixed(3))}`,
  )
  expect(whole[3]).toContain(',0,0,0,0,0,,,,,,,0,')
  expect(whole.slice(4)).toEqual([''])
  const second = (await text('second/csv')).split('\r\n')
  expect(second.slice(1)).toEqual(whole.slice(2))
  const byLocation = (await text('first/locations/csv')).trimEnd().split('\r\n')
  expect(byLocation[0]).toMatch(/score,location_id,cloud,region$/)
  expect(byLocation.slice(1).map((line) => line.split(',').at(-3))).toEqual(['here', 'there'])
  const counts = byLocation.slice(1).map((line) => Number(line.match(/:00\.000Z,(\d+),/)?.[1]))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(row?.count)
  expect((await text('locations/csv')).split('\r\n').length).toBe(1 + 2 + 2 + 1)
  const refused = await running.api.call('GET', `/api/2/reports/${id}/nothing/csv`)
  expect(refused.status).toBe(404)
})

test('the series of a group adds up to its figures', async () => {
  const id = await make({
    period: { kind: 'last', value: 3, unit: 'DAY' },
    groups: [{ id: 'a', name: 'A', rows: rowsOf([0]) }],
  })
  const { results } = await running.api.get<{ results: { points: { pass: number; count: number }[] }[] }>(
    `/api/2/reports/${id}/a/series`,
  )
  const { groups } = await read(id)
  expect(results[0]?.points.reduce((sum, { count }) => sum + count, 0)).toBe(groups[0]?.rows[0]?.count)
  expect(results[0]?.points.reduce((sum, { pass }) => sum + pass, 0)).toBe(groups[0]?.rows[0]?.pass)
})

type Bucket = { from_ms: number; to_ms: number }
const isIn = (value: number, { from_ms, to_ms }: Bucket): boolean =>
  to_ms === 0 ? value === 0 : value > from_ms && value <= to_ms

test('histogram, heat map and map of a group count what plain counting counts', async () => {
  const id = await make({
    period: { kind: 'last', value: 3, unit: 'DAY' },
    groups: [{ id: 'both', name: 'Both', rows: rowsOf([0, 1]) }],
  })
  const counted = plain(() => true, Date.UTC(2026, 5, 8))
  const values = valuesOf(counted, 'total')
  const path = `/api/2/reports/${id}/both`

  type Histogram = {
    meta: { count: number } & Record<'p50' | 'p95' | 'p99', number>
    results: (Bucket & { count: number })[]
  }
  const histogram = await running.api.get<Histogram>(`${path}/histogram`)
  expect(histogram.meta.count).toBe(values.length)
  for (const bucket of histogram.results) expect(bucket.count).toBe(values.filter((ms) => isIn(ms, bucket)).length)
  expect(histogram.results.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
  expectQuantile(histogram.meta.p50, ranked(values, 0.5), false)
  expectQuantile(histogram.meta.p95, ranked(values, 0.95), false)
  expectQuantile(histogram.meta.p99, ranked(values, 0.99), false)

  type Heat = {
    meta: { count: number; interval: string; buckets: Bucket[] }
    results: { hour: string; bucket_ms: number; count: number }[]
  }
  const heat = await running.api.get<Heat>(`${path}/latencies`)
  const stepMs = heat.meta.interval === 'HOUR' ? HOUR_MS : DAY_MS
  expect(['HOUR', 'DAY']).toContain(heat.meta.interval)
  expect(heat.meta.count).toBe(values.length)
  for (const { hour, bucket_ms, count } of heat.results) {
    const bucket = heat.meta.buckets.find(({ from_ms }) => from_ms === bucket_ms)
    const start = Date.parse(hour)
    const within = counted.filter(({ due }) => due >= start && due < start + stepMs)
    expect(count).toBe(valuesOf(within, 'total').filter((ms) => bucket && isIn(ms, bucket)).length)
  }
  expect(heat.results.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)

  type Place = { location_id: string; count: number; fail: number; pass_rate: number } & Record<'p50' | 'p95', number>
  const { results } = await running.api.get<{ results: Place[] }>(`${path}/places`)
  expect(results.map(({ location_id }) => location_id).sort()).toEqual(['here', 'there'])
  for (const { location_id, count, fail, pass_rate, p50, p95 } of results) {
    const key = places.find((place) => place.id === location_id)?.key
    const own = counted.filter((row) => row.location_key === key)
    const counts = countsOf(own)
    expect([count, fail, pass_rate]).toEqual([allOf(counts), counts.fail, rateOf(own)])
    const latencies = valuesOf(own, 'total')
    expectQuantile(p50, ranked(latencies, 0.5), false)
    expectQuantile(p95, ranked(latencies, 0.95), false)
  }
})
