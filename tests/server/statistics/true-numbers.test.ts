import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { exceptions } from '../../../src/server/store/identity/codes.ts'
import { sumUpLastDays } from '../../../src/server/store/monitors/last-days.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'
import { compareLastDay } from './last-day-count.ts'
import {
  countsOf,
  expectFigures,
  expectQuantile,
  type Figures,
  hasCount,
  isCounted,
  ranked,
  rateOf,
  SKIPPED_STEP,
  spanOf,
  stepsOf,
  valuesOf,
  type Window,
  wire,
} from './plain-count.ts'
import { compareDistributions, comparePoints } from './plain-distributions.ts'
import { compareLag } from './plain-lag.ts'
import { END, type Run, runs, window } from './random-runs.ts'

/**
 * Every endpoint of statistics against a plain count over the rows: for windows that begin and end anywhere, filters, retries,
 * ignored attempts, late and repeated results, and while sums are being made.
 */

const IPS = ['192.0.2.1', '192.0.2.2', null]
const COLUMNS = {
  total: 'total',
  dns: 'dns',
  connect: 'tcp',
  tls: 'handshake',
  ttfb: 'processing',
  response: 'download',
} as const
const SHARES = [0, 0.07, 0.29, 0.5, 0.95, 1]

let running: TestServer
let projectId: string
let projectKey: number
let monitors: { id: string; key: number }[]
let locations: { id: string; key: number }[]
let nowMs = END
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['id', 'key']).executeTakeFirstOrThrow()
  projectId = project.id
  projectKey = project.key
  for (const name of ['one', 'two'])
    await running.api.post('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })
  monitors = await db.selectFrom('object').select(['id', 'key']).where('kind', '=', 'monitor').orderBy('key').execute()
  await db
    .insertInto('location')
    .values(['here', 'there'].map((id) => ({ id, doc: JSON.stringify({ name: id }), created: 0, last_update: 0 })))
    .execute()
  locations = await db.selectFrom('location').select(['id', 'key']).where('id', 'in', ['here', 'there']).execute()
})
afterAll(() => running.stop())

let sources = 0
const rowOf = ({
  due,
  place,
  category,
  ms,
  attempt,
  ignored,
  isAnswered,
  isSkippedStep,
  ip,
  bytes,
}: Run): ResultRow => {
  const part = (share: number) => Math.fround(ms * share)
  return resultRow({
    project_key: projectKey,
    target_key: monitors[place % 2]?.key ?? 0,
    location_key: locations[place >> 1]?.key ?? 0,
    source: ++sources,
    attempt,
    due,
    // Clocks that are behind, runs on time, and late ones.
    started: due + Math.floor(ms / 3) - 100,
    category,
    ...(isSkippedStep && { reason: SKIPPED_STEP, ...(ip === 0 && { exception: exceptions.code('agent') }) }),
    http_code: isAnswered ? 200 : null,
    ignored,
    total: part(1),
    dns: part(0.1),
    tcp: part(0.2),
    handshake: 0,
    upload: part(0.05),
    processing: part(0.4),
    download: part(0.25),
    dest_ip: IPS[ip] ?? null,
    response_size: bytes,
  })
}

const there = () => ({ api: running.api, projectId, monitors, nowMs })

/** Compares all endpoints for one window. */
const compare = async (all: readonly ResultRow[], asked: Window) => {
  const { api } = running
  const isExact = asked.to - asked.from <= 6 * HOUR_MS
  const inWindow = (row: ResultRow) => row.due >= asked.from && row.due < asked.to
  for (const { id, key } of monitors) {
    const mine = all.filter((row) => row.target_key === key && inWindow(row))
    const counted = mine.filter(isCounted)
    const root = `/api/2/calls/${id}/stats`
    for (const location of [null, locations[0]]) {
      const rows = location ? counted.filter((row) => row.location_key === location.key) : counted
      for (const interval of ['HOUR', 'DAY'] as const) {
        const where = location ? `&location_id=${location.id}` : ''
        const found = await api.get<{ meta: object; results: object[] }>(
          `${root}/passfail_range?interval=${interval}&${spanOf(asked)}${where}`,
        )
        expect(found.results).toEqual(
          stepsOf(rows, interval)
            .filter(([, within]) => hasCount(within))
            .map(([start, within]) => {
              const counts = countsOf(within)
              return { time: wire(start), ...counts, total: counts.pass + counts.slow + counts.warning + counts.fail }
            }),
        )
      }
      for (const [metric, column] of Object.entries(COLUMNS))
        for (const ip of metric === 'total' || metric === 'ttfb' ? [null, '192.0.2.1'] : [null]) {
          const interval = metric === 'total' ? 'HOUR' : metric === 'ttfb' ? 'MONTH' : metric === 'dns' ? 'WEEK' : 'DAY'
          const found = await api.get<{ results: { time: string; count: number; values: Record<string, number> }[] }>(
            `${root}/metrics/${location?.id ?? 'all'}/?metric=${metric}&interval=${interval}&quantiles=${SHARES.join()}&${spanOf(asked)}${ip ? `&dest_ip=${ip}` : ''}`,
          )
          const steps = stepsOf(ip ? rows.filter((row) => row.dest_ip === ip) : rows, interval).filter(
            ([, within]) => valuesOf(within, 'total').length > 0,
          )
          expect(found.results.map(({ time, count }) => [time, count])).toEqual(
            steps.map(([start, within]) => [wire(start), valuesOf(within, 'total').length]),
          )
          for (const [index, [, within]] of steps.entries())
            for (const share of SHARES)
              expectQuantile(
                found.results[index]?.values[share],
                ranked(valuesOf(within, column as keyof ResultRow), share),
                isExact || ip !== null,
              )
        }
    }
    await comparePoints(api, id, counted, asked)
    const places = await api.get<{ all: Figures; results: (Figures & { location_id: string })[] }>(
      `${root}/locations/?${spanOf(asked)}`,
    )
    expectFigures(places.all, counted, isExact)
    const ran = locations.filter((each) => hasCount(counted.filter((row) => row.location_key === each.key)))
    expect(places.results.map(({ location_id }) => location_id)).toEqual(ran.map((each) => each.id))
    for (const [index, each] of ran.entries())
      if (places.results[index])
        expectFigures(
          places.results[index],
          counted.filter((row) => row.location_key === each.key),
          isExact,
        )
    await compareLag(api, { id, locations, results: mine, isExact }, asked)
  }
}

/** Compares what is said of a project for one window. */
const compareProject = async (all: readonly ResultRow[], asked: Window) => {
  const { api } = running
  const isExact = asked.to - asked.from <= 6 * HOUR_MS
  const rows = all.filter((row) => isCounted(row) && row.due >= asked.from && row.due < asked.to)
  const days = await api.get<{ results: object[] }>(`/api/2/project/stats/passfail_range?${spanOf(asked)}`)
  expect(days.results).toEqual(
    stepsOf(rows, 'DAY')
      .filter(([, within]) => hasCount(within))
      .map(([start, within]) => {
        const counts = countsOf(within)
        return { time: wire(start), ...counts, total: counts.pass + counts.slow + counts.warning + counts.fail }
      }),
  )
  const root = `/api/3/projects/${projectId}/stats/metrics`
  const counts = await api.get<{ results: object[] }>(`${root}/passfail/here/?${spanOf(asked)}`)
  const here = rows.filter((row) => row.location_key === locations[0]?.key)
  expect(counts.results).toHaveLength(
    monitors.filter(({ key }) => hasCount(here.filter((row) => row.target_key === key))).length,
  )
  for (const { id, key } of monitors) {
    const mine = here.filter((row) => row.target_key === key)
    if (hasCount(mine)) expect(counts.results).toContainEqual({ call_id: id, ...countsOf(mine) })
  }
  type Metrics = { call_id: string; count: number; mean: number; p50: number; p99: number }
  const metrics = await api.get<{ results: Metrics[] }>(`${root}/all/?metric=ttfb&${spanOf(asked)}`)
  for (const { id, key } of monitors) {
    const values = valuesOf(
      rows.filter((row) => row.target_key === key),
      'processing',
    )
    const found = metrics.results.find((row) => row.call_id === id)
    expect(found?.count ?? 0).toBe(values.length)
    if (!found) continue
    expectQuantile(found.p50, ranked(values, 0.5), isExact)
    expectQuantile(found.p99, ranked(values, 0.99), isExact)
    const mean = values.reduce((sum, ms) => sum + ms, 0) / values.length
    expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(mean * 1e-9)
  }
  type Group = Record<'pass' | 'slow' | 'warning' | 'fail' | 'count', number> & {
    location_id: string
    pass_rate: number | null
    metrics: { metric: string; count: number; values: Record<string, number> | null }[]
  }
  for (const status of [undefined, ['PASS', 'FAIL']]) {
    const found = await api.post<{ results: Group[] }>('/api/3/query/api/performance', {
      from: wire(asked.from),
      to: wire(asked.to),
      metrics: ['total', 'connect'],
      measures: ['p95'],
      group_by: ['location'],
      ...(status && { status }),
    })
    for (const { id, key } of locations) {
      const mine = rows.filter(
        (row) => row.location_key === key && (status === undefined || row.category === 0 || row.category === 3),
      )
      const group = found.results.find((row) => row.location_id === id)
      expect(group !== undefined).toBe(hasCount(mine))
      if (!group) continue
      expect(group).toMatchObject({ ...countsOf(mine), pass_rate: rateOf(mine) })
      for (const [index, column] of (['total', 'tcp'] as const).entries()) {
        const values = valuesOf(mine, column)
        expect(group.metrics[index]?.count).toBe(values.length)
        if (values.length > 0)
          expectQuantile(group.metrics[index]?.values?.p95, ranked(values, 0.95), isExact || status !== undefined)
      }
    }
  }
}

test('every endpoint of statistics agrees with a plain count over the results', async () => {
  const { database } = running.server.services
  const sumUp = async (at: number) => {
    while (await compact(database, at));
    while (await sumUpLastDays(database, at));
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(runs, { minLength: 2, maxLength: 3 }),
      fc.array(window, { minLength: 2, maxLength: 3 }),
      fc.integer({ min: -DAY_MS, max: HOUR_MS }),
      fc.integer({ min: 0, max: 3 }),
      runs,
      async (batches, windows, early, summedUp, late) => {
        for (const table of ['result', 'result_detail', 'rollup', 'rollup_stale', 'last_day'] as const)
          await database.db.deleteFrom(table).execute()
        nowMs = END + early
        const all: ResultRow[] = []
        for (const [index, batch] of batches.entries()) {
          const rows = batch.map(rowOf)
          all.push(...(await storeResults(database.db, rows)))
          // Delivered once more.
          expect(await storeResults(database.db, rows.slice(0, 5))).toEqual([])
          if (index < summedUp) await sumUp(nowMs)
        }
        // While sums are made of what came last.
        await Promise.all([sumUp(nowMs), ...windows.map((asked) => compare(all, asked)), compareLastDay(all, there())])
        for (const asked of windows) {
          await compareProject(all, asked)
          await compareDistributions(running.api, { projectId, monitors, locations }, all, asked)
        }
        await compareLastDay(all, there())
        // In the next hour, of which nothing is summed up yet, and after a late result.
        nowMs += HOUR_MS
        await compareLastDay(all, there())
        all.push(...(await storeResults(database.db, late.map(rowOf))))
        await compareLastDay(all, there())
      },
    ),
    { numRuns: 4 },
  )
}, 240_000)
