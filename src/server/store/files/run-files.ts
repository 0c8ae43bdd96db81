import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { leasedMonitors } from '../core/leased-monitors.ts'
import { contentKeyOf } from './contents.ts'
import type { FileDoc } from './files.ts'

/** Returns the facts of files by project and id; ids that a project does not have are left out. */
export const filesOfProjects = async (
  db: Db,
  asked: readonly { readonly projectKey: number; readonly ids: readonly string[] }[],
): Promise<ReadonlyMap<string, FileDoc>> => {
  const ids = [...new Set(asked.flatMap((each) => each.ids))]
  const { rows } = await sql<{ project_key: number; id: string; doc: FileDoc }>`
    select project_key, id, doc from object where kind = 'file' and id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ project_key, id, doc }) => [`${project_key} ${id}`, doc]))
}

/** Returns the key of a file's content, if a run that is leased to the agent sends the file. */
export const contentOfRun = async (
  db: Db,
  { agentId, fileId, sha256, now }: { agentId: string; fileId: string; sha256: string; now: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select f.key from object f
    where f.kind = 'file' and f.id = ${fileId} and exists (
      select from ${leasedMonitors({ agentId, now })} and m.project_key = f.project_key
        and (m.doc #>> '{request,file_id}' = f.id
          or m.doc #> '{request,parts}' @> jsonb_build_array(jsonb_build_object('file_id', f.id))))`.execute(db)
  const [row] = rows
  return row && contentKeyOf(db, row.key, sha256)
}
