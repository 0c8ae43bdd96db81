import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Namespace that separates these from other advisory locks. */
const SPACE = 7305

/**
 * Locks the incidents of projects until the transaction ends, in a fixed order, which avoids deadlocks. Alerts are judged under the locks of
 * their targets, so no target may be locked after this.
 */
export const lockIncidents = async (db: Db, projectKeys: readonly number[]): Promise<void> => {
  const ordered = [...new Set(projectKeys)].sort((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, project_key) from unnest(${ordered}::int[]) project_key`.execute(
    db,
  )
}
