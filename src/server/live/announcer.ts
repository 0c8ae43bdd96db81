import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'

export const CHANNEL = 'sonde_events'
const AT_MOST_EVERY_MS = 50

/**
 * Makes the function that tells all servers that there are new events: called after the commit, at most every 50 ms. Within the
 * transaction, NOTIFY would make the commits of all servers wait for each other. One that is lost is made up for by the hub's own looks.
 */
export const announcer = (db: Db): (() => void) => {
  let isResting = false
  let isWanted = false
  const announce = () => {
    if (isResting) {
      isWanted = true
      return
    }
    isResting = true
    sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch(() => {})
    setTimeout(() => {
      isResting = false
      if (isWanted) {
        isWanted = false
        announce()
      }
    }, AT_MOST_EVERY_MS).unref()
  }
  return announce
}
