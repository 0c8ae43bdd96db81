import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Instants are `bigint` milliseconds and counts are far below 2^53: both are numbers here, for every driver call alike. */
const INT8 = 20
const parsers: pg.CustomTypesConfig = {
  // pg's overloads differ by format; the function below answers for each.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export type Db = Kysely<Tables>

export type Database = {
  readonly db: Db
  /** A connection beside the pool, not yet open, for whoever listens; its owner ends it. */
  dedicated(): pg.Client
  close(): Promise<void>
}

/** Opens a pool on the PostgreSQL at `url`. A connection that breaks is dropped, and the next query opens another. */
export const openDatabase = (url: string, options: { connections: number }): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    types: parsers,
    application_name: 'sonde',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // An idle connection that the server closed is no error of ours; the pool has already forgotten it.
  pool.on('error', () => {})
  // Nor is one that breaks between two statements of a transaction: the next statement fails. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const dedicated = () =>
    new pg.Client({
      connectionString: url,
      application_name: 'sonde listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
  return { db, dedicated, close: () => db.destroy() }
}
