import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { StartProblem } from '../start-problem.ts'
import { migrateWithin } from '../store/core/migrate.ts'
import { applySettings, assignments, LONG_WORK } from '../store/core/session-settings.ts'
import type { Tables } from '../store/core/tables.ts'
import type { Manifest, TableFile } from './manifest.ts'

/** Kysely on one open connection, which it does not close. */
const kyselyOn = (client: Client): Kysely<Tables> => {
  const single = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => single as never, end: async () => {} } }),
  })
}

const isEmpty = async (client: Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  )
  return rowCount === 0
}

type Constraint = { table: string; name: string; definition: string }

/** Disables triggers, whose effects are in the backup. Returns the statements that enable them again. */
const pauseTriggers = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ table: string }>(
    `select distinct t.tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`)
  return rows.map(({ table }) => `alter table ${table} enable trigger user`)
}

/**
 * Drops constraints that would fail during the copy: foreign keys, which need a certain order, and unvalidated checks, which older rows
 * may violate. Returns the statements that restore them.
 */
const loosenConstraints = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
       and (contype = 'f' or (contype = 'c' and not convalidated))`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

// Tables are always qualified with their schema: the manifest names them, and a superuser could otherwise write to system tables.

/** Deletes rows that migrations insert into a new database; the backup contains them. */
const removeSeeds = async (client: Client, tables: readonly TableFile[]): Promise<void> => {
  for (const { table, partition } of tables) {
    if (partition !== null) continue
    const { rowCount } = await client.query(`select from public."${table}" limit 1`)
    if (rowCount) await client.query(`delete from public."${table}"`)
  }
}

const copyIn = async (
  client: Client,
  dir: string,
  { table, partition, columns, file, rows }: TableFile,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  if (partition !== null)
    await client.query(
      `create table public."${table}" partition of public."${partition.of}" for values from (${partition.from}) to (${partition.to})`,
    )
  const copy = client.query(from(`copy public."${table}" ("${columns.join('", "')}") from stdin (format binary)`))
  const source = createReadStream(join(dir, file))
  source.on('data', (chunk) => onBytes(chunk.length))
  await pipeline(source, createGunzip(), copy)
  if (copy.rowCount !== rows) throw new Error(`${table}: restored ${copy.rowCount} of ${rows} rows`)
}

/**
 * Restores a verified backup into the empty database at `url`, in one transaction. Runs the migrations up to the backup's; the next
 * start runs the rest.
 */
export const fillFromBackup = async (options: {
  url: string
  dir: string
  manifest: Manifest
  /** Name of the target in error messages. */
  place: string
  /** Called last, just before the commit. */
  beforeCommit: () => void
  show: (done: number, of: number) => void
  signal?: AbortSignal | undefined
}): Promise<void> => {
  const { url, dir, manifest, signal } = options
  const client = new Client({ connectionString: url, application_name: 'sonde restore' })
  client.on('error', () => undefined)
  const abort = () => void client.end()
  signal?.addEventListener('abort', abort)
  try {
    await client.connect()
    await applySettings(client, LONG_WORK)
    await client.query(`begin;${assignments('set local', LONG_WORK)}`)
    if (!(await isEmpty(client)))
      throw new StartProblem(
        `${options.place} is not empty, and a restore never overwrites data: set SONDE_DATA_DIR or DATABASE_URL to an empty one.`,
      )
    await migrateWithin(kyselyOn(client), manifest.migration)
    await removeSeeds(client, manifest.tables)
    const statements = [...(await loosenConstraints(client)), ...(await pauseTriggers(client))]
    const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    for (const table of manifest.tables)
      await copyIn(client, dir, table, (bytes) => {
        done += bytes
        options.show(done, total)
      })
    for (const statement of statements) await client.query(statement)
    for (const { name, last } of manifest.sequences)
      await client.query('select setval(quote_ident($1)::regclass, $2)', [name, last])
    // Leases are void: their agents report to another server, or no longer exist.
    await client.query('update job set lease_until = null, agent_id = null')
    signal?.throwIfAborted()
    options.beforeCommit()
    await client.query('commit')
    // The restore is complete: autovacuum gathers these statistics if this fails.
    await client.query('analyze').catch(() => undefined)
  } catch (cause) {
    if (signal?.aborted) throw new StartProblem('The restore was interrupted; nothing was changed.', { cause })
    throw cause
  } finally {
    signal?.removeEventListener('abort', abort)
    await client.end()
  }
}
