import type { Db } from './database.ts'

/** The owners of a project's objects, by the objects' ids. */
export const ownersOf = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('object')
    .select(['id', 'owner'])
    .where('project_key', '=', projectKey)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
