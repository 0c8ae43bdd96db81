import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { ASIDE } from '../store/results/runs.ts'
import { GOOD, isOfOutage, LOOK_BACK_MS, MANUAL, NO_OUTAGE, TROUBLES } from './result-events.ts'

/** The start of the outage that a result belongs to, in milliseconds; null for a result that is no trouble. */
export type OutageStarts = (result: Pick<ResultRow, 'target_key' | 'due'>) => number | null

/**
 * Finds when the outages of these failures and warnings began: with the first failure or warning after the monitor's last good
 * result. So all alerts give one outage one start, whatever each covers and however long it has existed. Manual runs count where
 * the project alerts on them; runs that stand aside never do.
 */
export const outageStarts = async (db: Db, results: readonly ResultRow[]): Promise<OutageStarts> => {
  const troubles = results.filter(({ category }) => isOfOutage(category))
  if (troubles.length === 0) return () => null
  const from = troubles.reduce((least, { due }) => Math.min(least, due), Number.POSITIVE_INFINITY) - LOOK_BACK_MS
  const to = troubles.reduce((most, { due }) => Math.max(most, due), 0)
  const asked = troubles.map(({ target_key: t, due: d, project_key: p }) => ({ t, d, p }))
  const considered = sql`(r.ignored & ${NO_OUTAGE}) = 0 and r.source >= ${-ASIDE}
    and (r.trigger <> ${MANUAL} or (p.doc ->> 'alert_on_manual_runs')::boolean) and r.due >= ${from}::bigint and r.due <= ${to}::bigint`
  const { rows } = await sql<{ t: number; d: number; began: number | null }>`
    select a.t, a.d, (select min(r.due) from result r where r.target_key = a.t and r.due <= a.d and ${considered}
      and r.category = any(${[...TROUBLES]}::smallint[])
      and r.due > coalesce((select max(r.due) from result r where r.target_key = a.t and r.due < a.d and ${considered}
        and r.category = any(${[...GOOD]}::smallint[])), 0)) as began
    from json_to_recordset(${JSON.stringify(asked)}::json) as a(t int, d bigint, p int) join project p on p.key = a.p`.execute(
    db,
  )
  const starts = new Map(rows.map(({ t, d, began }) => [`${t}:${d}`, Math.min(began ?? d, d)]))
  return ({ target_key, due }) => starts.get(`${target_key}:${due}`) ?? null
}
