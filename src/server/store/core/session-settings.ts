import { sql } from 'kysely'
import { type ClientBase, escapeLiteral } from 'pg'
import type { Db } from './database.ts'

/** Settings of PostgreSQL, as it shows them. */
export type SessionSettings = Readonly<Record<string, string>>

const OURS = {
  // Our statements take milliseconds; compiling one that the planner takes for a large one takes half a second.
  jit: 'off',
  TimeZone: 'UTC',
} as const

/**
 * The needs of each connection of a serving process, whatever the defaults of the PostgreSQL, the database or the role are. A server that is
 * frozen or cut off within a transaction loses it after a quarter of a minute, and with it the locks that everybody else waits for.
 */
export const SERVING = {
  ...OURS,
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '1min',
  statement_timeout: '10min',
} as const satisfies SessionSettings

/** The needs of long work of our own, such as migrations and backups: nothing ends it but itself, whatever the defaults are. */
export const LONG_WORK = {
  ...OURS,
  idle_in_transaction_session_timeout: '0',
  lock_timeout: '0',
  statement_timeout: '0',
} as const satisfies SessionSettings

const processOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? Number.NaN
}

/**
 * Whether a connection stays with one process of PostgreSQL, and with the settings of that process. A pooler that gives each transaction
 * another one, such as PgBouncer's mode `transaction`, hands the process of a connection that rests to the next transaction.
 */
export const keepsSessions = (db: Db): Promise<boolean> =>
  db.connection().execute(async (resting) => {
    const before = await processOf(resting)
    const after = await db.transaction().execute(async (other) => {
      await processOf(other)
      return processOf(resting)
    })
    return before === after
  })

/**
 * Applies settings to a new connection. Returns the names of those that do not hold in the statement after: a pooler may have given it to
 * another connection.
 */
export const applySettings = async (client: ClientBase, settings: SessionSettings): Promise<readonly string[]> => {
  const all = Object.entries(settings)
  await client.query(assignments('set', settings))
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [all.map(([name]) => name)],
  )
  return rows.filter(({ name, value }) => settings[name] !== value).map(({ name }) => name)
}

/** Writes settings as statements, for a session or for the open transaction. */
export const assignments = (set: 'set' | 'set local', settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${set} ${name} = ${escapeLiteral(value)}`)
    .join(';')

/** Refuses a connection to a server that takes no writes: a standby, or one that was set to read only when another took over. */
export const refuseReadOnly = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ reads_only: boolean }>(`select ${READS_ONLY} as reads_only`)
  if (rows[0]?.reads_only) throw Object.assign(new Error('the server takes no writes'), { code: '25006' })
}

/** SQL for whether the server of this connection takes no writes. */
export const READS_ONLY = `pg_is_in_recovery() or current_setting('transaction_read_only')::boolean`
