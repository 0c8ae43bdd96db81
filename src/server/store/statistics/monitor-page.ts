import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

export type ListedMonitor = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly tags: string[]
}

/** Reads a page of a project's monitors in the order of their keys, after the key `after`; of one of them if `id` is given. */
export const monitorPage = async (
  db: Db,
  projectKey: number,
  { after, limit, id }: { readonly after: number; readonly limit: number; readonly id?: string | undefined },
): Promise<{ readonly monitors: readonly ListedMonitor[]; readonly more: boolean }> => {
  const { rows } = await sql<ListedMonitor>`
    select key, id, name, coalesce(doc #> '{meta,tags}', '[]') as tags from object
    where project_key = ${projectKey} and kind = 'monitor' and key > ${after} and ${id === undefined ? sql`true` : sql`id = ${id}`}
      and doc #>> '{meta,workspace}' is distinct from '_meta'
    order by key limit ${limit + 1}`.execute(db)
  return { monitors: rows.slice(0, limit), more: rows.length > limit }
}
