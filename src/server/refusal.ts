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
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'quota'
  | 'too_many_tries'
  | 'too_many_requests'
  | 'idempotency_mismatch'
  | 'unavailable'
  | 'internal'

/** As many problems as one can mend at a time: an answer stays small, however much was wrong. */
export const MOST_TOLD = 20
const LONGEST_MESSAGE = 16_000
const LONGEST_SENTENCE = 500
const LONGEST_FIELD = 200

/** A field's name, and with it a sentence, may be as long as whoever asks likes. */
const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

const told = ({ field, code, message }: Problem): Problem => ({
  field: shortened(field, LONGEST_FIELD),
  code,
  message: shortened(message, LONGEST_SENTENCE),
})

/** An answer that says no: what a handler returns where a rule stands against the request. Nothing it wrote is kept, but where it says so. */
export class Refusal {
  readonly status: RefusalStatus
  readonly code: RefusalCode
  readonly message: string
  readonly problems: readonly Problem[]
  /** When another try may do better. */
  readonly retryAfterSeconds: number | null
  /** What was written stays: a try that was counted must count although it failed. */
  readonly keepsWrites: boolean
  constructor(status: RefusalStatus, code: RefusalCode, message: string, more: More = {}) {
    this.status = status
    this.code = code
    this.message = shortened(message, LONGEST_MESSAGE)
    this.problems = (more.problems ?? []).slice(0, MOST_TOLD).map(told)
    this.retryAfterSeconds = more.retryAfterSeconds ?? (status === 503 ? 1 : null)
    this.keepsWrites = more.keepsWrites ?? false
  }
}
type More = { problems?: readonly Problem[]; retryAfterSeconds?: number; keepsWrites?: boolean }
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

export const notFound = (kind: string): Refusal =>
  new Refusal(404, 'not_found', `There is no such ${kind} in this project.`)

/** Refuses to try again so soon. */
export const tooManyTries = (waitMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const wait = seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')
  return new Refusal(429, 'too_many_tries', `There were too many tries; the next may be made in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
/** Refuses what a caller asks for too often. `what` is plural: "requests". */
export const tooManyRequests = (what: string, waitMs: number): Refusal => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(429, 'too_many_requests', `Too many ${what}: try again in ${count(seconds, 'second')}.`, {
    retryAfterSeconds: seconds,
  })
}

const count = (many: number, unit: string): string => `${many} ${unit}${many === 1 ? '' : 's'}`

export const forbidden = (message: string): Refusal => new Refusal(403, 'forbidden', message)

/** Refuses with the first problems named; 400 where all that is wrong is that something is missing. */
export const invalid = (problems: readonly Problem[]): Refusal => {
  const missing = problems.every((problem) => problem.code === 'required')
  const sentences = problems.slice(0, MOST_TOLD).map((problem) => told(problem).message)
  if (problems.length > MOST_TOLD) sentences.push(`There is more that is wrong: these are the first ${MOST_TOLD}.`)
  return new Refusal(missing ? 400 : 422, missing ? 'missing_field' : 'invalid', sentences.join(' '), { problems })
}
