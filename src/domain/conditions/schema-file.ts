import type { Condition } from './operators.ts'

/** Largest schema that a stored file may hold, in bytes: jobs carry its text. */
export const MAX_SCHEMA_BYTES = 65_536

// No JSON schema is such a text, and every id of a file is one.
const FILE_ID = /^[A-Za-z0-9_-]{10,128}$/

/** The id of the stored file that holds the schema of a condition; null if its value is the schema itself, or it has none. */
export const schemaFileOf = ({ condition, val }: Pick<Condition, 'condition' | 'val'>): string | null => {
  const text = (val ?? '').trim()
  return condition === 'schema' && FILE_ID.test(text) ? text : null
}

/** A condition with the text of the schema that its value names; unchanged if the text of that file is not known. */
export const withSchemaText = <Some extends Pick<Condition, 'condition' | 'val'>>(
  condition: Some,
  textOf: (fileId: string) => string | undefined,
): Some => {
  const id = schemaFileOf(condition)
  const text = id === null ? undefined : textOf(id)
  return text === undefined ? condition : { ...condition, val: text }
}
