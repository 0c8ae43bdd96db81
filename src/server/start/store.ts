import type { Configuration } from '../configuration.ts'
import { openPostgres } from '../postgres/open.ts'
import { lockDirectory } from '../postgres/owner-lock.ts'
import { prepareDirectory } from '../postgres/prepare-directory.ts'
import { StartProblem } from '../start-problem.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'

export type OpenStore = {
  database: Database
  /** The process id of the embedded PostgreSQL. */
  postgresPid: () => number | null
  close(): Promise<void>
}

const CONNECTIONS = 20

type Io = { log: (line: string) => void; onStep: (step: string) => void }

/** The store, migrated and ready: the PostgreSQL that `DATABASE_URL` names, else the embedded one. */
export const openStore = async (configuration: Configuration, io: Io): Promise<OpenStore> => {
  const source = configuration.databaseUrl === null ? await embedded(configuration, io) : await external(configuration)
  try {
    io.onStep('Preparing the store')
    await migrateOrSay(source.url, configuration.databaseUrl !== null)
    const database = openDatabase(source.url, { connections: CONNECTIONS })
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

type Source = { url: string; pid: () => number | null; stop: () => Promise<void> }

const embedded = async ({ dataDir }: Configuration, { log, onStep }: Io): Promise<Source> => {
  const postgres = await openPostgres({ dataDir, log, onStep })
  postgres.onExit(() => log('PostgreSQL ended unasked; it is started again.'))
  return { url: postgres.url, pid: () => postgres.pid(), stop: () => postgres.stop() }
}

const external = async ({ dataDir, databaseUrl }: Configuration): Promise<Source> => {
  const lock = await lockDirectory(prepareDirectory(dataDir))
  return { url: databaseUrl ?? '', pid: () => null, stop: () => lock.release() }
}

const migrateOrSay = async (url: string, isExternal: boolean): Promise<void> => {
  try {
    await migrate(url)
  } catch (cause) {
    if (!isExternal) throw cause
    throw new StartProblem(
      `The PostgreSQL that DATABASE_URL names cannot be used: ${(cause as Error).message || String(cause)}.`,
    )
  }
}
