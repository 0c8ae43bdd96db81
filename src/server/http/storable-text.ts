import type { Problem } from '../../domain/core/problem.ts'

/** What no PostgreSQL text can hold: the character 0, and half a surrogate pair. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** More places than these are not looked for. */
const MOST_PROBLEMS = 20

/** Names the texts within `value` that cannot be stored, at most 20. `field` is what `value` itself is called. */
export const unstorableText = (value: unknown, field: string): Problem[] => {
  const problems: Problem[] = []
  search(value, field, problems)
  return problems
}

/** `value` is no deeper than a body may be. */
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
  message: `${field} must be text without the character 0 and without half characters.`,
})

const CODE_0 = Buffer.from('\\u0000')
const HALVES = ['\\ud', '\\uD'].map((half) => Buffer.from(half))

/** JSON can spell such characters only as escapes: where there are none, nothing needs to be searched. */
export const mayHoldUnstorable = (json: Buffer): boolean =>
  json.includes(CODE_0) || HALVES.some((half) => json.includes(half))
