import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { exceptions } from '../identity/codes.ts'

/**
 * The time between a run's due time and its start, in milliseconds, as SQL on `result`: both times are stored with each result, so that ingest has nothing to
 * add up. The agent's clock may be some milliseconds behind, which is no lag.
 */
export const SCHEDULE_LAG = sql`greatest(0, started - due)::float8`

/** Results that have a lag: scheduled runs that an agent began, without retries, which wait on purpose. */
export const SCHEDULED = sql`source > 0 and attempt = 0 and exception <> ${exceptions.code('agent')}`

/** Milliseconds; null without runs. */
export type LagFigures = { count: number; median: number | null; p95: number | null; max: number | null }

/** Figures of one location; `location_id` is null for all locations together. */
type LagRow = LagFigures & { readonly location_id: string | null }

/** Computes how late the scheduled runs of a monitor started, for each location and for all together. */
export const scheduleLag = async (
  db: Db,
  targetKey: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ all: LagFigures; byLocation: (LagFigures & { location_id: string })[] }> => {
  const { rows } = await sql<LagRow>`
    select l.id as location_id, count(*)::int as count, percentile_cont(0.5) within group (order by r.lag) as median,
      percentile_cont(0.95) within group (order by r.lag) as p95, max(r.lag) as max
    from (select location_key, ${SCHEDULE_LAG} as lag from result
      where target_key = ${targetKey} and due >= ${from} and due < ${to} and ${SCHEDULED}) r
    join location l on l.key = r.location_key
    group by grouping sets ((l.id), ()) having count(*) > 0 order by l.id`.execute(db)
  const none = { count: 0, median: null, p95: null, max: null }
  const [all = none] = rows.flatMap(({ location_id, ...figures }) => (location_id === null ? figures : []))
  return {
    all,
    byLocation: rows.flatMap(({ location_id, ...figures }) =>
      location_id === null ? [] : { location_id, ...figures },
    ),
  }
}
