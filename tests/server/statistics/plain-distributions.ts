import { expect } from 'vitest'
import { HOUR_MS, type Period } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import type { TestServer } from '../../support/server.ts'
import { expectQuantile, isCounted, ranked, spanOf, stepsOf, valuesOf, type Window, wire } from './plain-count.ts'

type Named = { readonly id: string; readonly key: number }
type Bucket = { from_ms: number; to_ms: number }
type Made = { start: string; end: string; source: 'sums' | 'results' | 'both' }
type Histogram = {
  meta: Made & { count: number; exact: boolean; p50: number | null; p95: number | null; p99: number | null }
  results: (Bucket & { count: number })[]
}
type Heat = {
  meta: Made & { count: number; buckets: Bucket[] }
  results: { hour: string; bucket_ms: number; count: number }[]
}
type Sizes = Record<'count', number> & Record<'median' | 'p95' | 'min' | 'max' | 'mean', number | null>

const isIn = (value: number, { from_ms, to_ms }: Bucket): boolean =>
  to_ms === 0 ? value === 0 : value > from_ms && value <= to_ms
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Buckets that follow one another, 20 to 40 besides one for zeros. */
const expectBuckets = (buckets: readonly Bucket[]) => {
  const widths = buckets.filter(({ to_ms }) => to_ms > 0)
  if (widths.length > 0) expect(widths.length).toBeGreaterThanOrEqual(20)
  expect(widths.length).toBeLessThanOrEqual(40)
  for (const [index, { from_ms }] of widths.entries()) if (index > 0) expect(from_ms).toBe(widths[index - 1]?.to_ms)
}

const expectSizes = (found: Sizes, rows: readonly ResultRow[], isExact: boolean) => {
  const values = valuesOf(rows, 'response_size')
  expect(found.count).toBe(values.length)
  expectQuantile(found.median, ranked(values, 0.5), isExact)
  expectQuantile(found.p95, ranked(values, 0.95), isExact)
  expect(found.min).toBe(ranked(values, 0))
  expect(found.max).toBe(ranked(values, 1))
  expect(found.mean).toBe(values.length === 0 ? null : sumOf(values) / values.length)
}

/** Compares histograms, cells of heat maps, sizes and single results with a plain count for one window. */
export const compareDistributions = async (
  api: TestServer['api'],
  known: { readonly projectId: string; readonly monitors: readonly Named[]; readonly locations: readonly Named[] },
  all: readonly ResultRow[],
  asked: Window,
) => {
  const isExact = asked.to - asked.from <= 6 * HOUR_MS
  const rows = all.filter((row) => isCounted(row) && row.due >= asked.from && row.due < asked.to)
  for (const { id, key } of known.monitors) {
    const own = rows.filter((row) => row.target_key === key)
    for (const place of [null, known.locations[0]]) {
      const mine = place ? own.filter((row) => row.location_key === place.key) : own
      const loc = place?.id ?? 'all'
      for (const [metric, column] of [
        ['total', 'total'],
        ['tls', 'handshake'],
      ] as const) {
        const found = await api.get<Histogram>(
          `/api/2/calls/${id}/stats/histogram/${loc}/?metric=${metric}&${spanOf(asked)}`,
        )
        const values = valuesOf(mine, column)
        expect(found.meta.count).toBe(values.length)
        expect(sumOf(found.results.map(({ count }) => count))).toBe(values.length)
        expectBuckets(found.results)
        for (const bucket of found.results) expect(bucket.count).toBe(values.filter((ms) => isIn(ms, bucket)).length)
        expectQuantile(found.meta.p95, ranked(values, 0.95), isExact)
        if (isExact) expect(found.meta.source).toBe('results')
        expect(found.meta.exact).toBe(isExact)
      }
      const sizes = await api.get<{ results: (Sizes & { time: string })[] }>(
        `/api/2/calls/${id}/stats/sizes/${loc}/?interval=HOUR&${spanOf(asked)}`,
      )
      const steps = stepsOf(mine, 'HOUR').filter(([, within]) => valuesOf(within, 'total').length > 0)
      expect(sizes.results.map(({ time }) => time)).toEqual(steps.map(([start]) => wire(start)))
      for (const [index, [, within]] of steps.entries())
        if (sizes.results[index]) expectSizes(sizes.results[index], within, isExact)
    }
    const places = await api.get<{ all: Sizes; results: (Sizes & { location_id: string })[] }>(
      `/api/2/calls/${id}/stats/sizes/?${spanOf(asked)}`,
    )
    expectSizes(places.all, own, isExact)
    for (const found of places.results) {
      const location = known.locations.find((each) => each.id === found.location_id)
      expectSizes(
        found,
        own.filter((row) => row.location_key === location?.key),
        isExact,
      )
    }
    expect(sumOf(places.results.map(({ count }) => count))).toBe(places.all.count)
    const before = await api.get<{
      results: { time: string; latency: number | null; content_length: number | null }[]
    }>(`/api/2/calls/${id}/stats/before?limit=7&time=${wire(asked.to)}`)
    const newest = all
      .filter((row) => row.target_key === key && isCounted(row) && row.due < asked.to)
      .sort((a, b) => b.due - a.due)
      .slice(0, 7)
    expect(before.results.map(({ time }) => time)).toEqual(newest.map(({ due }) => wire(due)))
  }
  await compareCells(api, known, rows, asked)
}

const compareCells = async (
  api: TestServer['api'],
  { projectId, monitors, locations }: Parameters<typeof compareDistributions>[1],
  rows: readonly ResultRow[],
  asked: Window,
) => {
  const [one] = monitors
  const forms: readonly (readonly [query: string, step: Period | null, rows: readonly ResultRow[]])[] = [
    ['interval=DAY', 'DAY', rows],
    [`interval=HOUR&call_ids=${one?.id}`, 'HOUR', rows.filter((row) => row.target_key === one?.key)],
    [
      `form=cumulative&location_ids=${locations[0]?.id}`,
      null,
      rows.filter((row) => row.location_key === locations[0]?.key),
    ],
    [`form=cumulative&location_ids=${locations.map(({ id }) => id).join()}`, null, rows],
  ]
  for (const [query, step, mine] of forms) {
    const found = await api.get<Heat>(`/api/3/projects/${projectId}/stats/latencies/?${query}&${spanOf(asked)}`)
    const answered = mine.filter(({ http_code }) => http_code !== null)
    expect(found.meta.count).toBe(answered.length)
    expect(sumOf(found.results.map(({ count }) => count))).toBe(answered.length)
    expectBuckets(found.meta.buckets)
    const hourOf = (start: number) => wire(start).slice(11, 13)
    const columns = stepsOf(answered, step ?? 'HOUR')
    for (const { hour, bucket_ms, count } of found.results) {
      const bucket = found.meta.buckets.find(({ from_ms }) => from_ms === bucket_ms)
      const within = columns.flatMap(([start, some]) => ((step ? wire(start) : hourOf(start)) === hour ? some : []))
      expect(within.filter((row) => bucket && isIn(row.total, bucket)).length).toBe(count)
    }
  }
}

/** Compares single results, and steps of minutes at the end of a window: they have no sums. */
export const comparePoints = async (
  api: TestServer['api'],
  id: string,
  counted: readonly ResultRow[],
  asked: Window,
) => {
  const root = `/api/2/calls/${id}/stats`
  const points = await api.get<{ meta: { count: number }; results: { time: string; value: number | null }[] }>(
    `${root}/points/?metric=ttfb&${spanOf(asked)}`,
  )
  expect(points.meta.count).toBe(counted.length)
  const told = (rows: readonly (readonly [string, number | null])[]) => rows.map(([time, ms]) => `${time} ${ms}`).sort()
  expect(told(points.results.map(({ time, value }) => [time, value === null ? null : Math.fround(value)]))).toEqual(
    told(counted.map((row) => [wire(row.due), row.http_code === null ? null : row.processing])),
  )
  for (const [interval, hours] of [
    ['PT1M', 6],
    ['PT5M', 30],
  ] as const) {
    const stepMs = interval === 'PT1M' ? 60_000 : 300_000
    const window = { from: Math.max(asked.from, asked.to - hours * HOUR_MS), to: asked.to }
    const within = counted.filter((row) => row.due >= window.from && row.due < window.to && row.http_code !== null)
    const startOf = ({ due }: ResultRow): number => Math.floor(due / stepMs) * stepMs
    const starts = [...new Set(within.map(startOf))].sort((a, b) => a - b)
    const rowsAt = (start: number) => within.filter((row) => startOf(row) === start)
    const found = await api.get<{ results: { time: string; count: number; values: Record<string, number> }[] }>(
      `${root}/metrics/all/?interval=${interval}&quantiles=0.5,1&${spanOf(window)}`,
    )
    expect(found.results.map(({ time, count }) => [time, count])).toEqual(
      starts.map((start) => [wire(start), rowsAt(start).length]),
    )
    for (const { time, values } of found.results) {
      const totals = valuesOf(rowsAt(Date.parse(time)), 'total')
      for (const share of [0.5, 1]) expectQuantile(values[share], ranked(totals, share), true)
    }
  }
}
