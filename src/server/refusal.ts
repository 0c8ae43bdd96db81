import type { Problem } from '../domain/core/problem.ts'

export type RefusalCode =
  | 'malformed_body'
  | 'invalid'
  | 'missing_field'
  | 'body_too_large'
  | 'unauthenticated'
  | 'forbidden'
  | 'no_project'
  | 'no_project_access'
  | 'no_account'
  | 'address_unconfirmed'
  | 'mfa_required'
  | 'password_expired'
  | 'session_expired'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'quota'
  | 'too_many_tries'
  | 'too_many_requests'
  | 'idempotency_mismatch'
  | 'unavailable'
  | 'internal'

/** Maximum problems listed in a response, so that it stays small. */
export const MAX_LISTED_PROBLEMS = 20
const LONGEST_MESSAGE = 16_000
const LONGEST_SENTENCE = 500
const LONGEST_FIELD = 200

/** Callers choose field names, and sentences quote them: both are cut to a maximum length. */
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

const bounded = ({ field, code, message }: Problem): Problem => ({
  field: shortened(field, LONGEST_FIELD),
  code,
  message: shortened(message, LONGEST_SENTENCE),
})

/** An error response. A handler returns it when a rule forbids the request; its writes are rolled back unless `keepsWrites` is set. */
export class Refusal {
  readonly status: RefusalStatus
  readonly code: RefusalCode
  readonly message: string
  readonly problems: readonly Problem[]
  /** When to retry; null where retrying does not help. */
  readonly retryAfterSeconds: number | null
  /** The transaction is committed anyway, so that a counted sign-in attempt still counts when it fails. */
  readonly keepsWrites: boolean
  constructor(status: RefusalStatus, code: RefusalCode, message: string, more: More = {}) {
    this.status = status
    this.code = code
    this.message = shortened(message, LONGEST_MESSAGE)
    this.problems = (more.problems ?? []).slice(0, MAX_LISTED_PROBLEMS).map(bounded)
    this.retryAfterSeconds = more.retryAfterSeconds ?? (status === 503 ? 1 : null)
    this.keepsWrites = more.keepsWrites ?? false
  }
}
type More = { problems?: readonly Problem[]; retryAfterSeconds?: number; keepsWrites?: boolean }
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

export const notFound = (kind: string, place: 'project' | 'organization' | 'installation' = 'project'): Refusal =>
  new Refusal(404, 'not_found', `There is no such ${kind} in this ${place}.`)

/** Refuses another attempt before the wait is over. */
export const tooManyTries = (waitMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const wait = seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')
  return new Refusal(429, 'too_many_tries', `Too many attempts: try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
/** Refuses a request over a rate limit. `what` is plural: "requests". */
export const tooManyRequests = (what: string, waitMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(429, 'too_many_requests', `Too many ${what}: try again in ${count(seconds, 'second')}.`, {
    retryAfterSeconds: seconds,
  })
}

const count = (many: number, unit: string): string => `${many} ${unit}${many === 1 ? '' : 's'}`

export const forbidden = (message: string): Refusal => new Refusal(403, 'forbidden', message)

/** Refuses invalid input, naming the first problems: 400 if fields are only missing, else 422. */
export const invalid = (problems: readonly Problem[]): Refusal => {
  const missing = problems.every((problem) => problem.code === 'required')
  const sentences = problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => bounded(problem).message)
  if (problems.length > MAX_LISTED_PROBLEMS)
    sentences.push(`Only the first ${MAX_LISTED_PROBLEMS} problems are listed.`)
  return new Refusal(missing ? 400 : 422, missing ? 'missing_field' : 'invalid', sentences.join(' '), { problems })
}
