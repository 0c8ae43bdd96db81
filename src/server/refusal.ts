import type { Problem } from '../domain/problem.ts'

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
