import { sql } from 'kysely'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { lastResult } from '../../../contract/results/results.ts'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'
import { categories } from '../identity/codes.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'
import { ALL_LOCATIONS } from '../statistics/sum-rows.ts'
import { idOfRun } from './runs.ts'

export type LastResult = Shape<typeof lastResult>

type LastRow = RunColumns & { category: number; http_code: number | null; total: number; started: number }

/**
 * Returns the newest result of each monitor by key. Nearly all ran today or yesterday; only for the others are the many older partitions
 * searched.
 */
export const lastResults = async (db: Db, keys: readonly number[], now: number): Promise<Map<number, LastResult>> => {
  const today = periodStart('DAY', now)
  const recent = await newestResults(
    db,
    keys.map((key) => ({ key, from: today - DAY_MS, to: today + AHEAD_MS })),
  )
  const found = new Set(recent.map((row) => row.target_key))
  const missing = keys.filter((key) => !found.has(key))
  const older = missing.length > 0 ? await newestResults(db, await lastDays(db, missing)) : []
  return new Map(
    [...recent, ...older].map((row) => [
      row.target_key,
      {
        id: idOfRun(row),
        time: formatTime(row.started),
        result_category: categories.name(row.category),
        http_code: row.http_code,
        response_time: row.total,
      },
    ]),
  )
}
/** Margin for agents' clocks that are ahead. */
const AHEAD_MS = 3 * DAY_MS

type Span = { key: number; from: number; to: number }

/** Returns the newest result of each monitor within its own time range. The outer bounds let the planner skip partitions. */
const newestResults = async (db: Db, spans: readonly Span[]): Promise<LastRow[]> => {
  if (spans.length === 0) return []
  const from = smallestOf(spans.map((span) => span.from))
  const to = largestOf(spans.map((span) => span.to))
  const { rows } = await sql<LastRow>`
    select r.* from json_to_recordset(${JSON.stringify(spans)}::json) as t(key int, "from" bigint, "to" bigint) cross join lateral (
      select target_key, due, location_key, source, attempt, category, http_code, total, started from result
      where target_key = t.key and due >= t.from and due < t.to and due >= ${from} and due < ${to}
      order by due desc, location_key desc, source desc, attempt desc limit 1) r`.execute(db)
  return rows
}

/** Returns the newest day with results of each monitor, summed up or not; without those that never ran. */
const lastDays = async (db: Db, keys: readonly number[]): Promise<Span[]> => {
  const { rows } = await sql<{ key: number; start: number }>`
    select t.key, r.start from unnest(${[...keys]}::int[]) t(key) cross join lateral (
      select max(ms) / ${DAY_MS} * ${DAY_MS} as start from (
        (select start from rollup
          where target_key = t.key and kind = ${PERIOD_KINDS.DAY} and location_key = ${ALL_LOCATIONS} order by start desc limit 1)
        union all
        select max(hour) from rollup_stale where target_key = t.key and kind in (${PERIOD_KINDS.HOUR}, ${PERIOD_KINDS.DAY})) newest(ms)) r
    where r.start is not null`.execute(db)
  return rows.map(({ key, start }) => ({ key, from: start, to: start + DAY_MS }))
}
