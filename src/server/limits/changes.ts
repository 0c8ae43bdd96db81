import { sql } from 'kysely'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import { type Caller, isUnconfirmed } from '../access/caller.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { hashOf } from '../store/core/identifiers.ts'

/** An unconfirmed account that has made as many changes as it may gets another one this often. */
const ANOTHER_AFTER_MS = 5 * 60_000

/**
 * Counts a change by a caller whose email address is not confirmed; null if it may be made. It is counted in the store, so that several
 * servers allow no more than one; others cost no question to the store. `most`: changes at once, null for no limit.
 */
export const countChange = async (
  db: Db,
  most: number | null,
  { effect }: AnyEndpoint,
  caller: Caller,
  now: number,
): Promise<Refusal | null> => {
  if (effect === 'read' || most === null || !isUnconfirmed(caller)) return null
  const waitMs = await takeChange(db, caller.accountId, most, now)
  return waitMs === 0
    ? null
    : new Refusal(
        429,
        'too_many_requests',
        `Until your email address is confirmed, you can make ${most} changes, and one more every five minutes. Open the link that was mailed to ${caller.unconfirmed}.`,
        { retryAfterSeconds: Math.ceil(waitMs / 1000) },
      )
}

/**
 * Takes one of an account's changes and returns 0, or the wait for the next one (ms). `tries` are the changes that count, and `last` is the
 * time up to which they were forgotten, in whole steps: counting often must not forget less.
 */
const takeChange = async (db: Db, accountId: string | null, most: number, now: number): Promise<number> => {
  const key = hashOf(`changes of ${accountId}`)
  const steps = sql`greatest(0, (${now} - t.last) / ${ANOTHER_AFTER_MS}::bigint)`
  const left = sql`greatest(0, t.tries - ${steps})`
  const taken = await sql`
    insert into throttle as t (key, tries, last, until) values (${key}, 1, ${now}, 0)
    on conflict (key) do update set tries = ${left} + 1,
      last = case when ${left} = 0 then ${now} else t.last + ${steps} * ${ANOTHER_AFTER_MS}::bigint end
    where ${left} < ${most}::int
    returning tries`.execute(db)
  if (taken.rows.length > 0) return 0
  const counted = await db.selectFrom('throttle').select(['last', 'tries']).where('key', '=', key).executeTakeFirst()
  if (!counted) return 1
  return Math.max(1, counted.last + (counted.tries - most + 1) * ANOTHER_AFTER_MS - now)
}
