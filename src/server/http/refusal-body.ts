import type { Problem } from '../../domain/core/problem.ts'
import type { Refusal } from '../refusal.ts'

const OF_ORGANIZATIONS: ReadonlySet<string> = new Set(['mfa_required', 'password_expired', 'session_expired'])

/** Builds the body of a refusal: `detail` for version 3, else `error`, `error_msg` and the fields. */
export const refusalBody = (path: string, refusal: Refusal): object => {
  const fields = refusal.problems.map((problem) => ({
    loc: locationOf(problem),
    msg: problem.message,
    type: problem.code,
  }))
  if (path.startsWith('/api/3/'))
    return {
      // Programs tell these apart by their code, in both versions.
      ...(OF_ORGANIZATIONS.has(refusal.code) && { error: refusal.code }),
      detail: fields.length > 0 ? fields : refusal.message,
    }
  return {
    error: refusal.code,
    error_msg: refusal.message,
    ...(fields.length > 0 && { fields }),
  }
}

/** Converts a path such as `request.headers[2].key` to `['request', 'headers', 2, 'key']`. */
const locationOf = (problem: Problem): (string | number)[] =>
  problem.field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
