import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The monitors and browser tests among these ids that exist in a project, by id. */
export const reportMonitors = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<Map<string, { key: number; name: string }>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; key: number; name: string }>`
    select id, key, name from object
    where project_key = ${projectKey} and kind = 'monitor' and id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...monitor }) => [id, monitor]))
}
