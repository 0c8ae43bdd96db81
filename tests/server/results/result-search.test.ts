import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { readPage } from '../../../src/server/handlers/results/result-page.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import type { ResultFilter } from '../../../src/server/store/results/result-search.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, openStore, type TestStore } from '../../support/store.ts'

const NOW = Date.UTC(2026, 4, 20, 12)
const DAYS = 40

let store: TestStore
let locations: number[]
beforeAll(async () => {
  store = await openStore()
  locations = []
  for (const id of ['a', 'b']) locations.push((await addLocation(store, id, NOW)).location.key)
  const days = Array.from({ length: DAYS + 1 }, (_, index) => NOW - index * DAY_MS)
  await partitionsOf(store.database.db).cover(days, NOW)
})
afterAll(() => store.stop())

const arrival = fc.record({
  // Few instants and few monitors, so that many runs share a due time.
  due: fc.integer({ min: 0, max: 60 }).map((step) => NOW - step * 16 * HOUR_MS),
  target: fc.integer({ min: 1, max: 3 }),
  place: fc.integer({ min: 0, max: 1 }),
  attempt: fc.integer({ min: 0, max: 2 }),
  category: fc.integer({ min: 0, max: 4 }),
  code: fc.constantFrom<(number | null)[]>(200, 404, 500, null),
})
type Arrival = typeof arrival extends fc.Arbitrary<infer Value> ? Value : never

const rowOf = ({ due, target, place, attempt, category, code }: Arrival): ResultRow =>
  resultRow({
    project_key: store.projectKey,
    target_key: target,
    location_key: locations[place] ?? 0,
    due,
    attempt,
    category,
    reason: category,
    http_code: code,
  })

const arrive = (arrivals: readonly Arrival[]) =>
  postgresResults.add(
    store.database.db,
    arrivals.map((each) => ({ ...rowOf(each), detail: '' })),
  )

const everything = (): ResultFilter => ({
  projectKey: store.projectKey,
  from: NOW - (DAYS + 20) * DAY_MS,
  latest: NOW + DAY_MS,
  limit: 1000,
})

const pageOf = (filter: ResultFilter, isOver = () => false) =>
  readPage(
    { db: store.database.db, results: postgresResults, isOver },
    { filter, withQueued: false, withResults: true },
  )
const idsOf = ({ rows }: Awaited<ReturnType<typeof pageOf>>) => rows.map(({ run }) => idOfRun(run))

test('pages forward and back list every result once, in order, while results arrive late and twice', async () => {
  const batches = fc.array(fc.array(arrival, { maxLength: 6 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 40 }),
      batches,
      fc.integer({ min: 1, max: 7 }),
      async (first, later, limit) => {
        await store.database.db.deleteFrom('result').execute()
        await arrive(first)
        const before = idsOf(await pageOf(everything()))
        const arriving = [...later]
        const next = async () => {
          const batch = arriving.shift()
          // Late ones, and some that are stored already.
          if (batch) await arrive([...batch, ...first.slice(0, 2)])
        }
        const forward: string[] = []
        let page = await pageOf({ ...everything(), limit })
        const pages = [page]
        forward.push(...idsOf(page))
        while (page.meta.next_cursor !== null) {
          await next()
          page = await pageOf({ ...everything(), limit, after: page.meta.next_cursor })
          forward.push(...idsOf(page))
          pages.push(page)
        }
        const order = idsOf(await pageOf(everything()))
        expect(new Set(forward).size).toBe(forward.length)
        expect(forward).toEqual(order.filter((id) => forward.includes(id)))
        expect(before.filter((id) => !forward.includes(id))).toEqual([])

        const back: string[] = [...idsOf(page)]
        const known = idsOf(await pageOf(everything()))
        const seenFrom = known.slice(0, known.indexOf(back.at(-1) ?? '') + 1)
        while (page.meta.previous_cursor !== null) {
          await next()
          page = await pageOf({ ...everything(), limit, after: page.meta.previous_cursor, newer: true })
          back.unshift(...idsOf(page))
        }
        const after = idsOf(await pageOf(everything()))
        expect(new Set(back).size).toBe(back.length)
        expect(back).toEqual(after.filter((id) => back.includes(id)))
        // The last page of the way forward may have been passed by arrivals since; all above it is listed.
        const lastOfForward = new Set(idsOf(pages.at(-1) ?? page))
        const missed = seenFrom.filter((id) => !back.includes(id))
        expect(
          missed.filter((id) => known.indexOf(id) < Math.min(...[...lastOfForward].map((each) => known.indexOf(each)))),
        ).toEqual([])
        // The next older page of the newest one begins where it ends.
        if (page.meta.next_cursor !== null) {
          const ids = idsOf(page)
          const older = idsOf(await pageOf({ ...everything(), limit, after: page.meta.next_cursor }))
          const all = idsOf(await pageOf(everything()))
          const at = ids.length > 0 ? all.indexOf(ids.at(-1) ?? '') + 1 : 0
          expect(older).toEqual(all.slice(at, at + limit))
        }
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)

test('each filter answers what a plain filter over all rows answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 60 }),
      fc.record({
        categories: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }), { nil: undefined }),
        codes: fc.constantFrom(
          undefined,
          { ranges: [{ from: 404, to: 404 }], none: false },
          { ranges: [{ from: 500, to: 599 }], none: true },
          { ranges: [], none: true },
        ),
        reasons: fc.constantFrom<(number[] | undefined)[]>(undefined, [1, 3]),
        targetKeys: fc.constantFrom<(number[] | undefined)[]>(undefined, [], [2], [1, 3]),
        place: fc.constantFrom(undefined, 0, 1),
        from: fc.constantFrom(0, NOW - 10 * DAY_MS),
        to: fc.constantFrom(undefined, NOW - 3 * DAY_MS),
      }),
      async (arrivals, wanted) => {
        await store.database.db.deleteFrom('result').execute()
        const added = await arrive(arrivals)
        const { place, from, to, categories, codes, reasons, targetKeys } = wanted
        const isWanted = (row: ResultRow) =>
          row.due >= from &&
          row.due <= (to ?? Infinity) &&
          (categories?.includes(row.category) ?? true) &&
          (reasons?.includes(row.reason) ?? true) &&
          (targetKeys?.includes(row.target_key) ?? true) &&
          (place === undefined || row.location_key === locations[place]) &&
          (codes === undefined ||
            (row.http_code == null
              ? codes.none
              : codes.ranges.some((range) => range.from <= (row.http_code ?? 0) && (row.http_code ?? 0) <= range.to)))
        const filter = {
          ...everything(),
          from,
          ...(to !== undefined && { to }),
          ...(categories && { categories }),
          ...(codes && { codes }),
          ...(reasons && { reasons }),
          ...(targetKeys && { targetKeys }),
          ...(place !== undefined && { locationKey: locations[place] ?? 0 }),
        }
        expect(idsOf(await pageOf(filter)).sort()).toEqual(added.filter(isWanted).map(idOfRun).sort())
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('a long search answers what it found and how far it came, and goes on from there in both directions', async () => {
  await store.database.db.deleteFrom('result').execute()
  const base = { target: 1, place: 0, attempt: 0, code: 200 }
  await arrive([
    { ...base, due: NOW - 35 * DAY_MS, category: 3 },
    { ...base, due: NOW - HOUR_MS, category: 0 },
  ])
  const failed = { ...everything(), categories: [3], limit: 10 }
  const first = await pageOf(failed, () => true)
  expect(first.rows).toEqual([])
  expect(first.meta.searched_to).toBe(new Date(NOW + DAY_MS + 1 - 4 * DAY_MS).toISOString())
  const found: string[] = []
  let page = first
  for (let turns = 0; page.meta.next_cursor !== null && turns < 50; turns++) {
    page = await pageOf({ ...failed, after: page.meta.next_cursor }, () => true)
    found.push(...idsOf(page))
  }
  expect([found.length, page.meta.more, page.meta.searched_to]).toEqual([1, false, null])
  const whole = await pageOf(failed)
  expect([whole.rows.length, whole.meta.searched_to]).toEqual([1, null])
  const up = await pageOf({ ...everything(), categories: [0], after: idsOf(whole)[0] ?? '', newer: true }, () => true)
  expect([up.rows.length, up.meta.searched_to]).toEqual([0, new Date(NOW - 31 * DAY_MS).toISOString()])
  expect(up.meta.previous_cursor).not.toBeNull()
})

test('a filter by latency is above one border and up to the other, of results with a response', async () => {
  await store.database.db.deleteFrom('result').execute()
  const rows = [100, 120, 120.5, 200].map((total, index) => ({
    ...rowOf({ due: NOW - index * HOUR_MS, target: 1, place: 0, attempt: 0, category: 0, code: 200 }),
    total,
  }))
  const lost = {
    ...rowOf({ due: NOW - 9 * HOUR_MS, target: 1, place: 0, attempt: 0, category: 3, code: null }),
    total: 120,
  }
  await postgresResults.add(
    store.database.db,
    [...rows, lost].map((row) => ({ ...row, detail: '' })),
  )
  const found = async (above: number | null, upTo: number | null) =>
    (await postgresResults.list(store.database.db, { ...everything(), latency: { above, upTo } })).rows.map(
      ({ total }) => total,
    )
  expect(await found(100, 120)).toEqual([120])
  expect(await found(null, 120)).toEqual([100, 120])
  expect(await found(120, null)).toEqual([120.5, 200])
  expect(await found(99.9, 200)).toEqual([100, 120, 120.5, 200])
})
