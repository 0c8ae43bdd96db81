import { sql } from 'kysely'
import { isUnreadable } from '../../../domain/conditions/engines.ts'
import { schema } from '../../../domain/conditions/json-schemas.ts'
import type { Condition } from '../../../domain/conditions/operators.ts'
import { MAX_SCHEMA_BYTES, schemaFileOf } from '../../../domain/conditions/schema-file.ts'
import { type Problem, type ProblemCode, problem } from '../../../domain/core/problem.ts'
import type { Db } from '../core/database.ts'
import { textOfFile } from '../files/file-text.ts'

type Fault = { readonly code: ProblemCode; readonly says: string }

/** Why a stored file cannot be the schema of a condition; null if it can. */
const faultOf = async (db: Db, projectKey: number, id: string): Promise<Fault | null> => {
  // Locked against deletion until the condition is saved.
  const { rows } = await sql<{ name: string; size: number }>`
    select name, (doc ->> 'size')::float8 as size from object
    where project_key = ${projectKey} and kind = 'file' and id = ${id} for key share`.execute(db)
  const [file] = rows
  if (!file) return { code: 'unknown', says: 'must be a JSON schema, or the id of a stored file that holds one.' }
  const named = `the file “${file.name}”`
  if (file.size > MAX_SCHEMA_BYTES)
    return {
      code: 'length',
      says: `must be the id of a file of at most ${MAX_SCHEMA_BYTES / 1024} KiB; ${named} has ${Math.ceil(file.size / 1024)} KiB.`,
    }
  const text = await textOfFile(db, projectKey, id, MAX_SCHEMA_BYTES)
  if (text === null) return { code: 'invalid', says: `must be the id of a text file; ${named} is not text.` }
  const compiled = schema(text)
  return isUnreadable(compiled)
    ? { code: 'invalid', says: `must be the id of a file that holds a JSON schema; ${named} ${compiled.says}.` }
    : null
}

/** Field errors of conditions whose schema is a stored file that the project does not have, or that holds no schema. */
export const schemaFileProblems = async (
  db: Db,
  projectKey: number,
  conditions: readonly Condition[],
): Promise<Problem[]> => {
  const problems: Problem[] = []
  for (const [index, condition] of conditions.entries()) {
    const id = schemaFileOf(condition)
    const fault = id === null ? null : await faultOf(db, projectKey, id)
    if (fault) problems.push(problem(`conditions[${index}].val`, fault.code, fault.says))
  }
  return problems
}
