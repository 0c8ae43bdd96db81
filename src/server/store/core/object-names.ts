import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Names of stored objects of a project, of any kind, by their ids. Without ids it asks nothing. */
export const namesOf = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from object where project_key = ${projectKey} and id = any(${[...new Set(ids)]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
