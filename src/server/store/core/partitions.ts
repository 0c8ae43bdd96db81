import { sql } from 'kysely'
import { BODY_DAYS, RESULT_DAYS } from '../../../contract/core/retention-days.ts'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import { keptFrom } from '../../../domain/core/retention.ts'
import type { Db } from './database.ts'
import { recordClock } from './expiry-clock.ts'
import { makePartitions, partitionName } from './partition-making.ts'

export const AHEAD_DAYS = 3

const TABLES = {
  result: RESULT_DAYS,
  result_detail: BODY_DAYS,
  result_body: BODY_DAYS,
  result_picture: BODY_DAYS,
  alert_decision: BODY_DAYS,
} as const

/** The due time from which all results are kept. Before it, only sums are certain to be there. */
export const resultsSince = (now: number): number => keptFrom(RESULT_DAYS, now)

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
      // Another server of the same store may just have dropped it.
      await sql`drop table if exists ${sql.id(name)}`.execute(tx)
    })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === LOCKED) return false
    throw cause
  }
}

/** PostgreSQL's error code for a row that fits no partition. */
const NO_PARTITION = '23514'

/** Whether a row could not be stored because its partition has gone, such as one that an operator dropped. */
export const isWithoutPartition = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === NO_PARTITION && cause.message.startsWith('no partition')

export type Partitions = {
  /** Creates partitions for results due at these times; returns the times that are too old or too far ahead. */
  cover(dueTimes: readonly number[], now: number): Promise<Set<number>>
  /** Forgets which partitions there are, so that `cover` looks again. */
  forget(): void
  /**
   * Creates the partitions of the coming days and drops expired ones. After the clock has jumped ahead, nothing is dropped for a day, so
   * that it can be set right.
   */
  maintain(now: number): Promise<void>
}

export const partitionsOf = (db: Db): Partitions => {
  const known = new Set<number>()
  const ensure = async (days: Iterable<number>) => {
    const missing = [...new Set(days)].filter((day) => !known.has(day))
    if (missing.length === 0) return
    await makePartitions(db, Object.keys(TABLES), missing)
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
    forget: () => known.clear(),
    async maintain(now) {
      const today = periodStart('DAY', now)
      // A partition may have gone since it was made.
      known.clear()
      await ensure(Array.from({ length: AHEAD_DAYS + 1 }, (_, index) => today + (index - 1) * DAY_MS))
      if (!(await recordClock(db, now))) return
      for (const [table, days] of Object.entries(TABLES)) {
        const oldest = partitionName(table, today - days * DAY_MS)
        const { rows } = await sql<{ name: string }>`
          select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ${table}::regclass and c.relname < ${oldest}`.execute(db)
        for (const { name } of rows) if (!(await dropSoon(db, name))) break
      }
      // Some of these partitions may just have been dropped; late results create them again.
      known.clear()
    },
  }
}
