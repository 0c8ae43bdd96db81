import { sql } from 'kysely'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { fileIdsOf, type RequestBody } from '../../../domain/monitors/body-rules.ts'
import type { Db } from '../core/database.ts'

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
