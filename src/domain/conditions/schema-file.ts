import type { Condition } from './operators.ts'

// No JSON schema is such a text, and every id of a file is one.
const FILE_ID = /^[A-Za-z0-9_-]{10,128}$/

/** The id of the stored file that holds the schema of a condition; null if its value is the schema itself, or it has none. */
export const schemaFileOf = ({ condition, val }: Pick<Condition, 'condition' | 'val'>): string | null => {
  const text = (val ?? '').trim()
  return condition === 'schema' && FILE_ID.test(text) ? text : null
}
