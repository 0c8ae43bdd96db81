import { sql } from 'kysely'
import { scoreOfSums } from '../../../domain/insights/band.ts'
import { periodBefore } from '../../../domain/insights/score-period.ts'
import type { Db } from '../core/database.ts'
import { lastSettled } from './score-queue.ts'
import { SCORE_KINDS } from './score-reports.ts'

/** The score of a project in the last week that is over, and in the week before it. */
export type ProjectScores = { readonly score: number | null; readonly previous: number | null }

type Row = { readonly project_key: number; readonly start: number; readonly sum: number; readonly weights: number }

/** Reads the scores of projects by their keys; those without any are absent. */
export const projectScores = async (
  db: Db,
  projectKeys: readonly number[],
  now: number,
): Promise<Map<number, ProjectScores>> => {
  const last = lastSettled('week', now)
  const before = periodBefore('week', last)
  const { rows } = await sql<Row>`
    select project_key, start, sum(score * sqrt(count)) as sum, sum(sqrt(count)) as weights from score_report
    where project_key = any(${[...projectKeys]}::int[]) and kind = ${SCORE_KINDS.week} and start in (${last.from}, ${before.from})
      and score is not null
    group by 1, 2`.execute(db)
  const scoreAt = (key: number, start: number): number | null => {
    const row = rows.find((each) => each.project_key === key && each.start === start)
    return row ? scoreOfSums(row) : null
  }
  return new Map(
    projectKeys.map((key) => [key, { score: scoreAt(key, last.from), previous: scoreAt(key, before.from) }]),
  )
}
