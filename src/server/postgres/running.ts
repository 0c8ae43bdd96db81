import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterIn, databaseName } from './cluster.ts'
import { readPassword, readServerPassword } from './password.ts'
import { serverRole } from './server-role.ts'

/** The address of the product's database in the embedded PostgreSQL. */
export const urlOf = (role: string, password: string, port: number | string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`

/** The address of the embedded PostgreSQL that another process of this computer runs on a data directory; null where none does. */
export const runningPostgres = (dataDir: string): string | null => {
  const file = join(clusterIn(dataDir), 'postmaster.pid')
  if (!existsSync(file)) return null
  // PostgreSQL's own file: process id, directory, start, port.
  const port = readFileSync(file, 'utf8').split('\n')[3]?.trim()
  if (!port) return null
  const password = readServerPassword(dataDir)
  // A server of before 0.4.0 that still runs has the superuser alone.
  return password === null ? urlOf(databaseName, readPassword(dataDir), port) : urlOf(serverRole, password, port)
}
