import { sql } from 'kysely'
import { monitorState, type Reading, type StatusState } from '../../../domain/status/status-state.ts'
import type { Db } from '../core/database.ts'
import { categories, IGNORED } from '../identity/codes.ts'

/** A result is current for three periods of its schedule, and for as long as a slow run and its report may take. */
const PERIODS = 3
const MARGIN_MS = 300_000
/** No result is current for longer, however rarely its schedule runs: older partitions are not read. */
const MOST_MS = 3 * 86_400_000
/** Margin for agents' clocks that are ahead. */
const AHEAD_MS = 3_600_000

const READINGS: Readonly<Record<string, Reading>> = { PASS: 'pass', WARNING: 'pass', SLOW: 'slow', FAIL: 'fail' }
const COUNTING = ['PASS', 'WARNING', 'SLOW', 'FAIL'] as const

/**
 * Returns the state of monitors now, by key: from the newest result at each location where a schedule runs them. A monitor that no
 * schedule runs is `unknown`. Failed attempts that are repeated, and results within a downtime, do not count.
 */
export const monitorStates = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, StatusState>> => {
  if (keys.length === 0) return new Map()
  const codes = COUNTING.map((name) => categories.code(name))
  const { rows } = await sql<{ target_key: number; category: number | null }>`
    select s.target_key, r.category
    from (select target_key, location_key, max(frequency) as frequency from slot
        where target_key = any(${[...keys]}::int[]) group by 1, 2) s
      left join lateral (
        select category from result
        where target_key = s.target_key and location_key = s.location_key and due >= ${now - MOST_MS} and due < ${now + AHEAD_MS}
          and due >= ${now} - ${PERIODS}::bigint * s.frequency - ${MARGIN_MS}::bigint
          and (ignored & ${sql.lit(IGNORED.statistics | IGNORED.downtime)}) = 0 and category = any(${codes}::smallint[])
        order by due desc, attempt desc limit 1) r on true`.execute(db)
  const readings = new Map<number, Reading[]>()
  for (const { target_key, category } of rows) {
    const reading = category === null ? null : (READINGS[categories.name(category)] ?? null)
    const known = readings.get(target_key)
    if (known) known.push(reading)
    else readings.set(target_key, [reading])
  }
  return new Map(keys.map((key) => [key, monitorState(readings.get(key) ?? [])]))
}
