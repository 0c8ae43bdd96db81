import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { IGNORED } from '../identity/codes.ts'

/** Maximum number of results read per query; the newest are read. */
export const MOST_VITAL_ROWS = 200_000

/** Web vitals of one result, in the order of `VITALS`. */
export type VitalRow = {
  readonly due: number
  readonly target_key: number
  readonly location_key: number
  readonly vitals: readonly (number | null)[]
}

/** Reads the web vitals of results, newest first, without those left out of statistics. Absent filters: everything of the project. */
export const readVitalRows = async (
  db: Db,
  asked: {
    projectKey: number
    targetKeys?: readonly number[]
    locationKeys?: readonly number[]
    categories?: readonly number[]
    from: number
    to: number
  },
): Promise<VitalRow[]> => {
  const within = (column: 'target_key' | 'location_key' | 'category', keys: readonly number[] | undefined) =>
    keys === undefined ? sql`` : sql`and ${sql.ref(column)} = any(${[...keys]}::int[])`
  const { rows } = await sql<VitalRow>`
    select due, target_key, location_key, vitals from result
    where project_key = ${asked.projectKey} and due >= ${asked.from} and due < ${asked.to} and vitals is not null
      and ignored & ${IGNORED.statistics | IGNORED.downtime} = 0
      ${within('target_key', asked.targetKeys)} ${within('location_key', asked.locationKeys)} ${within('category', asked.categories)}
    order by due desc limit ${MOST_VITAL_ROWS}`.execute(db)
  return rows
}

/** Returns the keys of a project's browser tests by their ids. */
export const browserTestKeys = async (db: Db, projectKey: number): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; key: number }>`
    select id, key from object where project_key = ${projectKey} and kind = 'monitor' and doc ? 'setup'`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}
