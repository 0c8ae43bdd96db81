import { sql } from 'kysely'
import type { Configuration } from '../configuration.ts'
import { openPostgres } from '../postgres/open.ts'
import { lockDirectory } from '../postgres/owner-lock.ts'
import { prepareDirectory } from '../postgres/prepare-directory.ts'
import { type Database, type Db, openDatabase } from '../store/core/database.ts'
import { backUpBeforeMigration } from './before-migration.ts'
import { atDatabaseUrl } from './external-database.ts'
import { prepareSchema } from './prepare-schema.ts'

export type OpenStore = {
  database: Database
  /** The process id of the embedded PostgreSQL. */
  postgresPid: () => number | null
  close(): Promise<void>
}

const CONNECTIONS = 20

type Io = { log: (line: string) => void; onStep: (step: string) => void; clock: () => number; signal?: AbortSignal }

/** Opens the migrated store: the PostgreSQL at `DATABASE_URL`, else the embedded one. */
export const openStore = async (configuration: Configuration, io: Io): Promise<OpenStore> => {
  const source = configuration.databaseUrl === null ? await embedded(configuration, io) : await external(configuration)
  try {
    io.onStep('Preparing the store')
    // The operator backs up an external database.
    if (configuration.databaseUrl !== null) await atDatabaseUrl(() => prepareSchema(source.url, async () => {}))
    else await prepareSchema(source.url, (state) => backUpBeforeMigration(source.url, configuration, state, io))
    const database = openDatabase(source.url, { connections: CONNECTIONS })
    if (await isSuperuser(database.db))
      io.log('The role in DATABASE_URL is a superuser. A role that owns the database is enough, and safer.')
    await database.checkSessions()
    const lost = database.lostSettings()
    if (lost.length > 0) io.log(lostSentence(lost))
    return {
      database,
      postgresPid: source.pid,
      close: async () => {
        await database.close()
        await source.stop()
      },
    }
  } catch (cause) {
    await source.stop()
    throw cause
  }
}

const lostSentence = (names: readonly string[]): string =>
  `DATABASE_URL leads to a PostgreSQL that does not keep settings of a connection (${names.join(', ')}), so that runs may start late and a frozen server may block the others. A pooler such as PgBouncer must use its mode “session”.`

const isSuperuser = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ rolsuper: boolean }>`select rolsuper from pg_roles where rolname = current_user`.execute(
    db,
  )
  return rows[0]?.rolsuper === true
}

type Source = { url: string; pid: () => number | null; stop: () => Promise<void> }

const embedded = async ({ dataDir }: Configuration, { log, onStep, signal }: Io): Promise<Source> => {
  const postgres = await openPostgres({ dataDir, log, onStep, ...(signal && { signal }) })
  postgres.onExit(() => log('PostgreSQL exited unexpectedly and is being restarted.'))
  return { url: postgres.url, pid: () => postgres.pid(), stop: () => postgres.stop() }
}

const external = async ({ dataDir, databaseUrl }: Configuration): Promise<Source> => {
  const lock = await lockDirectory(prepareDirectory(dataDir))
  return { url: databaseUrl ?? '', pid: () => null, stop: () => lock.release() }
}
