import { sql } from 'kysely'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import { HOUR_MS, type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import type { Database } from '../core/database.ts'
import { lockTargets } from '../core/target-locks.ts'
import { writeRollups } from './rollup-writing.ts'
import { ALL_LOCATIONS, mergeRollups, PERIOD_KINDS, type Rollup, readRows, rollupOf } from './rollups.ts'

/** Late results are common within this time; compacting an hour earlier would mean doing it twice. */
const SETTLED_AFTER_MS = 120_000
const HOURS_AT_ONCE = 200

/**
 * Derives rollups from completed hours: the hour of all locations, and day, week and month per location and of all. Can be repeated at
 * any time, since every period is recomputed from its parts. Returns whether there is more to do.
 */
export const compact = async (database: Database, now: number): Promise<boolean> => {
  const settled = periodStart('HOUR', now - SETTLED_AFTER_MS)
  return database.db.transaction().execute(async (tx) => {
    const { rows: stale } = await sql<{ target_key: number; hour: number }>`
      delete from rollup_stale where (target_key, hour) in
        (select target_key, hour from rollup_stale where hour < ${settled} order by target_key, hour limit ${HOURS_AT_ONCE} for update skip locked)
      returning target_key, hour`.execute(tx)
    if (stale.length === 0) return false
    const targets = [...new Set(stale.map((row) => row.target_key))]
    await lockTargets(tx, targets)
    const { rows: projects } = await sql<{ target_key: number; project_key: number }>`
      select distinct target_key, project_key from rollup where target_key = any(${targets}::int[]) and kind = ${PERIOD_KINDS.HOUR}`.execute(
      tx,
    )
    const projectOf = new Map(projects.map((row) => [row.target_key, row.project_key]))

    const derive = async (from: Period, to: Period) => {
      const starts = new Set(stale.map((row) => `${row.target_key}:${periodStart(to, row.hour)}`))
      const hours = stale.map((row) => row.hour)
      const first = periodStart(to, smallestOf(hours))
      const end = periodEnd(to, periodStart(to, largestOf(hours)))
      const parts = (await readRows(tx, targets, PERIOD_KINDS[from], 'each', first, end))
        .filter((row) => starts.has(`${row.target_key}:${periodStart(to, row.start)}`))
        .map(rollupOf)
      const at = (row: Rollup, location: number): Rollup => ({
        ...row,
        sketch: structuredClone(row.sketch),
        location_key: location,
        start: periodStart(to, row.start),
      })
      const sums = [
        ...(from === to ? [] : mergeRollups(parts, (row) => at(row, row.location_key))),
        ...mergeRollups(parts, (row) => at(row, ALL_LOCATIONS)),
      ]
      const rows = sums.map((rollup) => ({
        kind: PERIOD_KINDS[to],
        projectKey: projectOf.get(rollup.target_key) ?? 0,
        rollup,
      }))
      await writeRollups(tx, rows)
    }
    await derive('HOUR', 'HOUR')
    await derive('HOUR', 'DAY')
    await derive('DAY', 'WEEK')
    await derive('DAY', 'MONTH')
    return stale.length === HOURS_AT_ONCE
  })
}

export const COMPACTION_EVERY_MS = HOUR_MS / 60
