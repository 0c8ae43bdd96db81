import { Client } from 'pg'
import { readConfiguration } from '../../src/server/configuration.ts'
import { runBackup } from '../../src/server/start/backup.ts'
import { runRestore } from '../../src/server/start/restore.ts'
import { freshDatabase } from '../support/postgres.ts'

type Env = Record<string, string>

const running =
  (run: typeof runBackup) =>
  async (
    env: Env,
    words: readonly string[],
    more: { signal?: AbortSignal; show?: () => void; label?: (label: string) => void } = {},
  ): Promise<string> => {
    const said: string[] = []
    await run(words, () => readConfiguration(env, () => {}), {
      say: (text) => said.push(text),
      log: () => {},
      clock: Date.now,
      progress: (label) => {
        more.label?.(label)
        return { show: more.show ?? (() => {}), end: () => 0 }
      },
      signal: more.signal ?? new AbortController().signal,
    })
    return said.join('\n')
  }

/** Runs `sonde backup` and `sonde restore` in this process; returns their output. */
export const backup = running(runBackup)
export const restore = running(runRestore)

/** Runs a query on its own connection. */
export const rowsOf = async <Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** An empty database. */
export const emptyDatabase = async () => {
  const database = await freshDatabase()
  await rowsOf(database.url, 'drop schema public cascade; create schema public')
  return database
}

/** A checksum of the rows of each table that has any, independent of order. */
export const sumsOf = async (url: string): Promise<Record<string, string>> => {
  const tables = await rowsOf<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('kysely_migration', 'kysely_migration_lock', 'event') order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await rowsOf<{ count: string; sum: string }>(
      url,
      `select count(*), md5(string_agg(t::text, ' ' order by t::text)) as sum from "${name}" t`,
    )
    if (row && Number(row.count) > 0) sums[name] = `${row.count} rows, ${row.sum}`
  }
  return sums
}

/** Everything that must be equal in two databases of one schema. */
export const schemaOf = async (url: string): Promise<unknown[]> => [
  await rowsOf(
    url,
    `select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`,
  ),
  // A running server packs indexes of past days: a copy stands beside the index meanwhile, and it is marked as full afterwards.
  await rowsOf(
    url,
    `select regexp_replace(indexdef, ' WITH .fillfactor=.100..', '') as indexdef from pg_indexes
     where schemaname = 'public' and indexname !~ '_cc(new|old)[0-9]*$' and indexdef is not null order by 1`,
  ),
  await rowsOf(
    url,
    'select tgrelid::regclass::text as on, tgname from pg_trigger where not tgisinternal order by 1, 2',
  ),
  await rowsOf(
    url,
    "select sequencename, last_value from pg_sequences where sequencename not like 'event%' order by 1",
  ),
]
