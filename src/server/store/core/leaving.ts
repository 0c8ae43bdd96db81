import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { doing } from './kinds-of-work.ts'

const leaving = new AsyncLocalStorage<AbortSignal>()

/** Does the work of a request whose client leaves when the signal is aborted. */
export const forClient = <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
  leaving.run(signal, work)

/** Whether nobody waits for the answer of the current request any more. */
export const hasLeft = (): boolean => leaving.getStore()?.aborted === true

/**
 * Runs reads that see the store as of one moment, with the limits of figures. PostgreSQL cancels the statement that is under way when the
 * client of the current request leaves.
 */
export const readForClient = <Value>(db: Db, work: (snapshot: Db) => Promise<Value>): Promise<Value> =>
  doing('figures', () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(snapshot)
        return untilClientLeaves(db, snapshot, rows[0]?.pid ?? 0, () => work(snapshot))
      }),
  )

/**
 * Runs reads in the open transaction `tx` of the process `pid`. `db` is another way to the same database. The connection is free of the
 * cancellation when this ends, so that it never meets the statement of its next user.
 */
const untilClientLeaves = async <Value>(db: Db, tx: Db, pid: number, work: () => Promise<Value>): Promise<Value> => {
  const signal = leaving.getStore()
  if (!signal) return work()
  let cancelled: Promise<unknown> | null = null
  const cancel = () => {
    cancelled = sql`select pg_cancel_backend(${pid})`.execute(db).catch(() => {})
  }
  if (signal.aborted) throw signal.reason
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    if (cancelled) {
      await cancelled
      // Takes the cancellation where it comes only now; within a failed transaction it fails anyway.
      await sql`select 1`.execute(tx).catch(() => {})
    }
  }
}
