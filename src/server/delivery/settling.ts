import { sql } from 'kysely'
import { arrayColumn } from '../store/core/array-columns.ts'
import type { Database, Db } from '../store/core/database.ts'
import type { Claimed } from './claim.ts'

/** The outcome of one attempt, as it is stored. `next`: when the next one is due; null if there is none. */
export type Settled = {
  readonly delivery: Pick<Claimed, 'key' | 'webhook_key' | 'target_key' | 'recipient'>
  readonly state: number
  readonly httpCode: number | null
  readonly error: string | null
  readonly next: number | null
}

export type Settling = {
  /** Resolves when the outcome is stored for good. */
  settle(settled: Settled): Promise<void>
}

type Waiting = { readonly settled: Settled; readonly done: () => void; readonly failed: (cause: unknown) => void }

/** Stores the outcomes of attempts: those that end while the ones before are being stored form one transaction. */
export const openSettling = (database: Database, clock: () => number): Settling => {
  let queue: Waiting[] = []
  let isRunning = false
  const store = async (batch: readonly Waiting[]): Promise<void> => {
    const all = batch.map(({ settled }) => settled)
    try {
      await database.db.transaction().execute((db) => storeSettled(db, all, clock()))
      for (const { done } of batch) done()
    } catch (cause) {
      // One outcome that cannot be stored must not keep the others from being stored.
      if (batch.length > 1) for (const one of batch) await store([one])
      else for (const { failed } of batch) failed(cause)
    }
  }
  const drain = async () => {
    isRunning = true
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await store(batch)
    }
    isRunning = false
  }
  return {
    settle: (settled) =>
      new Promise((done, failed) => {
        queue.push({ settled, done, failed })
        if (!isRunning) void drain()
      }),
  }
}

/** Stores outcomes, and moves the deliveries that wait behind these to their next attempt, or to now. */
const storeSettled = async (db: Db, settled: readonly Settled[], now: number): Promise<void> => {
  const keys = arrayColumn(settled.map(({ delivery }) => delivery.key))
  const rows = JSON.stringify(
    settled.map(({ delivery, state, httpCode, error, next }) => ({
      k: delivery.key,
      w: delivery.webhook_key,
      t: delivery.target_key,
      a: delivery.recipient,
      s: state,
      h: httpCode,
      e: error,
      n: next,
      f: next ?? now,
    })),
  )
  // The keys again, as a condition of their own, keep the planner on the index.
  await sql`update delivery set state = s, http_code = h, error = e, claimed_until = null, next_try = n
    from json_to_recordset(${rows}::json) as row(k bigint, s smallint, h smallint, e text, n bigint)
    where key = k and key = any(${keys}::bigint[])`.execute(db)
  // An offset of 0 lets each line be found by the index on lines.
  const { rows: behind } = await sql<{ key: number; follows: number }>`
    select q.key, f as follows from json_to_recordset(${rows}::json) as row(k bigint, w int, t int, a text, f bigint)
    cross join lateral (
      select d.key from delivery d where d.state = 0 and d.webhook_key = w and d.target_key = t
        and d.recipient is not distinct from a and d.key > k and d.claimed_until is null and d.next_try <> f offset 0) q`.execute(
    db,
  )
  if (behind.length === 0) return
  const ofBehind = arrayColumn(behind.map(({ key }) => key))
  await sql`update delivery set next_try = follows
    from unnest(${ofBehind}::bigint[], ${arrayColumn(behind.map(({ follows }) => follows))}::bigint[]) row(k, follows)
    where key = k and key = any(${ofBehind}::bigint[])`.execute(db)
}
