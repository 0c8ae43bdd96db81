import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../domain/periods.ts'
import { quantile } from '../../domain/sketch.ts'
import { passRate } from '../../domain/statistics.ts'
import { formatTime } from '../../domain/wire-time.ts'
import { categories } from './codes.ts'
import type { Db } from './database.ts'
import { ALL_LOCATIONS, type Rollup, readRollups, sumUp } from './rollups.ts'
import { idOfRun } from './runs.ts'
import type { RunColumns } from './tables.ts'

type Category = ReturnType<typeof categories.name>

export type MonitorFigures = {
  scheduleIds: string[]
  lastResult: {
    id: string
    time: string
    result_category: Category
    http_code: number | null
    response_time: number
  } | null
  passRate: number | null
  medianMs: number | null
}

/** What a list of monitors shows beside each, by key. */
export const monitorFigures = async (
  db: Db,
  monitors: readonly { key: number }[],
  now: number,
): Promise<Map<number, MonitorFigures>> => {
  const keys = monitors.map((monitor) => monitor.key)
  if (keys.length === 0) return new Map()
  const [schedules, last, hours] = [
    await schedulesOf(db, keys),
    await lastResults(db, keys),
    await lastDay(db, keys, now),
  ]
  return new Map(
    keys.map((key) => {
      const day = hours.get(key)
      return [
        key,
        {
          scheduleIds: schedules.get(key) ?? [],
          lastResult: last.get(key) ?? null,
          passRate: day ? passRate(day) : null,
          medianMs: day ? quantile(day.sketch, 0.5) : null,
        },
      ]
    }),
  )
}

/** The last 24 hours of each monitor, by key: oldest first, the one that is not over yet last; hours without results are not there. */
export const hoursOf = async (db: Db, keys: readonly number[], now: number): Promise<Map<number, Rollup[]>> => {
  const rows = await readRollups(db, {
    targetKeys: keys,
    period: 'HOUR',
    from: periodStart('HOUR', now) - 23 * HOUR_MS,
    to: now,
    locationKey: ALL_LOCATIONS,
  })
  const hours = new Map<number, Rollup[]>()
  for (const row of rows) hours.set(row.target_key, [...(hours.get(row.target_key) ?? []), row])
  return hours
}

const schedulesOf = async (db: Db, keys: readonly number[]): Promise<Map<number, string[]>> => {
  const { rows } = await sql<{ target_key: number; ids: string[] }>`
    select t.target_key, array_agg(o.id order by o.key) as ids from schedule_target t join object o on o.key = t.schedule_key
    where t.target_key = any(${[...keys]}::int[]) group by t.target_key`.execute(db)
  return new Map(rows.map((row) => [row.target_key, row.ids]))
}

type LastRow = RunColumns & { category: number; http_code: number | null; total: number; started: number }

const lastResults = async (db: Db, keys: readonly number[]) => {
  const { rows } = await sql<LastRow>`
    select r.* from unnest(${[...keys]}::int[]) t(key) cross join lateral (
      select target_key, due, location_key, source, attempt, category, http_code, total, started from result
      where target_key = t.key order by due desc limit 1) r`.execute(db)
  return new Map(
    rows.map((row) => [
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

const lastDay = async (db: Db, keys: readonly number[], now: number) => {
  const rows = await readRollups(db, {
    targetKeys: keys,
    period: 'HOUR',
    from: now - DAY_MS,
    to: now,
    locationKey: ALL_LOCATIONS,
  })
  return new Map(sumUp(rows, (row) => ({ ...row, start: 0 })).map((row) => [row.target_key, row]))
}
