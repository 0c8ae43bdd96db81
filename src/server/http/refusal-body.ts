import type { Problem } from '../../domain/core/problem.ts'
import type { Refusal } from '../refusal.ts'

/** The body of a refusal: version 3 answers `detail`, all others `error` and `error_msg`, with the fields beside them. */
export const refusalBody = (path: string, refusal: Refusal): object => {
  const fields = refusal.problems.map((problem) => ({
    loc: locationOf(problem),
    msg: problem.message,
    type: problem.code,
  }))
  if (path.startsWith('/api/3/')) return { detail: fields.length > 0 ? fields : refusal.message }
  return {
    error: refusal.code,
    error_msg: refusal.message,
    ...(fields.length > 0 && { fields }),
  }
}

/** `request.headers[2].key` as `['request', 'headers', 2, 'key']`. */
const locationOf = (problem: Problem): (string | number)[] =>
  problem.field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
