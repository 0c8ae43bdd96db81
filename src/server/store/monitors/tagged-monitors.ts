import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Returns the keys of a project's monitors that have one of these tags. */
export const monitorsWithTags = async (db: Db, projectKey: number, tags: readonly string[]): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select key from object where project_key = ${projectKey} and kind = 'monitor' and doc #> '{meta,tags}' ?| ${[...tags]}::text[]`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
