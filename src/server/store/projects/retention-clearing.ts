import { sql } from 'kysely'
import { HOUR_MS } from '../../../domain/core/periods.ts'
import { bodyDaysOf, keptFrom } from '../../../domain/core/retention.ts'
import type { Database, Db } from '../core/database.ts'
import { isExpiryHeld } from '../core/expiry-clock.ts'
import { aloneToSumUp } from '../statistics/compaction.ts'
import { PERIOD_KINDS, WITHOUT_PHASES } from '../statistics/marks.ts'
import { deleteOldest } from './results-deletion.ts'

/** Rows are deleted this long after their time, so that no report that was accepted before is stored after its hour has gone. */
const SETTLED_AFTER_MS = HOUR_MS
/** A shorter retention can be taken back for this long: nothing is deleted before. */
const TAKEN_BACK_MS = 60_000

/**
 * Deletes one batch of results, or of result details, that their project no longer keeps. Returns whether there is more to do. Results
 * stay until all hours before them are summed up, since their sums are kept for ever. Deleted rows are free space within partitions that
 * autovacuum clears; the partitions are dropped with those of the whole installation.
 */
export const clearExpired = async (database: Database, now: number): Promise<boolean> => {
  const { db } = database
  if (await isExpiryHeld(db, now)) return false
  await advance(database, now)
  const row = await db
    .selectFrom('project_retention')
    .selectAll()
    .where((where) =>
      where.or([
        where('results_cleared', '<', where.ref('results_since')),
        where('bodies_cleared', '<', where.ref('bodies_since')),
      ]),
    )
    .orderBy('project_key')
    .limit(1)
    .executeTakeFirst()
  if (!row) return false
  const { project_key: projectKey, results_since, results_cleared, bodies_since, bodies_cleared } = row
  const change = db.updateTable('project_retention').where('project_key', '=', projectKey)
  if (results_cleared < results_since) {
    const range = { projectKey, from: results_cleared, to: results_since }
    const end = (await deleteOldest(db, { ...range, details: 'with results' })) ?? results_since
    await change.set({ results_cleared: end, bodies_cleared: Math.max(bodies_cleared, end) }).execute()
    return true
  }
  const range = { projectKey, from: bodies_cleared, to: bodies_since }
  const end = (await deleteOldest(db, { ...range, details: 'only' })) ?? bodies_since
  await change.set({ bodies_cleared: end }).execute()
  return true
}

/** Moves the times up to which rows are deleted. No hour is summed up meanwhile, so that none is summed up from what is left of it. */
const advance = (database: Database, now: number): Promise<void> =>
  aloneToSumUp(database, async (db) => {
    const rows = await db
      .selectFrom('project_retention')
      .selectAll()
      .where('changed', '<=', now - TAKEN_BACK_MS)
      .forUpdate()
      .execute()
    const due = rows.flatMap((row) => {
      const retention = { resultDays: row.result_days, bodyDays: row.body_days }
      const results = keptFrom(retention.resultDays, now - SETTLED_AFTER_MS)
      const bodies = keptFrom(bodyDaysOf(retention), now - SETTLED_AFTER_MS)
      return results > row.results_since || bodies > row.bodies_since ? [{ row, results, bodies }] : []
    })
    if (due.length === 0) return
    const unsummed = await firstUnsummed(db)
    for (const { row, results, bodies } of due)
      await db
        .updateTable('project_retention')
        .set({
          results_since: Math.max(row.results_since, Math.min(results, unsummed ?? results)),
          bodies_since: Math.max(row.bodies_since, bodies),
        })
        .where('project_key', '=', row.project_key)
        .execute()
  })

/** The earliest hour whose results are not all summed up; null if there is none. */
const firstUnsummed = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ hour: number | null }>`
    select min(hour) as hour from rollup_stale where kind in (${PERIOD_KINDS.HOUR}, ${WITHOUT_PHASES})`.execute(db)
  return rows[0]?.hour ?? null
}
