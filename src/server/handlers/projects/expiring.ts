import { sql } from 'kysely'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { bodyDaysOf, keptFrom, type Retention } from '../../../domain/core/retention.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Db } from '../../store/core/database.ts'
import { keptOf } from '../../store/core/retention.ts'

type Expiring = AnswerOf<ProductContract['project.expiring']>

/** Rows that are counted at most, which takes well under a second. */
const COUNTED = 1_000_000

/** Counts the results, and the results with details, that a retention would delete now. */
export const expiringBy = async (db: Db, projectKey: number, wanted: Retention, now: number): Promise<Expiring> => ({
  results: await countBefore(db, projectKey, keptFrom(wanted.resultDays, now), now),
  details: await countBefore(db, projectKey, keptFrom(bodyDaysOf(wanted), now), now, { withDetails: true }),
})

const countBefore = async (
  db: Db,
  projectKey: number,
  before: number,
  now: number,
  { withDetails = false } = {},
): Promise<Expiring['results']> => {
  // Details of earlier results are gone in any case.
  const { bodiesSince, resultsSince } = await keptOf(db, projectKey, now)
  const since = withDetails ? bodiesSince : resultsSince
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from result
      where project_key = ${projectKey} and due >= ${since} and due < ${before} limit ${COUNTED + 1}) r`.execute(db)
  const count = rows[0]?.count ?? 0
  return { before: formatTime(before), count: Math.min(count, COUNTED), more: count > COUNTED }
}
