import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { categories, IGNORED } from '../identity/codes.ts'

/** A result is current for three periods of its schedule, and for as long as a slow run and its report may take. */
const PERIODS = 3
const MARGIN_MS = 300_000
/** No result is current for longer, however rarely its schedule runs: older partitions are not read. */
const MOST_MS = 3 * 86_400_000
/** Margin for agents' clocks that are ahead. */
const AHEAD_MS = 3_600_000

const COUNTING = ['PASS', 'WARNING', 'SLOW', 'FAIL'] as const

/** Newest result of a monitor at a location where a schedule runs it. `category`: null without a current one. */
export type LocationReading = {
  readonly target_key: number
  readonly location_key: number
  readonly category: (typeof COUNTING)[number] | null
}

/**
 * Returns the newest result of monitors at each location where a schedule runs them. Failed attempts that are repeated, and results within a
 * downtime, do not count. `leastLocations` leaves out monitors that run at fewer.
 */
export const locationReadings = async (
  db: Db,
  keys: readonly number[],
  { now, leastLocations = 1 }: { readonly now: number; readonly leastLocations?: number },
): Promise<readonly LocationReading[]> => {
  if (keys.length === 0) return []
  const codes = COUNTING.map((name) => categories.code(name))
  const { rows } = await sql<{ target_key: number; location_key: number; category: number | null }>`
    select s.target_key, s.location_key, r.category
    from (select target_key, location_key, max(frequency) as frequency, count(*) over (partition by target_key) as locations
        from slot where target_key = any(${[...keys]}::int[]) group by 1, 2) s
      left join lateral (
        select category from result
        where target_key = s.target_key and location_key = s.location_key and due >= ${now - MOST_MS} and due < ${now + AHEAD_MS}
          and due >= ${now} - ${PERIODS}::bigint * s.frequency - ${MARGIN_MS}::bigint
          and (ignored & ${sql.lit(IGNORED.statistics | IGNORED.downtime)}) = 0 and category = any(${codes}::smallint[])
        order by due desc, attempt desc limit 1) r on true
    where s.locations >= ${leastLocations}`.execute(db)
  return rows.map(({ category, ...row }) => ({
    ...row,
    // The query takes these categories alone.
    category: category === null ? null : (categories.name(category) as LocationReading['category']),
  }))
}
