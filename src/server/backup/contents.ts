import type { Client } from 'pg'
import { assignments, LONG_WORK } from '../store/core/session-settings.ts'
import type { Manifest, TableFile } from './manifest.ts'

/** An unpartitioned table, or one partition of a partitioned table. */
export type SourceTable = Pick<TableFile, 'table' | 'partition' | 'columns'> & {
  /** Size on disk without indexes: the basis of progress and free-space estimates. */
  readonly bytes: number
}

/** Tables that are not copied: the migrations' own, and recent live events, whose order depends on this database's transaction numbers. */
const NOT_COPIED = ['kysely_migration', 'kysely_migration_lock', 'event']

/**
 * Lists the tables with data. Partitions are read one by one and never through their parent: a lock on the parent would block the
 * creation of the next day's partition, and with it all writes of results.
 */
export const tablesIn = async (client: Client): Promise<SourceTable[]> => {
  const { rows } = await client.query<{
    table: string
    parent: string | null
    bounds: string | null
    columns: string[]
    bytes: string
  }>(
    `select c.relname as table, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       pg_table_size(c.oid) as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     order by c.relname`,
    [NOT_COPIED],
  )
  return rows.map(({ table, parent, bounds, columns, bytes }) => {
    const [, from, to] = /^FOR VALUES FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)$/.exec(bounds ?? '') ?? []
    if (parent !== null && (from === undefined || to === undefined)) throw new Error(`Not a range: ${table} ${bounds}`)
    const partition = parent === null ? null : { of: parent, from: Number(from), to: Number(to) }
    return { table, partition, columns, bytes: Number(bytes) }
  })
}

/** PostgreSQL's error code for an unknown table. */
const GONE = '42P01'

/**
 * Begins a read-only transaction on one snapshot, and locks its tables so that none is dropped before it is read. Starts again if
 * retention drops a table between listing and locking.
 */
export const beginSnapshot = async (client: Client): Promise<SourceTable[]> => {
  await client.query(`begin isolation level repeatable read read only;${assignments('set local', LONG_WORK)}`)
  const tables = await tablesIn(client)
  try {
    const names = tables.map(({ table }) => `"${table}"`).join(', ')
    await client.query(`lock table ${names} in access share mode`)
    return tables
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === GONE)) throw cause
    await client.query('rollback')
    return beginSnapshot(client)
  }
}

/** Returns the last value of each sequence that has been used. Never less than the snapshot's rows contain. */
export const sequencesIn = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map(({ name, last }) => ({ name, last: Number(last) }))
}

/** Returns the last entry of each audit chain. */
export const chainsIn = async (client: Client): Promise<Manifest['audit']> => {
  const known = await client.query("select to_regclass('public.audit_chain') is not null as known")
  if (!known.rows[0]?.known) return []
  const { rows } = await client.query<{ chain: number; number: string; hash: string }>(
    "select chain, number, encode(hash, 'hex') as hash from audit_chain order by chain",
  )
  return rows.map(({ chain, number, hash }) => ({ chain, number: Number(number), hash }))
}
