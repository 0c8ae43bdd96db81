import { sql } from 'kysely'
import type { Db } from '../../src/server/store/core/database.ts'

/** Runs reads in a transaction, and counts the results that they fetch through indexes, as PostgreSQL counts them. */
export const countingResults = <Value>(
  db: Db,
  work: (tx: Db) => Promise<Value>,
): Promise<{ value: Value; touched: number }> =>
  db.transaction().execute(async (tx) => {
    // A test has so few results that reading all of them would be cheaper.
    await sql`set local enable_seqscan = off`.execute(tx)
    // What this connection read before may not have been reported yet, and is counted with it.
    const before = await touchedBy(tx)
    const value = await work(tx)
    return { value, touched: (await touchedBy(tx)) - before }
  })

const touchedBy = async (tx: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(pg_stat_get_xact_tuples_fetched(oid)), 0)::int as count from (
      select inhrelid as oid from pg_inherits where inhparent = 'result'::regclass union all
      select i.indexrelid from pg_index i join pg_inherits p on p.inhrelid = i.indrelid and p.inhparent = 'result'::regclass) read`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
