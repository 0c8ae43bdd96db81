import type { Problem } from '../../domain/problem.ts'

export type RefusalCode =
  | 'malformed_body'
  | 'invalid'
  | 'missing_field'
  | 'body_too_large'
  | 'unauthenticated'
  | 'forbidden'
  | 'no_project'
  | 'no_project_access'
  | 'not_found'
  | 'conflict'
  | 'quota'
  | 'idempotency_mismatch'
  | 'unavailable'
  | 'internal'

/** An answer that says no: what a handler returns where a rule stands against the request. Nothing it wrote is kept. */
export class Refusal {
  readonly status: RefusalStatus
  readonly code: RefusalCode
  readonly message: string
  readonly problems: readonly Problem[]
  constructor(status: RefusalStatus, code: RefusalCode, message: string, problems: readonly Problem[] = []) {
    this.status = status
    this.code = code
    this.message = message
    this.problems = problems
  }
}
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 500 | 503

export const notFound = (kind: string): Refusal =>
  new Refusal(404, 'not_found', `There is no such ${kind} in this project.`)

export const forbidden = (message: string): Refusal => new Refusal(403, 'forbidden', message)

/** Refuses with every problem named; 400 where all that is wrong is that something is missing. */
export const invalid = (problems: readonly Problem[]): Refusal => {
  const missing = problems.every((problem) => problem.code === 'required')
  return new Refusal(
    missing ? 400 : 422,
    missing ? 'missing_field' : 'invalid',
    problems.map((problem) => problem.message).join(' '),
    problems,
  )
}

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
