import { sql } from 'kysely'
import { HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { type Sketch, sketchTally } from '../../../domain/core/sketch.ts'
import { emptyLags } from '../../../domain/statistics/lag-sums.ts'
import { MEASURED } from '../../../domain/statistics/measures.ts'
import { PHASES } from '../../../domain/statistics/phase-sums.ts'
import type { Db } from '../core/database.ts'
import { lockTargets } from '../core/target-locks.ts'
import { recordDestinations } from './destinations.ts'
import { lagRows, lagsOf } from './lag-rows.ts'
import { OLDER_KINDS, PERIOD_KINDS } from './marks.ts'
import { writeRollups } from './rollup-writing.ts'
import { emptyRollup, mergeRollups, type Rollup } from './rollups.ts'
import { voidScopeHours } from './scope-sums.ts'
import { ALL_LOCATIONS, type RawRow, rawSums } from './sum-rows.ts'

/** An hour of a target. */
export type TargetHour = { readonly target_key: number; readonly hour: number }

/**
 * Sums up hours from their results, for each location and for all, in the caller's transaction. Whatever they were before is
 * replaced, so it can be repeated. No result is stored meanwhile: the targets are locked. Hours whose results may be gone,
 * before `rawSince` of their target, keep the sums that they have.
 */
export const closeHours = async (
  db: Db,
  hours: readonly TargetHour[],
  rawSince: (targetKey: number) => number,
): Promise<void> => {
  if (hours.length === 0) return
  const keys = [...new Set(hours.map(({ target_key }) => target_key))]
  await lockTargets(db, keys)
  await sql`
    delete from rollup_stale s using unnest(${hours.map(({ target_key }) => target_key)}::int[], ${hours.map(({ hour }) => hour)}::bigint[]) h(t, hour)
    where s.target_key = h.t and s.hour = h.hour and s.kind = any(${[PERIOD_KINDS.HOUR, ...OLDER_KINDS]}::smallint[])`.execute(
    db,
  )
  await voidScopeHours(db, hours)
  await forgetLastDays(db, hours)
  const closed = hours.filter(({ target_key, hour }) => hour >= rawSince(target_key))
  const pieces = closed.map(({ target_key, hour }) => ({
    targetKey: target_key,
    start: hour,
    from: hour,
    to: hour + HOUR_MS,
  }))
  const rows = await rawSums(db, pieces, { place: 'each', measures: MEASURED })
  await recordDestinations(db, pieces)
  const lags = await lagRows(db, pieces, 'each')
  const projectOf = new Map([...rows, ...lags].map((row) => [row.target_key, row.project_key]))
  const parts = new Map(rows.map((row) => [nameOf(row), hourOf(row)]))
  for (const row of lags) {
    const hour = parts.get(nameOf(row)) ?? emptyRollup(row.target_key, row.location_key, row.start)
    parts.set(nameOf(row), { ...hour, lags: lagsOf(row) })
  }
  const all = mergeRollups(parts.values(), ({ start }) => ({ location: ALL_LOCATIONS, start }))
  await writeRollups(
    db,
    [...parts.values(), ...all].map((rollup) => ({
      kind: PERIOD_KINDS.HOUR,
      projectKey: projectOf.get(rollup.target_key) ?? 0,
      rollup,
    })),
  )
  await sql`
    insert into rollup_stale (kind, target_key, hour)
    select distinct ${PERIOD_KINDS.DAY}::smallint, t, d from unnest(${closed.map(({ target_key }) => target_key)}::int[],
      ${closed.map(({ hour }) => periodStart('DAY', hour))}::bigint[]) day(t, d) on conflict do nothing`.execute(db)
}

/** Removes the last 24 hours of monitors that these hours are a part of. */
const forgetLastDays = async (db: Db, hours: readonly TargetHour[]): Promise<void> => {
  await sql`
    delete from last_day d using unnest(${hours.map(({ target_key }) => target_key)}::int[],
      ${hours.map(({ hour }) => hour)}::bigint[]) h(target, hour)
    where d.target_key = h.target and h.hour >= d."from" and h.hour < d."to"`.execute(db)
}

const nameOf = (row: { target_key: number; location_key: number; start: number }) =>
  `${row.target_key}:${row.location_key}:${row.start}`

const hourOf = (row: RawRow): Rollup => {
  const { target_key, location_key, start, pass, slow, warning, fail, skipped, unavailable, answered } = row
  const { sum_ms, min_ms, max_ms } = row
  const counts = { pass, slow, warning, fail, skipped, unavailable, answered }
  return {
    target_key,
    location_key,
    start,
    ...counts,
    sum_ms,
    min_ms,
    max_ms,
    sketch: sumOf(row.total).sketch,
    phases: PHASES.map((phase) => sumOf(row[phase])),
    sizes: { ...sumOf(row.size, (bytes, at) => bytes.readInt32BE(at)), least: row.min_size, most: row.max_size },
    lags: emptyLags(),
  }
}

/** One for all: each is 28 kB, and taking its sketch empties it. */
const tally = sketchTally()

/** Adds up numbers of 32 bits that stand one after the other: floats, or whole numbers. */
const sumOf = (
  values: Buffer | null | undefined,
  readAt = (bytes: Buffer, at: number) => bytes.readFloatBE(at),
): { sum: number; sketch: Sketch } => {
  let sum = 0
  for (let at = 0; values && at < values.length; at += 4) {
    const value = readAt(values, at)
    tally.addValue(value)
    sum += value
  }
  return { sum, sketch: tally.sketch() }
}
