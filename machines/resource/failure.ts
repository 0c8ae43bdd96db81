/** A field error: the field and its message. */
export type FieldProblem = { readonly field: string; readonly message: string }

/**
 * The failure of a call. `message` is a sentence; `status` is null if there was no response; `at` is in milliseconds since 1970, null
 * if the time is unknown.
 */
export type Failure = {
  readonly operation: string
  readonly message: string
  readonly status: number | null
  readonly statusText: string
  readonly url: string
  readonly problems: readonly FieldProblem[]
  /** The response's JSON; null if there was none. */
  readonly body: unknown
  /** The time to wait before a retry, if the response says so. */
  readonly retryAfterSeconds?: number
  readonly at: number | null
  /** The call was sent, and its answer was lost: it may have been carried out. */
  readonly mayBeDone?: boolean
}

/** The error that the actor `call` rejects with. */
export class CallError extends Error {
  readonly failure: Failure
  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'CallError'
    this.failure = failure
  }
}

/** The message of anything thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The failure of an operation, from anything that its call rejected with. */
export const failureOf = (operation: string, thrown: unknown): Failure =>
  thrown instanceof CallError
    ? thrown.failure
    : {
        operation,
        message: messageOf(thrown),
        status: null,
        statusText: '',
        url: '',
        problems: [],
        body: null,
        at: null,
      }

/** Whether a call was aborted by the app itself, which needs no message. */
export const isAborted = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError'

/** Whether there was no response: the network or the server is down. */
export const isUnreachable = (thrown: unknown): boolean => thrown instanceof CallError && thrown.failure.status === null
