/**
 * What is wrong with a value: `required` (absent or empty), `invalid` (not of the right form), `unknown` (names nothing
 * that exists), `range` (a number too small or too large), `length` (too long or too many), `duplicate`, `forbidden`
 * (well-formed, but not to be used here).
 */
export type ProblemCode = 'required' | 'invalid' | 'unknown' | 'range' | 'length' | 'duplicate' | 'forbidden'

/** Something about an input that a person can mend: where it is, and a sentence that says what would be right. */
export type Problem = { readonly field: string; readonly code: ProblemCode; readonly message: string }
