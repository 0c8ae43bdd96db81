import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { exactQuantile } from '../../../src/domain/statistics/statistics.ts'
import { projectFigures } from '../../../src/server/digests/figures.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'
import { storeResults } from '../../support/stored-results.ts'

const START = Date.UTC(2026, 2, 27)
const DAYS = 6

let store: TestStore
let monitors: number[]
let locations: number[]
beforeAll(async () => {
  store = await openStore()
  monitors = [(await addMonitor(store, START)).key, (await addMonitor(store, START)).key]
  locations = [(await addLocation(store, 'a', START)).location.key, (await addLocation(store, 'b', START)).location.key]
})
afterAll(() => store.stop())

type Run = { due: number; monitor: number; location: number; category: number; total: number }

let runs = 0
const resultOf = ({ due, monitor, location, category, total }: Run) =>
  resultRow({
    // Runs that are due at the same time are of different schedules.
    source: ++runs,
    project_key: store.projectKey,
    target_key: monitors[monitor] ?? 0,
    location_key: locations[location] ?? 0,
    due,
    category,
    total,
  })

const someRuns = fc.array(
  fc.record({
    due: fc.integer({ min: START, max: START + DAYS * DAY_MS - 1 }),
    monitor: fc.integer({ min: 0, max: 1 }),
    location: fc.integer({ min: 0, max: 1 }),
    category: fc.integer({ min: 0, max: 3 }),
    total: fc.integer({ min: 1, max: 1000 }),
  }),
  { minLength: 1, maxLength: 60 },
)
/** Full hours from the start: start of the previous range, start and end of the range. */
const bounds = fc
  .uniqueArray(fc.integer({ min: 0, max: DAYS * 24 }), { minLength: 3, maxLength: 3 })
  .map((hours) => hours.sort((a, b) => a - b).map((hour) => START + hour * HOUR_MS))

test('a digest counts exactly the results of its range and the previous one, however far compaction got', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRuns, { minLength: 1, maxLength: 3 }),
      bounds,
      fc.array(fc.boolean()),
      async (batches, ends, compacts) => {
        const { db } = store.database
        await db.deleteFrom('result').execute()
        await db.deleteFrom('rollup').execute()
        await db.deleteFrom('rollup_stale').execute()
        for (const [index, batch] of batches.entries()) {
          await storeResults(db, batch.map(resultOf))
          if (compacts[index]) while (await compact(store.database, START + (3 + index) * DAY_MS));
        }
        const [earlier = 0, from = 0, to = 0] = ends
        const spans = { span: { from, to }, before: { from: earlier, to: from } }
        const figures = await projectFigures(db, store.projectKey, spans, START + DAYS * DAY_MS)
        for (const [index, monitor] of figures.monitors.entries())
          for (const [which, begin, end] of [
            ['span', from, to],
            ['before', earlier, from],
          ] as const) {
            const mine = batches.flat().filter((run) => run.monitor === index && run.due >= begin && run.due < end)
            const count = (category: number) => mine.filter((run) => run.category === category).length
            const { pass, slow, warning, fail } = monitor[which].counts
            expect([pass, slow, warning, fail]).toEqual([0, 1, 2, 3].map(count))
            const exact = exactQuantile(
              mine.map(({ total }) => total),
              0.5,
            )
            if (exact === null) expect(monitor[which].medianMs).toBeNull()
            else expect(Math.abs((monitor[which].medianMs ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.0101)
          }
      },
    ),
    { numRuns: 40 },
  )
})

test('alerts are counted per monitor within the range only', async () => {
  const { db } = store.database
  const [monitor = 0] = monitors
  const webhook = await db
    .insertInto('object')
    .values({
      id: 'w',
      project_key: store.projectKey,
      kind: 'webhook',
      name: 'w',
      doc: '{}',
      owner: 'o',
      created: 0,
      last_update: 0,
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  const told = (id: string, kind: string, created: number) => ({
    message_id: id,
    project_key: store.projectKey,
    webhook_key: webhook.key,
    target_key: monitor,
    kind,
    payload: '{}',
    created,
    next_try: null,
    claimed_until: null,
    last_try: null,
    http_code: null,
    error: null,
  })
  await db
    .insertInto('delivery')
    .values([
      told('1', 'alert', START - 1),
      told('2', 'alert', START),
      told('3', 'recovery', START),
      told('4', 'alert', START + DAY_MS),
    ])
    .execute()
  const spans = { span: { from: START, to: START + DAY_MS }, before: { from: START - DAY_MS, to: START } }
  const { monitors: lines } = await projectFigures(db, store.projectKey, spans, START + DAY_MS)
  expect(lines.map(({ alerts }) => alerts)).toEqual([1, 0])
})
