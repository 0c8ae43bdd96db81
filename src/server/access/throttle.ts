import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'
import { hashOf } from '../store/core/identifiers.ts'

/** A counter of attempts: its name, the free attempts before waits begin, and how fast attempts are forgotten one by one. */
export type Gate = { readonly name: string; readonly free: number; readonly forgetsOneEveryMs: number }

const FIRST_WAIT_MS = 5_000
/** Short enough that nobody is locked out for long, and long enough that guessing is hopeless. */
const LONGEST_WAIT_MS = 15 * 60_000
/** Maximum attempts counted beyond the free ones: more would only take longer to forget. */
const MOST_COUNTED = 10
/** By then every counter is back to zero. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot slip through. Returns the wait (ms), 0 if this attempt may go
 * on. After the free attempts, waits double from 5 s to 15 minutes.
 */
export const countAttempt = async (db: Db, { name, free, forgetsOneEveryMs }: Gate, now: number): Promise<number> => {
  const key = hashOf(name)
  const left = sql`greatest(0, t.tries - (${now} - t.last) / ${forgetsOneEveryMs}::bigint)`
  const { rows } = await sql<{ tries: number }>`
    insert into throttle as t (key, tries, last, until) values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set last = ${now}, tries = least(${free + MOST_COUNTED}::int, ${left} + 1),
      until = ${now} + case when ${left} + 1 > ${free}::int
        then least(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} * power(2, least(${left} - ${free}::int, 20)))::bigint else 0 end
    where t.until <= ${now}
    returning tries`.execute(db)
  if (rows.length > 0) return 0
  const blocked = await db.selectFrom('throttle').select('until').where('key', '=', key).executeTakeFirst()
  return Math.max(1, (blocked?.until ?? now) - now)
}

/** Resets a counter after a successful attempt. */
export const resetAttempts = async (db: Db, { name }: Pick<Gate, 'name'>): Promise<void> => {
  await db.deleteFrom('throttle').where('key', '=', hashOf(name)).execute()
}

/** Uncounts one attempt, leaving those of others at the same counter. */
export const uncountAttempt = async (db: Db, { name }: Pick<Gate, 'name'>): Promise<void> => {
  await db
    .updateTable('throttle')
    .set({ tries: sql<number>`greatest(tries - 1, 0)`, until: 0 })
    .where('key', '=', hashOf(name))
    .execute()
}

/** Deletes old counters. */
export const deleteOldAttempts = (db: Db, now: number) =>
  db
    .deleteFrom('throttle')
    .where('last', '<', now - FORGOTTEN_AFTER_MS)
    .execute()
