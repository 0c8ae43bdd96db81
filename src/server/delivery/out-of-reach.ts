import { type AllowRule, unreachableHost } from '../../domain/core/addresses.ts'
import { type Problem, problem } from '../../domain/core/problem.ts'
import { HOW_TO_ALLOW } from './guarded-answer.ts'

/**
 * Field errors of URLs that this server is to call and never can, by field path. A URL that is `before` already is not judged again, so
 * that what was allowed once hinders no other change.
 */
export const outOfReach = (
  allowed: readonly AllowRule[],
  urls: Readonly<Record<string, string | null | undefined>>,
  before: Readonly<Record<string, unknown>> = {},
): Problem[] =>
  Object.entries(urls).flatMap(([field, url]): Problem[] => {
    const host = url && url !== before[field] ? unreachableHost(allowed, url.trim()) : null
    return host === null
      ? []
      : [
          problem(
            field,
            'forbidden',
            `must be an address that this server may call: ${host} is not a public address. ${HOW_TO_ALLOW}`,
          ),
        ]
  })
