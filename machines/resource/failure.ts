/** A field of what was sent, and the sentence about it. */
export type FieldProblem = { readonly field: string; readonly message: string }

/**
 * Why a call did not come to an answer. `message` is a sentence; `status` is null where no response came at all; `at` is
 * in milliseconds since 1970, null where nobody looked at the clock.
 */
export type Failure = {
  readonly operation: string
  readonly message: string
  readonly status: number | null
  readonly statusText: string
  readonly url: string
  readonly problems: readonly FieldProblem[]
  /** The response's JSON; null where there was none. */
  readonly body: unknown
  /** What a refusal asks to wait for, where it says so. */
  readonly retryAfterSeconds?: number
  readonly at: number | null
}

/** What the actor `call` rejects with. */
export class CallError extends Error {
  readonly failure: Failure
  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'CallError'
    this.failure = failure
  }
}

/** The sentence of whatever was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The failure of an operation, from whatever its call was rejected with. */
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

/** The call was given up by ourselves: nobody needs to hear of it. */
export const isAborted = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError'

/** No response came: the network, or a server that is away. */
export const isOutOfReach = (thrown: unknown): boolean => thrown instanceof CallError && thrown.failure.status === null
