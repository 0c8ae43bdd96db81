import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/store/core/database.ts'
import { migrateWithin } from '../../src/server/store/core/migrate.ts'
import { emptyDatabase, rowsOf } from '../backup/commands.ts'

/**
 * The last migration of each released version. `VERSION.sql` beside this file holds the rows that the server of that version
 * itself wrote on 15 January 2026: two monitors that carry a secret, a schedule, a webhook, and four results, one of them a failure.
 */
export const releases: Readonly<Record<string, string>> = {
  '0.1.0': '0001-first',
  '0.2.0': '0004-answered',
  '0.3.0': '0013-delivery-lines',
  '0.4.0': '0016-access',
}

/** The secret key of these rows. */
export const FIXTURE_KEY = 'the-key-of-the-fixtures-0123456789'

/** Makes a database as that version left it, for one test. */
export const databaseOf = async (version: string): Promise<string> => {
  const fresh = await emptyDatabase()
  onTestFinished(fresh.drop)
  const database = openDatabase(fresh.url, { connections: 1 })
  await migrateWithin(database.db, releases[version] ?? '')
  await database.close()
  const rows = readFileSync(join(import.meta.dirname, `${version}.sql`), 'utf8')
  // The rows are in the order of their tables' names.
  await rowsOf(fresh.url, `set session_replication_role = replica;\n${rows}`)
  return fresh.url
}
