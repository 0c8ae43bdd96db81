import type { Configuration } from '../configuration.ts'
import { openPostgres } from '../postgres/open.ts'
import { runningPostgres } from '../postgres/running.ts'
import { StartProblem } from '../start-problem.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import type { Sealing } from '../store/sealing.ts'
import { openSealing } from './installation.ts'

const CONNECTIONS = 4

type Io = { log: (line: string) => void; onStep: (step: string) => void }

/** The store for a piece of work beside the server: where one runs on this data directory, its PostgreSQL is used, else it is started for the while. */
export const openStoreBeside = async (
  { databaseUrl, dataDir, secretKey }: Configuration,
  io: Io,
): Promise<{ database: Database; sealing: Sealing; close(): Promise<void> }> => {
  const source = databaseUrl === null ? await embedded(dataDir, io) : { url: databaseUrl, stop: async () => {} }
  try {
    await migrate(source.url)
    const database = openDatabase(source.url, { connections: CONNECTIONS })
    return {
      database,
      sealing: await openSealing(database.db, dataDir, secretKey),
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

const embedded = async (dataDir: string, io: Io): Promise<{ url: string; stop(): Promise<void> }> => {
  try {
    return await openPostgres({ dataDir, ...io })
  } catch (cause) {
    const url = cause instanceof StartProblem ? runningPostgres(dataDir) : null
    if (url === null) throw cause
    return { url, stop: async () => {} }
  }
}
