import { sql } from 'kysely'
import { isUnreadable } from '../../../domain/conditions/engines.ts'
import { schema } from '../../../domain/conditions/json-schemas.ts'
import type { Condition } from '../../../domain/conditions/operators.ts'
import { MAX_SCHEMA_BYTES, schemaFileOf } from '../../../domain/conditions/schema-file.ts'
import { type Problem, type ProblemCode, problem } from '../../../domain/core/problem.ts'
import type { Db } from '../core/database.ts'

type File = { readonly id: string; readonly name: string; readonly size: number; readonly bytes: Buffer | null }

/** Reads files of a project that are named as schemas, locked against deletion until the conditions are saved. */
const filesOf = async (db: Db, projectKey: number, ids: readonly string[]): Promise<ReadonlyMap<string, File>> => {
  // A file of the size of a schema is one piece.
  const { rows } = await sql<File>`
    select o.id, o.name, (o.doc ->> 'size')::float8 as size, (
      select p.bytes from file_content c join file_piece p on p.content_key = c.key and p.piece = 0
      where c.file_key = o.key and c.kept_until is null and c.size <= ${MAX_SCHEMA_BYTES}) as bytes
    from object o where o.project_key = ${projectKey} and o.kind = 'file' and o.id = any(${[...ids]}::text[])
    for key share of o`.execute(db)
  return new Map(rows.map((file) => [file.id, file]))
}

const textOf = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Why a stored file cannot be the schema of a condition: a code and the rest of a sentence; null if it can. */
const faultOf = (file: File | undefined): readonly [ProblemCode, string] | null => {
  if (!file) return ['unknown', 'must be a JSON schema, or the id of a stored file that holds one.']
  const named = `the file “${file.name}”`
  if (file.size > MAX_SCHEMA_BYTES) {
    const has = `${named} has ${Math.ceil(file.size / 1024)} KiB.`
    return ['length', `must be the id of a file of at most ${MAX_SCHEMA_BYTES / 1024} KiB; ${has}`]
  }
  const text = textOf(file.bytes ?? Buffer.alloc(0))
  if (text === null) return ['invalid', `must be the id of a text file; ${named} is not text.`]
  const compiled = schema(text)
  return isUnreadable(compiled)
    ? ['invalid', `must be the id of a file that holds a JSON schema; ${named} ${compiled.says}.`]
    : null
}

/** Why the content of a file cannot be a schema, as the rest of a sentence; null if it can. */
export const schemaFault = async (db: Db, projectKey: number, id: string): Promise<string | null> => {
  const file = (await filesOf(db, projectKey, [id])).get(id)
  if (!file) return null
  if (file.size > MAX_SCHEMA_BYTES) return `has more than ${MAX_SCHEMA_BYTES / 1024} KiB`
  const text = textOf(file.bytes ?? Buffer.alloc(0))
  if (text === null) return 'is not text'
  const compiled = schema(text)
  return isUnreadable(compiled) ? compiled.says : null
}

/** Field errors of conditions whose schema is a stored file that the project does not have, or that holds no schema. */
export const schemaFileProblems = async (
  db: Db,
  projectKey: number,
  conditions: readonly Condition[],
): Promise<Problem[]> => {
  const ids = conditions.map(schemaFileOf)
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return []
  const files = await filesOf(db, projectKey, named)
  return ids.flatMap((id, index) => {
    const fault = id === null ? null : faultOf(files.get(id))
    if (!fault) return []
    const [code, says] = fault
    return problem(`conditions[${index}].val`, code, says)
  })
}
