/**
 * Kind of field error: `required` (absent or empty), `invalid` (wrong format), `unknown` (refers to something that does not
 * exist), `range` (too small or too large a number), `length` (too long or too many), `duplicate`, `forbidden` (well-formed, but not
 * allowed here).
 */
export type ProblemCode = 'required' | 'invalid' | 'unknown' | 'range' | 'length' | 'duplicate' | 'forbidden'

/** A field error: the field's path, and a sentence that says what is valid. */
export type Problem = { readonly field: string; readonly code: ProblemCode; readonly message: string }
