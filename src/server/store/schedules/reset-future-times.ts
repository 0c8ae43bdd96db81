import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Furthest in the future that each kind of time can be, with a small margin. */
const MINUTE_MS = 60_000
const LEASE_AHEAD_MS = 35_000
const CLAIM_AHEAD_MS = 125_000
const RUN_AHEAD_MS = 5_000
const HELD_BACK_MS = 5_000
const THROTTLED_MS = 15 * MINUTE_MS
/** Wait for a message whose next attempt is unknown: an early attempt does no harm. */
const TRIED_SOON_MS = 5_000
const DAY_MS = 86_400_000

/**
 * Resets times that are further in the future than they can be set, because a clock was ahead when they were written. Runs queued for
 * the future are dropped; their slots will create them again at the right time.
 */
export const resetFutureTimes = async (db: Db, now: number): Promise<void> => {
  await sql`delete from job where source >= 0 and due > ${now + RUN_AHEAD_MS}`.execute(db)
  await sql`update job set lease_until = ${now + LEASE_AHEAD_MS} where lease_until > ${now + LEASE_AHEAD_MS} and due <= ${now}`.execute(
    db,
  )
  await sql`update agent set last_seen = ${now} where last_seen > ${now + MINUTE_MS}`.execute(db)
  await sql`update alert_waiting set until = ${now + HELD_BACK_MS} where until > ${now + HELD_BACK_MS + MINUTE_MS}`.execute(
    db,
  )
  await sql`update throttle set until = least(until, ${now + THROTTLED_MS}::bigint), last = least(last, ${now}::bigint)
    where until > ${now + THROTTLED_MS} or last > ${now + MINUTE_MS}`.execute(db)
  for (const table of [sql`delivery`, sql`mail`])
    await sql`update ${table} set claimed_until = ${now + CLAIM_AHEAD_MS} where state = 0 and claimed_until > ${now + CLAIM_AHEAD_MS}`.execute(
      db,
    )
  await sql`update subscription set next_due = ${now + DAY_MS} where next_due > ${now + 32 * DAY_MS}`.execute(db)
}

/**
 * Retries waiting messages soon after the clock was set back, since it is unknown whether their times were written before that or while
 * the clock was ahead.
 */
export const retrySoon = async (db: Db, now: number): Promise<void> => {
  const soon = now + TRIED_SOON_MS
  for (const table of [sql`delivery`, sql`mail`])
    await sql`update ${table} set next_try = ${soon} where state = 0 and next_try > ${soon}`.execute(db)
}
