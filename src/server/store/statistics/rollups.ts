import { sql } from 'kysely'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import { type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import { decodeSketch, mergeInto, type Sketch } from '../../../domain/core/sketch.ts'
import type { Db } from '../core/database.ts'
import type { RollupColumns } from '../core/tables.ts'

/** Key of all locations together. Real locations are numbered from 1. */
export const ALL_LOCATIONS = 0

/** Stored codes of the periods. */
export const PERIOD_KINDS: Record<Period, number> = { HOUR: 1, DAY: 2, WEEK: 3, MONTH: 4 }

/** A rollup with its sketch decoded. */
export type Rollup = Omit<RollupColumns, 'sketch'> & { sketch: Sketch }

export const rollupOf = (row: RollupColumns): Rollup => ({ ...row, sketch: decodeSketch(row.sketch) })

/** Adds `more` to `sum`. */
export const addRollup = (sum: Rollup, more: Rollup): void => {
  sum.pass += more.pass
  sum.slow += more.slow
  sum.warning += more.warning
  sum.fail += more.fail
  sum.skipped += more.skipped
  sum.unavailable += more.unavailable
  sum.answered += more.answered
  sum.sum_ms += more.sum_ms
  sum.min_ms = least(sum.min_ms, more.min_ms)
  sum.max_ms = greatest(sum.max_ms, more.max_ms)
  mergeInto(sum.sketch, more.sketch)
}
const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const greatest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

export type RollupQuery = {
  targetKeys: readonly number[]
  period: Period
  /** Milliseconds; periods that overlap [from, to) are returned in full. */
  from: number
  to: number
  /** A location's key, or `ALL_LOCATIONS`. */
  locationKey: number
}

/**
 * Reads rollups of some targets, oldest first. Hours per location are always exact; derived periods lag behind, so those with hours that
 * are not compacted yet are computed from their hours here.
 */
export const readRollups = async (db: Db, query: RollupQuery): Promise<Rollup[]> => {
  const { period, locationKey } = query
  const from = periodStart(period, query.from)
  const keys = [...query.targetKeys]
  const stale = await sql<{ target_key: number; hour: number }>`
    select target_key, hour from rollup_stale where target_key = any(${keys}::int[]) and hour >= ${from} and hour < ${lastEnd(query)}`.execute(
    db,
  )
  const staleStarts = new Set(stale.rows.map((row) => `${row.target_key}:${periodStart(period, row.hour)}`))
  const isStale = (row: { target_key: number; start: number }) =>
    staleStarts.has(`${row.target_key}:${periodStart(period, row.start)}`)

  const derived = await readRows(db, keys, PERIOD_KINDS[period], locationKey, from, lastEnd(query))
  if (period === 'HOUR' && locationKey !== ALL_LOCATIONS) return derived.map(rollupOf)
  const kept = derived.filter((row) => !isStale(row)).map(rollupOf)
  if (staleStarts.size === 0) return kept
  const starts = stale.rows.map((row) => periodStart(period, row.hour))
  const hours = await readRows(
    db,
    [...new Set(stale.rows.map((row) => row.target_key))],
    PERIOD_KINDS.HOUR,
    locationKey === ALL_LOCATIONS ? 'each' : locationKey,
    smallestOf(starts),
    largestOf(starts.map((start) => periodEnd(period, start))),
  )
  const sums = mergeRollups(hours.filter(isStale).map(rollupOf), (row) => ({
    ...row,
    location_key: locationKey,
    start: periodStart(period, row.start),
  }))
  return [...kept, ...sums].sort((a, b) => a.start - b.start)
}

/** Returns the locations with rollups of a target in a time range. */
export const locationsWithin = async (
  db: Db,
  targetKey: number,
  span: { from: number; to: number },
): Promise<Set<number>> => {
  const { rows } = await sql<{ location_key: number }>`
    select distinct location_key from rollup where target_key = ${targetKey} and kind = ${PERIOD_KINDS.HOUR} and location_key > 0
      and start >= ${periodStart('HOUR', span.from)} and start < ${span.to}`.execute(db)
  return new Set(rows.map((row) => row.location_key))
}

const lastEnd = ({ period, to }: RollupQuery): number => periodEnd(period, periodStart(period, to - 1))

/** Merges the rows to which `as` gives the same target, location and start. */
export const mergeRollups = (rows: Iterable<Rollup>, as: (row: Rollup) => Rollup): Rollup[] => {
  const sums = new Map<string, Rollup>()
  for (const row of rows) {
    const place = as(row)
    const name = `${place.target_key}:${place.location_key}:${place.start}`
    const sum = sums.get(name)
    if (sum) addRollup(sum, row)
    else sums.set(name, place)
  }
  return [...sums.values()]
}

export const readRows = async (
  db: Db,
  targetKeys: readonly number[],
  kind: number,
  location: number | 'each',
  from: number,
  to: number,
): Promise<RollupColumns[]> => {
  const rows = await sql<RollupColumns>`
    select target_key, location_key, start, pass, slow, warning, fail, skipped, unavailable, answered, sum_ms, min_ms, max_ms, sketch
    from rollup where target_key = any(${[...targetKeys]}::int[]) and kind = ${kind} and start >= ${from} and start < ${to}
      and ${location === 'each' ? sql<boolean>`location_key > 0` : sql<boolean>`location_key = ${location}`}
    order by start`.execute(db)
  return rows.rows
}
