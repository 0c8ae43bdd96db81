import { sql } from 'kysely'
import type { Db } from './database.ts'

const SHARDS = 256
/** Sets these locks apart from any other advisory lock of the product. */
const SPACE = 7301

/** The shards of some targets, in the order in which everybody locks them, so that two transactions never wait in a ring. */
const shardsOf = (targetKeys: readonly number[]): number[] =>
  [...new Set(targetKeys.map((key) => key % SHARDS))].sort((a, b) => a - b)

/** Holds off, until the transaction ends, everybody else who sums up or judges alerts of these targets. */
export const lockTargets = async (db: Db, targetKeys: readonly number[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, shard) from unnest(${shardsOf(targetKeys)}::int[]) shard`.execute(
    db,
  )
}
