import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from './database.ts'
import { partitionName } from './partition-making.ts'
import { SERVING } from './session-settings.ts'

/** Late results are rare this long after the day. */
const SETTLED_AFTER_MS = 2 * HOUR_MS
/** Older partitions stay as they are: packing them all after an update would keep the disk busy. */
const NEWEST_DAYS = 40
/** Lock that only one server holds while it packs. */
const SPACE = 7304
/** A backup that reads the results is not waited for: the next turn tries again. */
const WAIT_MS = 2_000
const LOCKED = '55P03'

/** Marks an index as packed: nothing else sets it. */
const FULL = 'fillfactor=100'

/**
 * Packs an index of results of a day that is over, and returns whether there may be more. Results of all monitors arrive by due time, so
 * the pages of an index by monitor are split in the middle, and stay half empty. Reads and writes go on meanwhile.
 */
export const packIndexes = async (db: Db, now: number): Promise<boolean> => {
  const today = periodStart('DAY', now - SETTLED_AFTER_MS)
  const [oldest, end] = [partitionName('result', today - NEWEST_DAYS * DAY_MS), partitionName('result', today)]
  return db.connection().execute(async (one) => {
    const { rows: locks } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(${sql.lit(SPACE)}, 0) as held`.execute(one)
    if (!locks[0]?.held) return false
    try {
      const { rows } = await sql<{ name: string }>`
        select i.relname as name from pg_inherits p join pg_class t on t.oid = p.inhrelid
          join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
        where p.inhparent = 'result'::regclass and t.relname >= ${oldest} and t.relname < ${end} and x.indisvalid
          and not coalesce(i.reloptions, '{}') @> array[${FULL}]
        order by t.relname desc, i.relname limit 1`.execute(one)
      const [index] = rows
      if (!index) return false
      await pack(one, index.name)
      return true
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === LOCKED) return false
      throw cause
    } finally {
      await sql`set lock_timeout = ${sql.lit(SERVING.lock_timeout)}`.execute(one)
      await sql`set statement_timeout = ${sql.lit(SERVING.statement_timeout)}`.execute(one)
      await sql`select pg_advisory_unlock(${sql.lit(SPACE)}, 0)`.execute(one)
    }
  })
}

const pack = async (one: Db, name: string): Promise<void> => {
  await sql`set lock_timeout = ${sql.lit(WAIT_MS)}`.execute(one)
  await sql`set statement_timeout = 0`.execute(one)
  await dropRemains(one)
  // A later insert into a full page splits it, as ever.
  await sql`alter index ${sql.id(name)} set (fillfactor = 100)`.execute(one)
  try {
    await sql`reindex index concurrently ${sql.id(name)}`.execute(one)
  } catch (cause) {
    await sql`alter index ${sql.id(name)} reset (fillfactor)`.execute(one)
    throw cause
  }
}

/** Drops copies of indexes that an interrupted turn left. */
const dropRemains = async (one: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name from pg_inherits p join pg_index x on x.indrelid = p.inhrelid join pg_class i on i.oid = x.indexrelid
    where p.inhparent = 'result'::regclass and not x.indisvalid and i.relname ~ '_cc(new|old)[0-9]*$'`.execute(one)
  for (const { name } of rows) await sql`drop index if exists ${sql.id(name)}`.execute(one)
}
