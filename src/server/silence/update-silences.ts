import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { addSilences, endSilences, type Frequencies, silentNow } from '../store/silence/silence.ts'
import { recordHeartbeat } from './heartbeat.ts'

/** Sets this lock apart from any other advisory lock of the product. */
const LOCK = 7302

/** Slots whose next results are few are asked about apart, because their results are searched over many days. */
export const FREQUENT: Frequencies = { from: 0, to: HOUR_MS }
export const INFREQUENT: Frequencies = { from: HOUR_MS + 1, to: 366 * DAY_MS }

/** Keeps others from looking at the same time, until the transaction ends; false where somebody already looks. */
export const lockSilenceCheck = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/**
 * Brings the table of silences up to date: what has no data now, and nothing else, in one transaction. Returns whether something
 * changed.
 */
export const updateSilences = async (
  database: Database,
  now: number,
  classes: readonly Frequencies[] = [FREQUENT, INFREQUENT],
): Promise<boolean> => {
  const upSince = await recordHeartbeat(database.db, now)
  return database.db.transaction().execute(async (db) => {
    if (!(await lockSilenceCheck(db))) return false
    const events = eventBatch()
    for (const frequencies of classes) {
      const { silent, fresh } = await silentNow(db, { frequencies, upSince, now })
      const ended = await endSilences(db, { silent, frequencies })
      await addSilences(db, fresh)
      for (const key of new Set([...ended, ...fresh].map(({ project_key }) => project_key)))
        events.tell(key, { type: 'no_data' })
    }
    return events.write(db, now)
  })
}
