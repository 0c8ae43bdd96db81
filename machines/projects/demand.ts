import { CallError, type Failure } from '../resource/failure.ts'

const CODES = ['mfa_required', 'password_expired', 'session_expired'] as const

const LOST = 'no_project_access' as const

/** The reason why a project is closed: a rule of its organization that the person does not meet yet, or access that was taken away. */
export type Demand = { readonly code: (typeof CODES)[number] | typeof LOST; readonly message: string }

/** The open project is no longer among those of the person: it was deleted, or access to it was taken away. */
export const LOSS: Demand = { code: LOST, message: '' }

/** Whether access to the open project was taken away. */
export const isLoss = ({ code }: Demand): boolean => code === LOST

/** The demand that a failed call in the open project tells; null if it failed for another reason. */
export const demandOf = (failure: Failure): Demand | null => {
  const { body, message, status } = failure
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  const code = status === 403 ? [...CODES, LOST].find((each) => each === said) : undefined
  return code ? { code, message } : null
}

/** The unmet rule behind anything that opening a project rejected with. A project that was never open has no access to lose. */
export const demandIn = (thrown: unknown): Demand | null => {
  const demand = thrown instanceof CallError ? demandOf(thrown.failure) : null
  return demand === null || isLoss(demand) ? null : demand
}
