import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { listenTo } from '../../../src/server/live/listener.ts'
import { isAway } from '../../../src/server/store/core/away.ts'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { eventually } from '../../support/eventually.ts'
import { type FaultyLine, openFaultyLine } from '../../support/faulty-line.ts'
import { freePort } from '../../support/loopback.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'

// Fail-overs, as a server that stays sees them: a host that vanished without a word, and a server that takes no writes any more.

let fresh: FreshDatabase
const closing: (() => unknown)[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
  return () => fresh.drop()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const SILENCE_MS = 150

/** A pool over a line that the test breaks; `port` is where new connections lead. */
const opened = async (
  connections = 1,
  port = () => Number(new URL(fresh.url).port),
): Promise<{ database: Database; line: FaultyLine }> => {
  const line = await openFaultyLine(port)
  const url = new URL(fresh.url)
  url.host = new URL(line.url).host
  const database = openDatabase(String(url), { connections, silenceMs: SILENCE_MS })
  closing.push(line.close, database.close)
  return { database, line }
}

const one = async ({ db }: Database): Promise<number | undefined> =>
  (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a statement whose connection carries nothing any more fails as an outage, and the next one works', async () => {
  const { database, line } = await opened()
  expect(await one(database)).toBe(1)
  line.freeze()
  expect(isAway(await failureOf(one(database)))).toBe(true)
  expect(await one(database)).toBe(1)
})

test('so does one whose database cannot be reached at all', async () => {
  let { port } = new URL(fresh.url)
  const { database, line } = await opened(1, () => Number(port))
  expect(await one(database)).toBe(1)
  line.freeze()
  port = String(await freePort())
  expect(isAway(await failureOf(one(database)))).toBe(true)
})

test('a long statement, and one that waits for a lock, are not ended', async () => {
  const { database } = await opened(3)
  const held = await database.db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(42)`.execute(held)
  const waiting = database.db.transaction().execute((db) => sql`select pg_advisory_xact_lock(42)`.execute(db))
  await sql`select pg_sleep(${(SILENCE_MS * 6) / 1000})`.execute(database.db)
  await held.commit().execute()
  await waiting
})

test('a connection whose server takes no writes any more is replaced, and a new one to it is refused', async () => {
  const { database } = await opened()
  const { db } = database
  await sql`create table written (at int)`.execute(db)
  const name = sql.id(new URL(fresh.url).pathname.slice(1))
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const first = await pid()
  // What a server is told when another takes its place. The session has it at once, new ones by the database’s default.
  await sql`set default_transaction_read_only = on`.execute(db)
  const refused = await failureOf(sql`insert into written values (1)`.execute(db))
  expect(isAway(refused)).toBe(true)
  await sql`insert into written values (2)`.execute(db)
  expect(await pid()).not.toBe(first)

  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
  const reading = openDatabase(fresh.url, { connections: 1, reads: true })
  closing.push(reading.close, () =>
    sql`set transaction read write; alter database ${name} reset default_transaction_read_only`.execute(reading.db),
  )
  const { database: other } = await opened()
  expect(await failureOf(one(other))).toMatchObject({ code: '25006' })
})

test('a listener whose connection carries nothing any more listens anew', async () => {
  const { database, line } = await opened(2)
  let news = 0
  const listener = listenTo(database, 'a channel', () => news++, { proofMs: SILENCE_MS })
  closing.push(listener.close)
  await eventually(async () => news === 1)
  line.freeze()
  // After the new connection, since news may have been missed.
  await eventually(async () => news === 2)
  await sql`select pg_notify('a channel', '')`.execute(openedDirectly())
  await eventually(async () => news === 3)
})

const openedDirectly = () => {
  const database = openDatabase(fresh.url, { connections: 1 })
  closing.push(database.close)
  return database.db
}
