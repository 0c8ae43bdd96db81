import { sql } from 'kysely'
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

/** Returns the monitors that send each of these files, by the file's id. */
export const usersOf = async (
  db: Db,
  projectKey: number,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> => {
  const users = new Map<string, { id: string; name: string }[]>()
  if (fileIds.length === 0) return users
  const { rows } = await sql<{ file: string; id: string; name: string }>`
    select distinct used.file, m.id, m.name from object m
    cross join lateral (
      select m.doc #>> '{request,file_id}' as file
      union all select part ->> 'file_id' from jsonb_array_elements(coalesce(m.doc #> '{request,parts}', '[]')) part
    ) used
    where m.project_key = ${projectKey} and m.kind = 'monitor' and used.file = any(${[...fileIds]}::text[])
    order by m.name, m.id`.execute(db)
  for (const { file, id, name } of rows) users.set(file, [...(users.get(file) ?? []), { id, name }])
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
