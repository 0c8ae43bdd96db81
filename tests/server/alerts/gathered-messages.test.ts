import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge.ts'
import { settleHeld } from '../../../src/server/alerts/merging/settle-held.ts'
import { targetsOf } from '../../../src/server/alerts/targets.ts'
import { foldBursts } from '../../../src/server/delivery/fold-bursts.ts'
import { DELIVERY_STATES } from '../../../src/server/store/alerts/delivery-states.ts'
import { type WebhookDoc, webhooks } from '../../../src/server/store/alerts/webhooks.ts'
import { eventBatch } from '../../../src/server/store/core/events.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import { categories } from '../../../src/server/store/identity/codes.ts'
import { postgresResults } from '../../../src/server/store/results/result-store.ts'
import { sealing } from '../../support/alert-world.ts'
import { resultRow } from '../../support/result-row.ts'
import { addLocation, addMonitor, openStore, type TestStore } from '../../support/store.ts'

let store: TestStore
let locationKey: number

beforeAll(async () => {
  store = await openStore()
  await partitionsOf(store.database.db).maintain(Date.now())
  locationKey = (await addLocation(store, 'here', Date.now())).location.key
})
afterAll(() => store.stop())

type Row = {
  key: number
  state: number
  next_try: number | null
  payload: { group?: { total: number; others: { text: string }[]; incident_url: string | null } }
}

/** Monitors and one alert by mail, and its messages as the sender sees them. */
const world = async (doc: Partial<WebhookDoc> = {}) => {
  const { db } = store.database
  const startMs = Date.now()
  const keys: number[] = []
  for (let at = 0; at < 5; at++) keys.push((await addMonitor(store, startMs)).key)
  const targets = await targetsOf(db, keys)
  const tags = [`t${keys[0]}`]
  for (const target of targets.values()) target.tags = tags
  const hook = await webhooks.create(db, {
    projectKey: store.projectKey,
    name: 'ops',
    doc: {
      web_hook_type: 'email',
      monitor_id: null,
      enabled: true,
      alerts: ['FAIL'],
      parameters: { email_address: 'ops@example.com', fails_in_a_row: 0 },
      include_tags: tags,
      exclude_tags: [],
      snoozed_until: null,
      ...doc,
    },
    owner: 'o',
    now: startMs,
  })
  return {
    startMs,
    fail: (monitors: readonly number[], now: number) =>
      db.transaction().execute(async (tx) => {
        const rows = monitors.map((at) => ({
          ...resultRow({
            project_key: store.projectKey,
            target_key: keys[at] ?? 0,
            location_key: locationKey,
            due: now,
            category: categories.code('FAIL'),
          }),
          detail: '',
        }))
        const added = await postgresResults.add(tx, rows)
        const common = {
          results: postgresResults,
          sealing,
          now,
          resultUrl: (id: string) => `https://sonde.example/${id}`,
        }
        await judgeAlerts(tx, { ...common, added, targets, events: eventBatch() })
      }),
    fold: (now: number) => foldBursts(store.database, now, 'https://sonde.example'),
    settle: (now: number) => settleHeld({ database: store.database, now, announce: () => undefined }),
    end: (key: number, state: number) =>
      db.updateTable('delivery').set({ state, last_try: startMs }).where('key', '=', key).execute(),
    rows: async () => {
      const { rows } = await sql<Row>`
        select key, state, next_try, payload from delivery where webhook_key = ${hook.key} order by key`.execute(db)
      return rows
    },
  }
}

const { pending, held, merged, delivered, failed } = DELIVERY_STATES

test('the first message leaves at once, and news of others within 10 s is told in one', async () => {
  const { startMs, fail, fold, rows, end } = await world()
  await fail([0], startMs)
  const [first] = await rows()
  expect(first?.next_try).toBe(startMs)
  await end(first?.key ?? 0, delivered)
  await fail([1], startMs + 3_000)
  await fail([2, 3], startMs + 6_000)
  await fold(startMs + 6_000)
  expect((await rows()).map(({ next_try, state }) => [state, next_try])).toEqual([
    [delivered, startMs],
    [pending, startMs + 10_000],
    [pending, startMs + 10_000],
    [pending, startMs + 10_000],
  ])
  await fold(startMs + 10_000)
  const gathered = await rows()
  expect(gathered.map(({ state }) => state)).toEqual([delivered, pending, held, held])
  expect(gathered[1]?.payload.group).toMatchObject({ total: 3, incident_url: null })
  expect(gathered[1]?.payload.group?.others).toHaveLength(2)
})

test('monitors that fail at once share one message, and are settled with it', async () => {
  const { startMs, fail, fold, rows, end, settle } = await world()
  await fail([0, 1, 2, 3, 4], startMs)
  await fold(startMs)
  const [leader, ...others] = await rows()
  expect(leader?.payload.group?.total).toBe(5)
  expect(others.every(({ state }) => state === held)).toBe(true)
  await end(leader?.key ?? 0, delivered)
  await settle(startMs)
  expect((await rows()).map(({ state }) => state)).toEqual([delivered, merged, merged, merged, merged])
})

test('if the shared message is given up, each monitor is told again', async () => {
  const { startMs, fail, fold, rows, end, settle } = await world()
  await fail([0, 1], startMs)
  await fold(startMs)
  const [leader] = await rows()
  await end(leader?.key ?? 0, failed)
  await settle(startMs + 1)
  expect((await rows()).map(({ state }) => state)).toEqual([failed, pending])
})

test.each<[string, Partial<WebhookDoc>]>([
  ['a program', { web_hook_type: 'webhook', parameters: { url: 'https://example.com/', fails_in_a_row: 0 } }],
  ['an incident service', { web_hook_type: 'pager_duty_v2', parameters: { integration_key: 'k', fails_in_a_row: 0 } }],
])('%s is told of each monitor by itself', async (_, doc) => {
  const { startMs, fail, fold, rows } = await world(doc)
  await fail([0, 1, 2], startMs)
  await fold(startMs)
  expect((await rows()).map(({ state, payload }) => [state, payload.group])).toEqual(
    Array(3).fill([pending, undefined]),
  )
})
