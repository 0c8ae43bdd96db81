import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Returns how many more monitors a project may have; null without a limit. */
export const monitorsLeft = async (db: Db, projectKey: number, most: number | null): Promise<number | null> => {
  if (most === null) return null
  // Without the lock, two concurrent requests would both count the same free place.
  await sql`select pg_advisory_xact_lock(hashtextextended('monitors ' || ${projectKey}::int, 1))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from object where project_key = ${projectKey} and kind = 'monitor'`.execute(db)
  return Math.max(0, most - (rows[0]?.count ?? 0))
}
