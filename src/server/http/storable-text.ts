import type { Problem } from '../../domain/core/problem.ts'
import { UNSTORABLE } from '../../domain/core/storable-text.ts'

/** Maximum problems reported. */
const MOST_PROBLEMS = 20

/** Finds texts in `value` that cannot be stored, at most 20. `field` is the path of `value`. */
export const unstorableText = (value: unknown, field: string): Problem[] => {
  const problems: Problem[] = []
  search(value, field, problems)
  return problems
}

/** Recursion is bounded by the maximum depth of a body. */
const search = (value: unknown, field: string, problems: Problem[]): void => {
  if (problems.length >= MOST_PROBLEMS) return
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) problems.push(problemAt(field))
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, `${field}[${index}]`, problems)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      search(name, field === '' ? 'A name in the body' : `A name in ${field}`, problems)
      search(child, field === '' ? name : `${field}.${name}`, problems)
    }
  }
}

const problemAt = (field: string): Problem => ({
  field,
  code: 'invalid',
  message: `${field} must be text without null characters and unpaired surrogates.`,
})

const CODE_0 = Buffer.from('\\u0000')
const HALVES = ['\\ud', '\\uD'].map((half) => Buffer.from(half))

/** Whether a JSON text may contain such characters: only as escapes, so a text without these escapes need not be searched. */
export const mayHoldUnstorable = (json: Buffer): boolean =>
  json.includes(CODE_0) || HALVES.some((half) => json.includes(half))
