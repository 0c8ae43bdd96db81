import { sql } from 'kysely'
import { coveredOf, planOf, type Step, type Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { storedSince } from '../core/retention.ts'
import { exceptions } from '../identity/codes.ts'
import { ALL_LOCATIONS } from './sum-rows.ts'

/**
 * The time between a run's due time and its start, in milliseconds, as SQL on `result`: both times are stored with each result, so that ingest has nothing to
 * add up. The agent's clock may be some milliseconds behind, which is no lag.
 */
const SCHEDULE_LAG = sql`greatest(0, started - due)::float8`

/**
 * Results that have a lag: scheduled runs that an agent began, without retries, which wait on purpose. A first attempt that is ignored in
 * statistics counts: it started late or not, whatever came of it.
 */
const SCHEDULED = sql`source > 0 and attempt = 0 and exception <> ${sql.lit(exceptions.code('agent'))}`

/** The value at rank ⌊q · (n − 1)⌋ of the lags of a group. */
const quantileOf = (share: number) =>
  sql`(array_agg(r.lag order by r.lag))[1 + floor(${sql.lit(share)}::float8 * (count(*) - 1))::int]`

/** Milliseconds; null without runs. */
export type LagFigures = {
  count: number
  median: number | null
  p95: number | null
  p99: number | null
  max: number | null
}

/** Figures of one location; `location_id` is null for all locations together. */
type LagRow = LagFigures & { readonly location_id: string | null }

const NONE: LagFigures = { count: 0, median: null, p95: null, p99: null, max: null }

const sinceOf = async (db: Db, targetKey: number, now: number) => (await storedSince(db, [targetKey], now))(targetKey)

/** Computes how late the scheduled runs of a monitor started, for each location and for all together, from what is left of a window. */
export const scheduleLag = async (
  db: Db,
  targetKey: number,
  of: { readonly window: Window; readonly now: number },
): Promise<{ window: Window; all: LagFigures; byLocation: (LagFigures & { location_id: string })[] }> => {
  const window = coveredOf({ window: of.window, rawSince: await sinceOf(db, targetKey, of.now), isRawOnly: true })
  const { rows } = await sql<LagRow>`
    select l.id as location_id, count(*)::int as count, ${quantileOf(0.5)} as median, ${quantileOf(0.95)} as p95,
      ${quantileOf(0.99)} as p99, max(r.lag) as max
    from (select location_key, ${SCHEDULE_LAG} as lag from result
      where target_key = ${targetKey} and due >= ${window.from} and due < ${window.to} and ${SCHEDULED}) r
    join location l on l.key = r.location_key
    group by grouping sets ((l.id), ()) having count(*) > 0 order by l.id`.execute(db)
  const [all = NONE] = rows.flatMap(({ location_id, ...figures }) => (location_id === null ? figures : []))
  return {
    window,
    all,
    byLocation: rows.flatMap(({ location_id, ...figures }) =>
      location_id === null ? [] : { location_id, ...figures },
    ),
  }
}

/** Quantiles of one step, in the order in which they were asked for. */
export type LagPoint = { readonly start: number; readonly count: number; readonly values: readonly number[] }

/** Computes quantiles of the lag of a monitor's scheduled runs by step. */
export const lagByStep = async (
  db: Db,
  targetKey: number,
  of: {
    readonly window: Window
    readonly now: number
    readonly step: Step
    readonly locationKey: number
    readonly shares: readonly number[]
  },
): Promise<{ window: Window; points: readonly LagPoint[] }> => {
  const plan = planOf({ ...of, marks: [], rawSince: await sinceOf(db, targetKey, of.now), isRawOnly: true })
  const { from, to } = plan.window
  const { rows } = await sql<LagPoint>`
    select r.start, count(*)::int as count, array[${sql.join(of.shares.map(quantileOf))}]::float8[] as values
    from (select p.start, ${SCHEDULE_LAG} as lag
      from unnest(${plan.raw.map((p) => p.start)}::bigint[], ${plan.raw.map((p) => p.from)}::bigint[], ${plan.raw.map((p) => p.to)}::bigint[])
        p(start, "from", "to")
      join result on target_key = ${targetKey} and due >= p."from" and due < p."to" and due >= ${from} and due < ${to}
      where ${SCHEDULED} and (${of.locationKey}::smallint = ${ALL_LOCATIONS} or location_key = ${of.locationKey})) r
    group by r.start order by r.start`.execute(db)
  return { window: plan.window, points: rows }
}
