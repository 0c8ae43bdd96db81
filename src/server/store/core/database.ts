import { Kysely } from 'kysely'
import pg from 'pg'
import { watchConnections } from './connection-watch.ts'
import { StoreDialect } from './postgres-dialect.ts'
import { applySettings, keepsSessions, refuseReadOnly, SERVING, type SessionSettings } from './session-settings.ts'
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

/** How a connection is made, and how soon an idle one notices that its host is gone. */
const REACHING = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export type Db = Kysely<Tables>

export type Database = {
  readonly db: Db
  /** Creates an unopened connection outside the pool, for listeners; its owner closes it. */
  dedicated(): pg.Client
  /** Finds out whether connections keep their settings at all. */
  checkSessions(): Promise<void>
  /** Names of settings that connections do not keep although they ask for them. */
  lostSettings(): readonly string[]
  close(): Promise<void>
}

type Options = {
  readonly connections: number
  readonly settings?: SessionSettings
  /** Nothing is written, so that a standby will do. */
  readonly reads?: boolean
  /** Silence of a statement after which somebody looks whether the database still works on it, in ms. */
  readonly silenceMs?: number
}

/**
 * Opens a connection pool to the PostgreSQL at `url`. A broken connection is dropped, and the next query opens another. Each gets
 * `settings` before its first query; one that leads to a server that takes no writes is refused.
 */
export const openDatabase = (
  url: string,
  { connections, settings = SERVING, reads = false, silenceMs }: Options,
): Database => {
  const watch = watchConnections(() => apart('sonde watch'), silenceMs)
  let lost: readonly string[] = []
  let losesAll = false
  const clients = new Set<pg.Client>()
  // The pool makes clients of this class, whatever its types say.
  const prepare = async (given: pg.ClientBase): Promise<void> => {
    const client = given as pg.Client
    clients.add(client)
    client.once('end', () => clients.delete(client))
    lost = await applySettings(client, settings)
    if (!reads) await refuseReadOnly(client)
    // A pooler that loses settings gives each transaction another process.
    if (lost.length === 0) await watch.follow(client)
  }
  /** Waits for statements that are under way, and then for no longer: one that hangs would keep the process from ending. */
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => {
      // One with a statement under way is cut off.
      for (const client of clients) client.end().catch(() => {})
    }, MOST_WAIT_MS)
    await db.destroy()
    clearTimeout(timer)
    watch.stop()
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    onConnect: prepare,
    types: parsers,
    application_name: 'sonde',
    idleTimeoutMillis: 30_000,
    // A connection to a server that is not the right one any more, and that nobody noticed.
    maxLifetimeSeconds: 900,
    ...REACHING,
  })
  // An idle connection closed by the server is not an error; the pool has already removed it.
  pool.on('error', () => {})
  // Neither is one that breaks between two statements of a transaction: the next statement fails. Without a listener, the error would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new StoreDialect({ pool }) })
  const apart = (name: string) => new pg.Client({ connectionString: url, application_name: name, ...REACHING })
  return {
    db,
    dedicated: () => apart('sonde listener'),
    checkSessions: async () => {
      losesAll = !(await keepsSessions(db))
      // A connection has no process of its own that could be asked about.
      if (losesAll) watch.stop()
    },
    lostSettings: () => (losesAll ? Object.keys(settings) : lost),
    close,
  }
}
