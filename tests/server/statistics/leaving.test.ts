import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { forClient } from '../../../src/server/store/core/leaving.ts'
import { inSnapshot } from '../../../src/server/store/statistics/figures.ts'
import { eventually } from '../../support/eventually.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  // One for the reading, and one for its end.
  database = openDatabase(fresh.url, { connections: 2 })
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

/** How many connections of this database are at work on a long statement. */
const atWork = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

const isAtWork = () => eventually(async () => (await atWork()) === 1, { what: 'the reading' })

test('the statement of a figure ends in the database when its client leaves, and the connection serves the next one', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const client = new AbortController()
    const reading = forClient(client.signal, () =>
      inSnapshot(database.db, (db) => sql`select pg_sleep(30)`.execute(db)),
    )
    await isAtWork()
    client.abort()
    await expect(reading).rejects.toMatchObject({ code: '57014' })
    expect(await atWork()).toBe(0)
    const both = [1, 2].map(() => sql<{ one: number }>`select 1 as one, pg_sleep(0.01)`.execute(database.db))
    expect((await Promise.all(both)).map(({ rows }) => rows[0]?.one)).toEqual([1, 1])
  }
})

test('a client that leaves between two statements is not read for any more', async () => {
  const client = new AbortController()
  client.abort()
  const read: string[] = []
  const reading = forClient(client.signal, () => inSnapshot(database.db, async () => read.push('figures')))
  await expect(reading).rejects.toThrow()
  expect(read).toEqual([])
})
