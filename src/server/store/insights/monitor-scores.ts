import { sql } from 'kysely'
import { awaitedScore } from '../../../domain/insights/sufficiency.ts'
import type { Db } from '../core/database.ts'
import { lastSettled } from './score-queue.ts'
import { SCORE_KINDS } from './score-reports.ts'

/** The newest weekly score of a monitor, or why there is none, as a sentence. */
export type MonitorScore = { readonly score: number | null; readonly missing: string | null }

type Row = {
  key: number
  created: number
  start: number | null
  score: number | null
  missing: string | null
  is_due: boolean
}

/** Returns the score of the last week for each monitor. While it is being computed, the score of the week before holds. */
export const monitorScores = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<Map<number, MonitorScore>> => {
  const last = lastSettled('week', now)
  const { rows } = await sql<Row>`
    select o.key, o.created, r.start, r.score, r.missing,
      not exists (select 1 from score_period where kind = ${SCORE_KINDS.week} and start = ${last.from})
        or exists (select 1 from score_due d where d.kind = ${SCORE_KINDS.week} and d.start = ${last.from} and d.target_key = o.key) as is_due
    from object o left join lateral (
      select start, score, missing from score_report where target_key = o.key and kind = ${SCORE_KINDS.week} order by start desc limit 1) r on true
    where o.key = any(${[...keys]}::int[])`.execute(db)
  return new Map(
    rows.map(({ key, created, start, score, missing, is_due: isDue }) => {
      if (start !== null && (start >= last.from || isDue)) return [key, { score, missing }]
      return [key, { score: null, missing: awaitedScore({ last, created, isDue }) }]
    }),
  )
}
