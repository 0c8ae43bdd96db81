import { sql } from 'kysely'
import type { Db } from './database.ts'

const SHARDS = 256
/** Namespace that separates these from other advisory locks. */
const SPACE = 7301

/** Returns the lock shards of targets in a fixed order, which avoids deadlocks. */
const shardsOf = (targetKeys: readonly number[]): number[] =>
  [...new Set(targetKeys.map((key) => key % SHARDS))].sort((a, b) => a - b)

/** Locks these targets for rollups and alert decisions until the transaction ends. */
export const lockTargets = async (db: Db, targetKeys: readonly number[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, shard) from unnest(${shardsOf(targetKeys)}::int[]) shard`.execute(
    db,
  )
}
