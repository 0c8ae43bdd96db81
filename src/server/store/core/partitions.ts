import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from './database.ts'

/** Results are kept for 13 months; result details, stored bodies, pictures and alert decisions for 30 days. */
const RESULT_DAYS = 396
export const DETAIL_DAYS = 30
const AHEAD_DAYS = 3

const TABLES = {
  result: RESULT_DAYS,
  result_detail: DETAIL_DAYS,
  result_body: DETAIL_DAYS,
  result_picture: DETAIL_DAYS,
  alert_decision: DETAIL_DAYS,
} as const
const SPACE = 7302

/** The due time from which all results are kept. Before it, only sums are certain to be there. */
export const resultsSince = (now: number): number => periodStart('DAY', now) - RESULT_DAYS * DAY_MS

const nameOf = (table: string, day: number): string =>
  `${table}_${new Date(day).toISOString().slice(0, 10).replace(/-/g, '')}`

/** Creates missing partitions for these days. */
const makeDays = async (db: Db, days: readonly number[]): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // Prevents conflicts between servers that create the same partition.
    await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, 0)`.execute(tx)
    for (const day of days)
      for (const table of Object.keys(TABLES))
        await sql`create table if not exists ${sql.id(nameOf(table, day))} partition of ${sql.id(table)}
          for values from (${sql.lit(day)}) to (${sql.lit(day + DAY_MS)})`.execute(tx)
  })
}

/** PostgreSQL's error code for a lock timeout. */
const LOCKED = '55P03'

/**
 * Drops a partition unless a backup is reading it: waiting for the backup would block all writes to the table. Returns whether it is
 * gone; otherwise the next upkeep tries again.
 */
const dropSoon = async (db: Db, name: string): Promise<boolean> => {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '200ms'`.execute(tx)
      await sql`drop table ${sql.id(name)}`.execute(tx)
    })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === LOCKED) return false
    throw cause
  }
}

export type Partitions = {
  /** Creates partitions for results due at these times; returns the times that are too old or too far ahead. */
  cover(dueTimes: readonly number[], now: number): Promise<Set<number>>
  /** Creates the partitions of the coming days and drops expired ones. */
  maintain(now: number): Promise<void>
}

export const partitionsOf = (db: Db): Partitions => {
  const known = new Set<number>()
  const ensure = async (days: Iterable<number>) => {
    const missing = [...new Set(days)].filter((day) => !known.has(day))
    if (missing.length === 0) return
    await makeDays(db, missing)
    for (const day of missing) known.add(day)
  }
  return {
    async cover(dueTimes, now) {
      const today = periodStart('DAY', now)
      const outside = new Set(
        dueTimes.filter((due) => due < today - RESULT_DAYS * DAY_MS || due >= today + AHEAD_DAYS * DAY_MS),
      )
      await ensure(dueTimes.filter((due) => !outside.has(due)).map((due) => periodStart('DAY', due)))
      return outside
    },
    async maintain(now) {
      const today = periodStart('DAY', now)
      await ensure(Array.from({ length: AHEAD_DAYS + 1 }, (_, index) => today + (index - 1) * DAY_MS))
      for (const [table, days] of Object.entries(TABLES)) {
        const oldest = nameOf(table, today - days * DAY_MS)
        const { rows } = await sql<{ name: string }>`
          select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ${table}::regclass and c.relname < ${oldest}`.execute(db)
        for (const { name } of rows) if (!(await dropSoon(db, name))) break
      }
      // Some of these partitions may just have been dropped; late results create them again.
      for (const day of known) if (day < today - DETAIL_DAYS * DAY_MS) known.delete(day)
    },
  }
}
