import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Results that are deleted in one transaction: few enough that nobody else waits. */
const RESULTS_AT_ONCE = 2_000

type Deletion = {
  readonly projectKey: number
  /** Range of due times, half open, in milliseconds; null: without an end. */
  readonly from: number
  readonly to: number | null
  /** `only`: results stay, and their details, stored bodies and pictures are deleted. */
  readonly details: 'only' | 'with results'
}

/**
 * Deletes a batch of a project's oldest results within a range, in a transaction of its own. Returns the due time up to which the range is
 * cleared; null if there was nothing left in it.
 */
export const deleteOldest = async (db: Db, { projectKey, from, to, details }: Deletion): Promise<number | null> => {
  const { rows } = await sql<{ least: number | null; most: number; targets: number[] }>`
    select min(due) as least, max(due) as most, array_agg(distinct target_key) as targets
    from (select due, target_key from result where project_key = ${projectKey} and due >= ${from}
      ${to === null ? sql`` : sql`and due < ${to}`} order by due limit ${RESULTS_AT_ONCE}) as oldest`.execute(db)
  const [oldest] = rows
  if (!oldest || oldest.least === null) return null
  const { least, most, targets } = oldest
  const theirs = sql`target_key = any(${targets}::int[]) and due >= ${least} and due <= ${most}`
  await db.transaction().execute(async (tx) => {
    await sql`delete from result_detail where ${theirs}`.execute(tx)
    await sql`delete from result_body where ${theirs}`.execute(tx)
    await sql`delete from result_picture where ${theirs}`.execute(tx)
    if (details === 'only') return
    await sql`delete from alert_decision where ${theirs}`.execute(tx)
    await sql`delete from result where project_key = ${projectKey} and due >= ${least} and due <= ${most}`.execute(tx)
  })
  return most + 1
}
