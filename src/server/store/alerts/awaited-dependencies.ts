import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { ResultRow } from '../core/tables.ts'
import { categories, IGNORED } from '../identity/codes.ts'

/** Longest wait for the result of a monitor that another one depends on. */
const LONGEST_MS = 30_000

const COUNTING = (['PASS', 'SLOW', 'WARNING', 'FAIL'] as const).map(categories.code)

/**
 * Until when each of these results waits for monitors that its own depends on: those whose newest result is older may be failing
 * already. The wait is one period of their schedules, and at most 30 s. Results that wait for none are absent.
 */
export const awaitedDependencies = async (
  db: Db,
  results: readonly Pick<ResultRow, 'target_key' | 'due'>[],
  now: number,
): Promise<(result: Pick<ResultRow, 'target_key' | 'due'>) => number | null> => {
  if (results.length === 0) return () => null
  const asked = results.map(({ target_key: t, due: d }) => ({ t, d }))
  const { rows } = await sql<{ t: number; d: number; wait: number }>`
    select a.t, a.d, max(least(s.frequency, ${sql.lit(LONGEST_MS)}))::int as wait
    from json_to_recordset(${JSON.stringify(asked)}::json) as a(t int, d bigint)
    join monitor_dependency m on m.target_key = a.t
    cross join lateral (select min(frequency) as frequency from slot where slot.target_key = m.on_key) s
    where s.frequency is not null and not exists (
      select from result r where r.target_key = m.on_key and r.due >= a.d and r.due <= ${now}::bigint
        and r.category = any(${COUNTING}::smallint[]) and (r.ignored & ${IGNORED.alerts | IGNORED.downtime}) = 0)
    group by a.t, a.d`.execute(db)
  const waits = new Map(rows.map(({ t, d, wait }) => [`${t}:${d}`, now + wait]))
  return ({ target_key, due }) => waits.get(`${target_key}:${due}`) ?? null
}
