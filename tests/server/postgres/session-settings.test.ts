import { sql } from 'kysely'
import { Client, type ClientBase } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedulerLoops } from '../../../src/server/scheduler/loops.ts'
import { openScheduling } from '../../../src/server/scheduler/scheduling.ts'
import { openLoops } from '../../../src/server/start/loops.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { doing, KINDS_OF_WORK, type KindOfWork } from '../../../src/server/store/core/kinds-of-work.ts'
import { migrate } from '../../../src/server/store/core/migrate.ts'
import { applySettings, SERVING } from '../../../src/server/store/core/session-settings.ts'
import { eventually } from '../../support/eventually.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'
import { addLocation, addMonitor, addSchedule, openStore, type TestStore } from '../../support/store.ts'

let fresh: FreshDatabase
let store: TestStore
const open: Database[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
  store = await openStore()
})
afterAll(async () => {
  for (const database of open) await database.close()
  await store.stop()
  await fresh.drop()
})

const opened = (settings: Parameters<typeof openDatabase>[1]['settings'] = SERVING): Database => {
  const database = openDatabase(fresh.url, { connections: 2, settings })
  open.push(database)
  return database
}

const shown = async ({ db }: Database, name: string): Promise<unknown> => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)
  return rows[0]?.value
}

test('every connection has the settings that the server needs, whatever the defaults of the database are', async () => {
  const { db } = opened()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const set = (setting: string) =>
    sql`alter database ${sql.id(rows[0]?.name ?? '')} set ${sql.raw(setting)}`.execute(db)
  for (const setting of ['jit = on', "timezone = 'Pacific/Kiritimati'", 'lock_timeout = 1', 'statement_timeout = 1'])
    await set(setting)
  const database = opened()
  for (const [name, value] of Object.entries(SERVING))
    expect([name, await shown(database, name)]).toEqual([name, value])
  expect(database.lostSettings()).toEqual([])
  // A millisecond would end each statement of a migration, and each wait for another server's.
  await migrate(fresh.url)
})

test('a server that is frozen within a transaction loses its locks, and another one goes on', async () => {
  const frozen = opened({ ...SERVING, idle_in_transaction_session_timeout: '200ms' })
  const transaction = await frozen.db.startTransaction().execute()
  await sql`lock table result in access exclusive mode`.execute(transaction)
  // The frozen one says nothing more; the other one waits for the lock, and gets it.
  await opened()
    .db.transaction()
    .execute((db) => sql`lock table result in access exclusive mode`.execute(db))
  await expect(sql`select 1`.execute(transaction)).rejects.toThrow()
  await transaction
    .rollback()
    .execute()
    .catch(() => {})
  expect(await shown(frozen, 'jit')).toBe('off')
})

/** Settings within a transaction of a kind of work. */
const shownWithin = ({ db }: Database, kind: KindOfWork): Promise<Record<string, string>> =>
  doing(kind, () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ name: string; value: string }>`select name, current_setting(name) as value
        from unnest(${Object.keys(SERVING)}::text[]) as name`.execute(tx)
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    }),
  )

test('a transaction begins with the settings of its kind of work, and the session keeps its own', async () => {
  const database = opened()
  for (const [kind, settings] of Object.entries(KINDS_OF_WORK))
    expect([kind, await shownWithin(database, kind as KindOfWork)]).toEqual([kind, { ...SERVING, ...settings }])
  for (const [name, value] of Object.entries(SERVING))
    expect([name, await shown(database, name)]).toEqual([name, value])
})

/** Settings of connections behind a pooler that keeps none of ours. */
const LOST = { jit: 'on', idle_in_transaction_session_timeout: '0', lock_timeout: '0', statement_timeout: '0' }

test('behind a pooler that loses the settings of sessions, the scheduler and the storing of results have all of theirs', async () => {
  const behind = opened(LOST)
  for (const kind of ['scheduling', 'storing'] as const)
    expect(await shownWithin(behind, kind)).toEqual({ ...SERVING, ...KINDS_OF_WORK[kind] })
})

test('the statement that makes due runs is not compiled behind such a pooler', async () => {
  const now = Date.now()
  const { location } = await addLocation(store, 'one', now)
  await addSchedule(store, { seconds: 60, targets: [await addMonitor(store, now)], now: now - 120_000 })
  const { db } = store.database
  await db.updateTable('agent').set({ last_seen: now }).execute()
  await sql`create table seen_setting (jit text not null)`.execute(db)
  await sql`create function see_setting() returns trigger language plpgsql as
    $$ begin insert into seen_setting values (current_setting('jit')); return new; end $$`.execute(db)
  await sql`create trigger see_setting after insert on job for each row execute function see_setting()`.execute(db)
  const behind = openDatabase(store.url, { connections: 2, settings: LOST })
  open.push(behind)
  expect(await shown(behind, 'jit')).toBe('on')
  const scheduling = openScheduling({
    ...behind,
    clock: Date.now,
    steadyMs: () => performance.now(),
    wake: () => {},
    log: () => {},
  })
  const loops = openLoops(() => {})
  loops.start(schedulerLoops(scheduling))
  await eventually(async () => (await sql`select 1 from seen_setting`.execute(db)).rows.length > 0, {
    what: `a run at ${location.id}`,
  })
  await loops.stop('work')
  expect((await sql`select distinct jit from seen_setting`.execute(db)).rows).toEqual([{ jit: 'off' }])
})

test('settings that a pooler loses between two statements are named', async () => {
  // Each statement goes to another connection, as with a pooler that gives each transaction its own.
  const clients = [new Client(fresh.url), new Client(fresh.url)]
  for (const client of clients) await client.connect()
  let turn = 0
  const pooler = { query: (...words: Parameters<Client['query']>) => clients[turn++ % 2]?.query(...words) }
  // Only its queries are used.
  const lost = await applySettings(pooler as unknown as ClientBase, SERVING)
  expect(lost).toEqual(expect.arrayContaining(['jit', 'idle_in_transaction_session_timeout', 'lock_timeout']))
  for (const client of clients) await client.end()
})
