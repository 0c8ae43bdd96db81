import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import { coverProjects } from './covered-projects.ts'
import { WINDOW_ORIGINS, type WindowOrigin } from './window-origins.ts'
import { AHEAD_MS, type Covered, extendWindows, type Ruled, rewriteWindows } from './written-windows.ts'

/** Windows that are written down further ahead were written by a clock that was ahead. */
const FURTHEST_MS = AHEAD_MS + 60_000
/** Kept for results that arrive late, and for slots that were due while no server ran. */
const KEPT_MS = 35 * DAY_MS
/** Downtimes whose windows are written down in one transaction: a change of one of them waits for it. */
const AT_ONCE = 100

/**
 * Keeps the windows of all downtimes written down ahead, those of a time in which no server ran too. Where a clock was ahead, windows
 * that were written by it are written anew. Windows that are long over are forgotten.
 */
export const keepWindows = async (database: Db, now: number): Promise<void> => {
  await coverProjects(database, now)
  for (const origin of WINDOW_ORIGINS) {
    while (await keepSomeWindows(database, origin, now));
    // Of downtimes that were deleted while a clock was ahead.
    const isLeft = sql`w.origin = ${origin.name} and not exists (
      select from ${origin.table} d where d.key = w.downtime_key and d.project_key = w.project_key)`
    await sql`delete from downtime_window w where begins >= ${now} and ${isLeft}`.execute(database)
    await sql`update downtime_window w set ends = ${now} where ends > ${now} and ${isLeft}`.execute(database)
  }
}

/** Returns whether there may be more. */
const keepSomeWindows = (database: Db, origin: WindowOrigin, now: number): Promise<boolean> =>
  database.transaction().execute(async (db) => {
    const { rows } = await sql<Covered & Ruled & { until: number }>`
      select d.key, d.project_key, d.schedule_key, d.until, o.doc from ${origin.table} d join ${origin.documents} o on o.key = d.key
      where d.until < ${now + AHEAD_MS / 2} or d.until > ${now + FURTHEST_MS}
      order by d.key, d.project_key limit ${AT_ONCE} for update of d skip locked`.execute(db)
    for (const { until, project_key, schedule_key, ...ruled } of rows) {
      const covered = [{ project_key, schedule_key }]
      if (until > now + FURTHEST_MS) await rewriteWindows(db, origin, ruled, { covered, now })
      else await extendWindows(db, origin, ruled, { covered, from: Math.max(until, now - KEPT_MS), now })
    }
    if (rows.length > 0)
      await sql`delete from downtime_window where ends < ${now - KEPT_MS}
        and project_key = any(${[...new Set(rows.map((row) => row.project_key))]}::int[])`.execute(db)
    return rows.length === AT_ONCE
  })
