import type { Problem } from '../../domain/problem.ts'

/** What no PostgreSQL text can hold: the character 0, and half a surrogate pair. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Names every text within `value` that cannot be stored. `field` is what `value` itself is called. */
export const unstorableText = (value: unknown, field: string): Problem[] => {
  if (typeof value === 'string')
    return UNSTORABLE.test(value)
      ? [
          {
            field,
            code: 'invalid',
            message: `${field} must be text without the character 0 and without half characters.`,
          },
        ]
      : []
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableText(item, `${field}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...unstorableText(name, field === '' ? 'A name in the body' : `A name in ${field}`),
    ...unstorableText(child, field === '' ? name : `${field}.${name}`),
  ])
}

/** JSON can spell such characters only as escapes: where there are none, nothing needs to be searched. */
export const mayHoldUnstorable = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json)
