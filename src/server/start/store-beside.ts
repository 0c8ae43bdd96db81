import { existsSync } from 'node:fs'
import type { Configuration } from '../configuration.ts'
import { clusterIn } from '../postgres/cluster.ts'
import { openPostgres } from '../postgres/open.ts'
import { runningPostgres } from '../postgres/running.ts'
import { StartProblem } from '../start-problem.ts'
import { type Database, openDatabase } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { backUpBeforeMigration } from './before-migration.ts'
import { atDatabaseUrl } from './external-database.ts'
import { openSecretCipher } from './installation.ts'
import { prepareSchema } from './prepare-schema.ts'

const CONNECTIONS = 4

type Io = { log: (line: string) => void; onStep: (step: string) => void; clock: () => number }
type Source = { url: string; stop(): Promise<void> }

/** Opens the store for work outside the server: uses the PostgreSQL of a server that runs on this data directory, else starts it. */
export const openStoreBeside = async (
  configuration: Configuration,
  io: Io,
): Promise<{ database: Database; sealing: SecretCipher; close(): Promise<void> }> => {
  const { databaseUrl, dataDir, secretKey } = configuration
  const source = databaseUrl === null ? await embedded(dataDir, io) : { url: databaseUrl, stop: async () => {} }
  try {
    if (databaseUrl !== null) await atDatabaseUrl(() => prepareSchema(source.url, async () => {}))
    else await prepareSchema(source.url, (state) => backUpBeforeMigration(source.url, configuration, state, io))
    const database = openDatabase(source.url, { connections: CONNECTIONS })
    return {
      database,
      sealing: await openSecretCipher(database.db, dataDir, secretKey),
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

/** Opens the database of an installation without migrating it, also while its server runs; null where there is no installation. */
export const openDatabaseBeside = async ({ databaseUrl, dataDir }: Configuration, io: Io): Promise<Source | null> => {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} }
  return existsSync(clusterIn(dataDir)) ? embedded(dataDir, io) : null
}

const embedded = async (dataDir: string, io: Io): Promise<Source> => {
  try {
    return await openPostgres({ dataDir, ...io })
  } catch (cause) {
    const url = cause instanceof StartProblem ? runningPostgres(dataDir) : null
    if (url === null) throw cause
    return { url, stop: async () => {} }
  }
}
