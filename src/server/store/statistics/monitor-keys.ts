import type { Db } from '../core/database.ts'

/** Returns the keys of a project's monitors by their ids. */
export const monitorKeys = async (db: Db, projectKey: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('object')
    .select(['id', 'key'])
    .where('project_key', '=', projectKey)
    .where('kind', '=', 'monitor')
    .execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}
