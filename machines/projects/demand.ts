import { CallError, type Failure } from '../resource/failure.ts'

const CODES = ['mfa_required', 'password_expired', 'session_expired'] as const

/** A rule of a project's organization that the person does not meet yet. */
export type Demand = { readonly code: (typeof CODES)[number]; readonly message: string }

/** The demand that a failed call tells; null if it failed for another reason. */
export const demandOf = (failure: Failure): Demand | null => {
  const { body, message, status } = failure
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  const code = status === 403 ? CODES.find((each) => each === said) : undefined
  return code ? { code, message } : null
}

/** The demand behind anything that a call rejected with. */
export const demandIn = (thrown: unknown): Demand | null =>
  thrown instanceof CallError ? demandOf(thrown.failure) : null
