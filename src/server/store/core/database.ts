import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { applySettings, SERVING, type SessionSettings } from './session-settings.ts'
import type { Tables } from './tables.ts'

/** Times are `bigint` milliseconds and counts are far below 2^53, so both are parsed as numbers for every driver call. */
const INT8 = 20
const parsers: pg.CustomTypesConfig = {
  // pg's overloads differ by format; this function handles each.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Most that the end of a database waits for its statements. */
const MOST_WAIT_MS = 5_000

export type Db = Kysely<Tables>

export type Database = {
  readonly db: Db
  /** Creates an unopened connection outside the pool, for listeners; its owner closes it. */
  dedicated(): pg.Client
  /** Names of settings that the newest connection does not have although it asked for them. */
  lostSettings(): readonly string[]
  close(): Promise<void>
}

/**
 * Opens a connection pool to the PostgreSQL at `url`. A broken connection is dropped, and the next query opens another. Each gets
 * `settings` before its first query.
 */
export const openDatabase = (
  url: string,
  { connections, settings = SERVING }: { connections: number; settings?: SessionSettings },
): Database => {
  let lost: readonly string[] = []
  const clients = new Set<pg.Client>()
  // The pool makes clients of this class, whatever its types say.
  const prepare = async (given: pg.ClientBase): Promise<void> => {
    const client = given as pg.Client
    clients.add(client)
    client.once('end', () => clients.delete(client))
    lost = await applySettings(client, settings)
  }
  /** Waits for statements that are under way, and then for no longer: one that hangs would keep the process from ending. */
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => {
      // One with a statement under way is cut off.
      for (const client of clients) client.end().catch(() => {})
    }, MOST_WAIT_MS)
    await db.destroy()
    clearTimeout(timer)
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    onConnect: prepare,
    types: parsers,
    application_name: 'sonde',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection closed by the server is not an error; the pool has already removed it.
  pool.on('error', () => {})
  // Neither is one that breaks between two statements of a transaction: the next statement fails. Without a listener, the error would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const dedicated = () =>
    new pg.Client({
      connectionString: url,
      application_name: 'sonde listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
  return { db, dedicated, lostSettings: () => lost, close }
}
