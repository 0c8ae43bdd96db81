import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Results of a project between two moments; of all its monitors, or of some. */
export type ReplayedRange = {
  readonly projectKey: number
  readonly targetKeys: readonly number[] | null
  readonly fromMs: number
  readonly toMs: number
}

/** Columns by which pages follow each other: the same order as that of the index of runs. */
const PLACE = ['due', 'target_key', 'source', 'location_key', 'attempt'] as const
const placeColumns = sql.join(PLACE.map((name) => sql.ref(name)))

export type ReplayedPage = {
  /** A line for each result, in the order of due times. */
  readonly lines: string
  /** Place of the last result; null if there are no more. */
  readonly after: readonly number[] | null
}

/**
 * Reads a page of results in the order of their due times: a line for each, with `columns` separated by spaces; −1 stands for null. The
 * first columns are the place. One text is made in the database, since a row for each result would keep the event loop busy.
 */
export const replayedPage = async (
  db: Db,
  { projectKey, targetKeys, fromMs, toMs }: ReplayedRange,
  page: { readonly columns: readonly string[]; readonly after: readonly number[] | null; readonly limit: number },
): Promise<ReplayedPage | null> => {
  const { columns, after, limit } = page
  const [from = fromMs] = after ?? []
  const [only] = targetKeys ?? []
  const those =
    targetKeys === null
      ? sql`project_key = ${projectKey}`
      : targetKeys.length === 1
        ? sql`project_key = ${projectKey} and target_key = ${only}`
        : sql`project_key = ${projectKey} and target_key = any(${[...targetKeys]}::int[])`
  const further =
    after === null ? sql`` : sql`and (${placeColumns}) > (${sql.join(after.map((each) => sql`${each}::bigint`))})`
  const { rows } = await sql<{ lines: string | null; count: number }>`
    select string_agg(concat_ws(' ', ${sql.join(columns.map((name) => sql`coalesce(${sql.ref(name)}, -1)`))}), E'\n'
      order by ${placeColumns}) as lines, count(*)::int as count
    from (select ${sql.join(columns.map((name) => sql.ref(name)))} from result
      where ${those} and due >= ${from}::bigint and due < ${toMs}::bigint ${further}
      order by ${placeColumns} limit ${limit}) page`.execute(db)
  const lines = rows[0]?.lines
  if (!lines) return null
  const last = lines.slice(lines.lastIndexOf('\n') + 1).split(' ', PLACE.length)
  return { lines, after: (rows[0]?.count ?? 0) < limit ? null : last.map(Number) }
}
