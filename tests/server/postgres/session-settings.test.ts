import { sql } from 'kysely'
import { Client, type ClientBase } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { migrate } from '../../../src/server/store/core/migrate.ts'
import { allowWaiting, applySettings, SERVING } from '../../../src/server/store/core/session-settings.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'

let fresh: FreshDatabase
const open: Database[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  for (const database of open) await database.close()
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

test('a transaction that waits for a provider may wait for longer, and only that one', async () => {
  const database = opened()
  const during = await database.db.transaction().execute(async (db) => {
    await allowWaiting(db)
    return sql<{ value: string }>`select current_setting('idle_in_transaction_session_timeout') as value`.execute(db)
  })
  expect(during.rows).toEqual([{ value: '90s' }])
  expect(await shown(database, 'idle_in_transaction_session_timeout')).toBe('15s')
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
