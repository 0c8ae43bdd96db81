import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../src/server/store/core/tables.ts'
import { eventually } from './eventually.ts'

/**
 * Resolves once something of this database waits for a lock. Tests share one PostgreSQL, and those of other databases wait for locks of
 * their own.
 */
export const waitsForLock = async (db: Kysely<Tables>): Promise<void> => {
  await eventually(async () => {
    const { rows } = await sql`select from pg_locks where not granted
      and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    return rows.length > 0
  })
}
