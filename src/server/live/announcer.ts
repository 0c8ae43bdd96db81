import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'

export const CHANNEL = 'sonde_events'
const AT_MOST_EVERY_MS = 50

/**
 * Returns a function that notifies all servers of new events. Call it after the commit: within the transaction, NOTIFY would make the
 * commits of all servers wait for each other. Notifies at most every 50 ms; a lost notification is covered by the hub's own polling.
 */
export const announcer = (db: Db): (() => void) => {
  let isPaused = false
  let isPending = false
  const announce = () => {
    if (isPaused) {
      isPending = true
      return
    }
    isPaused = true
    sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch(() => {})
    setTimeout(() => {
      isPaused = false
      if (isPending) {
        isPending = false
        announce()
      }
    }, AT_MOST_EVERY_MS).unref()
  }
  return announce
}
