import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterIn, databaseName } from './cluster.ts'
import { readPassword, readServerPassword } from './password.ts'
import { serverRole } from './server-role.ts'

/** Returns the connection URL of the product's database in the embedded PostgreSQL. */
export const urlOf = (role: string, password: string, port: number | string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`

/** Returns the connection URL of the embedded PostgreSQL that another process runs on this data directory; null if none does. */
export const runningPostgres = (dataDir: string): string | null => {
  const file = join(clusterIn(dataDir), 'postmaster.pid')
  if (!existsSync(file)) return null
  // Written by PostgreSQL: the lines are process id, directory, start, port.
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim()
  if (!port) return null
  const password = readServerPassword(dataDir)
  // A server from before 0.4.0 has only the superuser.
  return password === null ? urlOf(databaseName, readPassword(dataDir), port) : urlOf(serverRole, password, port)
}
