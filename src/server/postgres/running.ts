import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterIn, databaseName } from './cluster.ts'
import { readPassword } from './password.ts'

/** The address of the embedded PostgreSQL that another process of this computer runs on a data directory; null where none does. */
export const runningPostgres = (dataDir: string): string | null => {
  const file = join(clusterIn(dataDir), 'postmaster.pid')
  if (!existsSync(file)) return null
  // PostgreSQL's own file: process id, directory, start, port.
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim()
  return port ? `postgres://${databaseName}:${readPassword(dataDir)}@127.0.0.1:${port}/${databaseName}` : null
}
