/**
 * Kind of field error: `required` (absent or empty), `invalid` (wrong format), `unknown` (refers to something that does not
 * exist), `range` (too small or too large a number), `length` (too long or too many), `duplicate`, `forbidden` (well-formed, but not
 * allowed here).
 */
export type ProblemCode = 'required' | 'invalid' | 'unknown' | 'range' | 'length' | 'duplicate' | 'forbidden'

/** A field error: the field's path, and a sentence that says what is valid. */
export type Problem = {
  readonly field: string
  readonly code: ProblemCode
  /** The sentence as the API says it, with the field's path as its subject where it has one. */
  readonly message: string
  /** The sentence without its subject, such as `must not be empty.`; absent where the message is about no single field. */
  readonly says?: string
}

/** A field error whose message is the field's path and what is said of it. */
export const problem = (field: string, code: ProblemCode, says: string): Problem => ({
  field,
  code,
  message: `${field} ${says}`,
  says,
})

/** The sentence of a field error without its subject; undefined where it has none. The wire carries the message alone. */
export const saysOf = ({ field, message, says }: Pick<Problem, 'field' | 'message' | 'says'>): string | undefined =>
  says ?? (message.startsWith(`${field} `) ? message.slice(field.length + 1) : undefined)
