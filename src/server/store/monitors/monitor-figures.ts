import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { sketchTally } from '../../../domain/core/sketch.ts'
import { passRate } from '../../../domain/statistics/statistics.ts'
import type { Db } from '../core/database.ts'
import { type LastResult, lastResults } from '../results/last-results.ts'
import { type SilenceOf, silencesOf } from '../silence/silence.ts'
import { ALL_LOCATIONS, PERIOD_KINDS, type Rollup, readRollups } from '../statistics/rollups.ts'

export type MonitorFigures = {
  scheduleIds: string[]
  /** Whether one of them is on. */
  monitored: boolean
  lastResult: LastResult | null
  silence: SilenceOf | null
  passRate: number | null
  medianMs: number | null
}

/** Figures of monitors in a list, by key. */
export const monitorFigures = async (
  db: Db,
  monitors: readonly { key: number }[],
  now: number,
): Promise<Map<number, MonitorFigures>> => {
  const keys = monitors.map((monitor) => monitor.key)
  if (keys.length === 0) return new Map()
  const [schedules, last, silences, hours] = [
    await schedulesOf(db, keys),
    await lastResults(db, keys, now),
    await silencesOf(db, keys, now),
    await lastDay(db, keys, now),
  ]
  return new Map(
    keys.map((key) => {
      const day = hours.get(key)
      return [
        key,
        {
          scheduleIds: schedules.get(key)?.ids ?? [],
          monitored: schedules.get(key)?.any_on ?? false,
          lastResult: last.get(key) ?? null,
          silence: silences.get(key) ?? null,
          passRate: day?.passRate ?? null,
          medianMs: day?.medianMs ?? null,
        },
      ]
    }),
  )
}

/** Returns the last 24 hours of each monitor by key, oldest first, ending with the current hour; hours without results are absent. */
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

type SchedulesRow = { readonly target_key: number; readonly ids: string[]; readonly any_on: boolean }

const schedulesOf = async (db: Db, keys: readonly number[]): Promise<Map<number, SchedulesRow>> => {
  const { rows } = await sql<SchedulesRow>`
    select t.target_key, array_agg(o.id order by o.key) as ids, bool_or((o.doc ->> 'enabled')::boolean) as any_on
    from schedule_target t join object o on o.key = t.schedule_key
    where t.target_key = any(${[...keys]}::int[]) group by t.target_key`.execute(db)
  return new Map(rows.map((row) => [row.target_key, row]))
}

type DayRow = { target_key: number; pass: number; slow: number; warning: number; fail: number; sketches: Buffer }

/**
 * Computes pass rate and median of the hours that overlap the last day. Lists ask for hundreds of monitors at once, so the database sums
 * the counts and concatenates the sketches, each after its length, and they are tallied without decoding. Hours that are not compacted
 * yet are read per location.
 */
const lastDay = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<Map<number, { passRate: number | null; medianMs: number | null }>> => {
  const from = periodStart('HOUR', now - DAY_MS)
  const { rows } = await sql<DayRow>`
    with stale as materialized (
      select target_key, hour from rollup_stale where target_key = any(${[...keys]}::int[]) and hour >= ${from} and hour < ${now}),
    part as (
      select r.target_key, pass, slow, warning, fail, sketch from rollup r
      where r.target_key = any(${[...keys]}::int[]) and r.kind = ${PERIOD_KINDS.HOUR} and r.location_key = ${ALL_LOCATIONS}
        and r.start >= ${from} and r.start < ${now}
        and not exists (select 1 from stale s where s.target_key = r.target_key and s.hour = r.start)
      union all
      select r.target_key, pass, slow, warning, fail, sketch from stale s join rollup r
        on r.target_key = s.target_key and r.kind = ${PERIOD_KINDS.HOUR} and r.start = s.hour
          and r.location_key = any(array(select key from location)))
    select target_key, sum(pass)::int as pass, sum(slow)::int as slow, sum(warning)::int as warning, sum(fail)::int as fail,
      string_agg(int4send(length(sketch)) || sketch, ''::bytea) as sketches
    from part group by target_key`.execute(db)
  const tally = sketchTally()
  return new Map(
    rows.map(({ target_key, sketches, ...counts }) => {
      for (let at = 0; at < sketches.length; ) {
        const end = at + 4 + sketches.readInt32BE(at)
        tally.add(sketches.subarray(at + 4, end))
        at = end
      }
      return [target_key, { passRate: passRate(counts), medianMs: tally.take(0.5) }]
    }),
  )
}
