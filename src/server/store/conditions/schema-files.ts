import { sql } from 'kysely'
import type { Condition } from '../../../domain/conditions/operators.ts'
import { schemaFileOf } from '../../../domain/conditions/schema-file.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import type { Db } from '../core/database.ts'

/** Field errors of conditions whose schema is a stored file that the project does not have. */
export const schemaFileProblems = async (
  db: Db,
  projectKey: number,
  conditions: readonly Condition[],
): Promise<Problem[]> => {
  const ids = conditions.map(schemaFileOf)
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from object where project_key = ${projectKey} and kind = 'file' and id = any(${named}::text[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ id }) => id))
  return ids.flatMap((id, index) =>
    id === null || known.has(id)
      ? []
      : problem(
          `conditions[${index}].val`,
          'unknown',
          'must be a JSON schema, or the id of a stored file that holds one.',
        ),
  )
}
