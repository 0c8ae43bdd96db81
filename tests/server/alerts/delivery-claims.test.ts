import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimDue, postponeQueue } from '../../../src/server/delivery/claim.ts'
import { openSettling } from '../../../src/server/delivery/settling.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
/** This test's webhooks by name. */
const hooks = new Map<string, number>()
/** Far in the future, so that the server's own sender leaves these deliveries alone. */
const NOW = Date.now() + 30 * 86_400_000
beforeAll(async () => {
  running = await startServer()
  // Whether autovacuum came by in between would decide about plans.
  await sql`alter table delivery set (autovacuum_enabled = false)`.execute(db())
  for (const name of ['dead', 'well', 'far']) {
    const { id } = await running.api.post<{ id: string }>('/api/3/webhooks/', {
      parameters: { url: 'http://receiver.invalid/' },
    })
    const row = await db().selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    hooks.set(name, row.key)
  }
})
beforeEach(async () => {
  await db().deleteFrom('delivery').execute()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const queue = async (
  name: string,
  target: number,
  change: { recipient?: string; next?: number; project?: number } = {},
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into delivery (message_id, project_key, webhook_key, target_key, kind, payload, created, next_try, recipient)
    values (gen_random_uuid()::text, ${change.project ?? 1}, ${hooks.get(name)}, ${target}, 'alert', '{}', ${NOW}, ${change.next ?? NOW}, ${change.recipient ?? null})
    returning key`.execute(db())
  return rows[0]?.key ?? 0
}
const claimed = async (room = 32, now = NOW) =>
  (await claimDue(db(), now, room)).map(({ key }) => key).sort((a, b) => a - b)

const flood = () =>
  sql`insert into delivery (message_id, project_key, webhook_key, target_key, kind, payload, created, next_try)
    select gen_random_uuid()::text, 1, ${hooks.get('dead')}, n % 2000, 'alert', '{}', ${NOW}, ${NOW} from generate_series(1, 20000) n`.execute(
    db(),
  )
const gatherStatistics = () => sql`vacuum analyze delivery`.execute(db())

/** What the planner knows of the table. */
const STATISTICS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['without statistics', flood],
  ['with those of an empty table', () => gatherStatistics().then(flood)],
  ['with those of a long outbox', () => flood().then(gatherStatistics)],
]

test.each(STATISTICS)(
  'claiming uses indexes %s: a long outbox is not scanned to find due messages',
  async (_, fill) => {
    await fill()
    await db()
      .transaction()
      .execute(async (tx) => {
        // Counts of earlier transactions of this connection may still be among them.
        const rowsRead = async () => {
          const { rows } = await sql<{ read: number }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'delivery'`.execute(
            tx,
          )
          return rows[0]?.read ?? 0
        }
        const before = await rowsRead()
        const { length } = await claimDue(tx, NOW, 32)
        const read = (await rowsRead()) - before
        expect(length).toBeGreaterThanOrEqual(8)
        expect(read).toBeLessThan(1000)
      })
  },
)

test('only the oldest message of a monitor and recipient is in flight', async () => {
  const first = await queue('well', 1)
  await queue('well', 1)
  const other = await queue('well', 2)
  const [a, b] = [await queue('well', 3, { recipient: 'a@x' }), await queue('well', 3, { recipient: 'b@x' })]
  await queue('well', 3, { recipient: 'a@x' })
  expect(await claimed()).toEqual([first, other, a, b])
  expect(await claimed()).toEqual([])
})

test('messages behind a delayed one are skipped, and follow once it is sent', async () => {
  const head = await queue('well', 1, { next: NOW + 5_000 })
  const behind = await queue('well', 1)
  expect(await claimed()).toEqual([])
  const line = { key: head, webhook_key: hooks.get('well') ?? 0, target_key: 1, recipient: null }
  await postponeQueue(db(), line, NOW + 5_000)
  expect(await db().selectFrom('delivery').select('next_try').where('key', '=', behind).executeTakeFirst()).toEqual({
    next_try: NOW + 5_000,
  })
  await db().updateTable('delivery').set({ state: 1, next_try: null }).where('key', '=', head).execute()
  await postponeQueue(db(), line, NOW)
  expect(await claimed()).toEqual([behind])
})

test('outcomes that are stored together move the messages behind them, and one that cannot be stored keeps none from it', async () => {
  const [head, behind] = [await queue('well', 1), await queue('well', 1)]
  const [failing, waiting] = [await queue('well', 2), await queue('well', 2)]
  const unstorable = await queue('well', 3)
  const lineOf = (key: number, target_key: number) => ({
    key,
    webhook_key: hooks.get('well') ?? 0,
    target_key,
    recipient: null,
  })
  expect(await claimed()).toEqual([head, failing, unstorable])
  const { settle } = openSettling(running.server.services.database, () => NOW + 1)
  const outcomes = await Promise.allSettled([
    settle({ delivery: lineOf(head, 1), state: 1, httpCode: 204, error: null, next: null }),
    settle({ delivery: lineOf(failing, 2), state: 0, httpCode: 500, error: 'It failed.', next: NOW + 5_000 }),
    settle({ delivery: lineOf(unstorable, 3), state: 0, httpCode: 500, error: 'a\u0000b', next: NOW + 5_000 }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await claimed(32, NOW + 1)).toEqual([behind])
  const { next_try } = await db()
    .selectFrom('delivery')
    .select('next_try')
    .where('key', '=', waiting)
    .executeTakeFirstOrThrow()
  expect(next_try).toBe(NOW + 5_000)
})

test('one webhook has at most eight deliveries in flight, and leaves room for others', async () => {
  for (let target = 0; target < 50; target++) await queue('dead', target)
  const well = await queue('well', 1)
  expect(await claimed(8)).toHaveLength(8)
  expect(await claimed(4)).toEqual([well])
  expect(await claimed()).toEqual([])
})

test('projects take turns: one with many hanging webhooks leaves room for others', async () => {
  for (let target = 0; target < 8; target++) for (const name of ['dead', 'well']) await queue(name, target)
  const far = await queue('far', 1, { project: 2 })
  expect(await claimed(2)).toContain(far)
  expect(await claimed(32)).toHaveLength(15)
})

test('a claim that was never settled expires', async () => {
  const key = await queue('well', 1)
  const mail = await queue('well', 2, { recipient: 'a@x' })
  expect(await claimed()).toEqual([key, mail])
  expect(await claimed(32, NOW + 29_000)).toEqual([])
  expect(await claimed(32, NOW + 31_000)).toEqual([key])
  expect(await claimed(32, NOW + 121_000)).toEqual([key, mail])
})

test('two servers never claim the same message', async () => {
  for (let target = 0; target < 6; target++) await queue('well', target)
  const both = (await Promise.all([claimed(), claimed(), claimed()])).flat()
  expect(new Set(both).size).toBe(both.length)
  expect(both).toHaveLength(6)
})
