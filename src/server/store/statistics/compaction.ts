import { sql } from 'kysely'
import { HOUR_MS, type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import type { Database, Db } from '../core/database.ts'
import { storedSince } from '../core/retention.ts'
import type { RollupColumns } from '../core/tables.ts'
import { closeHours, type TargetHour } from './close-hours.ts'
import { OLDER_KINDS, PERIOD_KINDS } from './marks.ts'
import { writeRollups } from './rollup-writing.ts'
import { mergeRollups, rollupOf } from './rollups.ts'

/** Late results are common within this time; summing up an hour earlier would mean doing it twice. */
const SETTLED_AFTER_MS = 120_000
const HOURS_AT_ONCE = 200
/** Hours of older databases, whose results must all be read again. */
const OLDER_HOURS_AT_ONCE = 50
/** Lock that only one server holds while it sums up. */
const SPACE = 7303

/** What the longer periods are made of, and what changes with them. */
const STEPS: readonly { readonly to: Period; readonly from: Period; readonly longer: readonly Period[] }[] = [
  { to: 'DAY', from: 'HOUR', longer: ['WEEK', 'MONTH'] },
  { to: 'WEEK', from: 'DAY', longer: [] },
  { to: 'MONTH', from: 'DAY', longer: [] },
]

export const COMPACTION_EVERY_MS = HOUR_MS / 60

/**
 * Sums up periods that are over: hours from their results; days, weeks and months from their parts. Can be repeated at any time, since
 * every period is made anew. Returns whether there is more to do.
 */
export const compact = async (database: Database, now: number): Promise<boolean> =>
  aloneToSumUp(database, async (db) => {
    const settled = now - SETTLED_AFTER_MS
    const hours = await markedHours(db, {
      kind: PERIOD_KINDS.HOUR,
      before: periodStart('HOUR', settled),
      limit: HOURS_AT_ONCE,
    })
    await closeHours(db, hours, await sinceOf(db, hours, now))
    if (hours.length > 0) return true
    for (const step of STEPS) if (await derive(db, step, settled)) return true
    return false
  })

/**
 * Sums up hours of older databases again, newest first, until the phases, sizes and schedule lags of all results are summed up. Returns
 * how many are left, or null if there are none.
 */
export const sumUpOlderHours = async (database: Database, now: number): Promise<number | null> => {
  await aloneToSumUp(database, async (db) => {
    for (const kind of OLDER_KINDS) {
      const hours = await markedHours(db, { kind, before: now, limit: OLDER_HOURS_AT_ONCE, isNewestFirst: true })
      await closeHours(db, hours, await sinceOf(db, hours, now))
    }
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select distinct target_key, hour from rollup_stale where kind = any(${OLDER_KINDS}::smallint[])) hours`.execute(
    database.db,
  )
  return rows[0]?.count || null
}

const sinceOf = (db: Db, hours: readonly TargetHour[], now: number) =>
  storedSince(db, [...new Set(hours.map(({ target_key }) => target_key))], now)

/** Runs this within a transaction, one at a time over all servers, so that no hour is summed up meanwhile. */
export const aloneToSumUp = <Value>({ db }: Database, work: (db: Db) => Promise<Value>): Promise<Value> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(SPACE)}, 0)`.execute(tx)
    return work(tx)
  })

const markedHours = async (
  db: Db,
  of: { kind: number; before: number; limit: number; isNewestFirst?: boolean },
): Promise<TargetHour[]> => {
  const order = of.isNewestFirst ? sql`hour desc` : sql`hour`
  const { rows } = await sql<TargetHour>`
    select target_key, hour from rollup_stale where kind = ${of.kind} and hour < ${of.before} order by ${order}, target_key limit ${of.limit}`.execute(
    db,
  )
  return rows
}

/** Derives marked periods that are over and whose parts are all summed up. Returns whether there were any. */
const derive = async (db: Db, { to, from, longer }: (typeof STEPS)[number], settled: number): Promise<boolean> => {
  const { rows: marked } = await sql<TargetHour>`
    select target_key, hour from rollup_stale s where kind = ${PERIOD_KINDS[to]} and hour < ${periodStart(to, settled)}
      and not exists (select from rollup_stale part where part.target_key = s.target_key
        and part.kind between ${PERIOD_KINDS.HOUR} and ${PERIOD_KINDS[from]} and part.hour >= s.hour and part.hour < ${endOf(to)})
    order by hour, target_key limit ${HOURS_AT_ONCE}`.execute(db)
  if (marked.length === 0) return false
  const [targets, starts] = [marked.map((row) => row.target_key), marked.map((row) => row.hour)]
  await sql`
    delete from rollup_stale s using unnest(${targets}::int[], ${starts}::bigint[]) m(t, start)
    where s.target_key = m.t and s.hour = m.start and s.kind = ${PERIOD_KINDS[to]}`.execute(db)
  const { rows } = await sql<RollupColumns & { project_key: number }>`
    select r.* from unnest(${targets}::int[], ${starts}::bigint[], ${starts.map((start) => periodEnd(to, start))}::bigint[]) m(t, start, "end")
      join rollup r on r.target_key = m.t and r.kind = ${PERIOD_KINDS[from]} and r.start >= m.start and r.start < m."end"`.execute(
    db,
  )
  const projectOf = new Map(rows.map((row) => [row.target_key, row.project_key]))
  const sums = mergeRollups(rows.map(rollupOf), (row) => ({
    location: row.location_key,
    start: periodStart(to, row.start),
  }))
  await writeRollups(
    db,
    sums.map((rollup) => ({
      kind: PERIOD_KINDS[to],
      projectKey: projectOf.get(rollup.target_key) ?? 0,
      rollup,
    })),
  )
  for (const period of longer)
    await sql`
      insert into rollup_stale (kind, target_key, hour)
      select distinct ${PERIOD_KINDS[period]}::smallint, t, p from unnest(${targets}::int[],
        ${starts.map((start) => periodStart(period, start))}::bigint[]) part(t, p) on conflict do nothing`.execute(db)
  return true
}

const endOf = (period: Period) =>
  period === 'MONTH'
    ? sql`(extract(epoch from to_timestamp(s.hour / 1000) at time zone 'UTC' + interval '1 month') * 1000)::bigint`
    : sql`s.hour + ${sql.lit(periodEnd(period, 0))}`
