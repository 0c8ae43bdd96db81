import { type RawBuilder, sql } from 'kysely'
import type { FILE_KINDS } from '../../../contract/files/files.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import type { Outline } from '../../../domain/files/openapi.ts'
import { fileIdsOf, type RequestBody } from '../../../domain/monitors/body-rules.ts'
import type { Db } from '../core/database.ts'
import { objectsOf } from '../core/objects.ts'

/** A stored file, without its content. */
export type FileDoc = {
  readonly description: string | null
  readonly tags: readonly string[]
  readonly kind: (typeof FILE_KINDS)[number]
  readonly file_name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: string
  /** The facts of an OpenAPI document; null for other files. */
  readonly openapi: (Omit<Outline, 'operations'> & { readonly operations: number }) | null
  readonly source_url: string | null
  readonly last_sync: number | null
}

export const files = objectsOf<FileDoc>('file')

/** Users of a file that nothing uses. */
export const UNUSED: FileUsers = { monitors: [], isInProject: false }

/** Users of a file: monitors that send it or check results with it, and whether conditions of the project do. */
export type FileUsers = {
  readonly monitors: readonly { readonly id: string; readonly name: string }[]
  readonly isInProject: boolean
}

/** Schemas that conditions in a JSON document name. */
const schemasIn = (conditions: RawBuilder<unknown>) => sql`
  select btrim(one ->> 'val', E' \\t\\r\\n') from jsonb_array_elements(coalesce(${conditions}, '[]')) one
  where one ->> 'condition' = 'schema'`

/** Returns the users of each of these files, by the file's id; or only those whose conditions use it as a schema. */
export const usersOf = async (
  db: Db,
  projectKey: number,
  fileIds: readonly string[],
  use: 'any' | 'schema' = 'any',
): Promise<ReadonlyMap<string, FileUsers>> => {
  const users = new Map<string, FileUsers>()
  if (fileIds.length === 0) return users
  const { rows } = await sql<{ file: string; kind: string; id: string; name: string }>`
    select distinct used.file, m.kind, m.id, m.name from object m
    cross join lateral (
      select m.doc #>> '{request,file_id}' as file where ${use === 'any'}
      union all select part ->> 'file_id' from jsonb_array_elements(coalesce(m.doc #> '{request,parts}', '[]')) part where ${use === 'any'}
      union all ${schemasIn(sql`case m.kind when 'monitor' then m.doc #> '{conditions,conditions}' else m.doc -> 'conditions' end`)}
    ) used
    where m.project_key = ${projectKey} and m.kind in ('monitor', 'project-conditions') and used.file = any(${[...fileIds]}::text[])
    order by m.name, m.id`.execute(db)
  for (const { file, kind, id, name } of rows) {
    const { monitors, isInProject } = users.get(file) ?? UNUSED
    if (kind === 'monitor') users.set(file, { monitors: [...monitors, { id, name }], isInProject })
    else users.set(file, { monitors, isInProject: true })
  }
  return users
}

const unknownFile = (field: string, id: string): Problem =>
  problem(field, 'unknown', `must be the id of a stored file; there is none with the id ${id}.`)

/** Field errors of stored files that a request's body names and its project does not have. */
export const fileProblems = async (db: Db, projectKey: number, request: RequestBody): Promise<Problem[]> => {
  const ids = fileIdsOf(request)
  if (ids.length === 0) return []
  // Locked against deletion until the request is saved.
  const { rows } = await sql<{ id: string }>`
    select id from object where project_key = ${projectKey} and kind = 'file' and id = any(${ids}::text[]) for key share`.execute(
    db,
  )
  const known = new Set(rows.map(({ id }) => id))
  const { parts = [], file_id } = request
  return [
    ...parts.flatMap((part, index) =>
      part.file_id == null || known.has(part.file_id)
        ? []
        : unknownFile(`request.parts[${index}].file_id`, part.file_id),
    ),
    ...(file_id == null || known.has(file_id) ? [] : [unknownFile('request.file_id', file_id)]),
  ]
}
