import { CallError } from '../../../../machines/resource/failure.ts'

/** The object of an undo is not as the action left it. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince'
  /** `fields` are the paths that were changed. */
  constructor(name: string, fields: readonly string[]) {
    const words = fields.map((path) => path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')).join(', ')
    super(`${name ? `“${name}”` : 'It'} was changed since (${words}), so this change is not undone.`)
  }
}

/** Statuses of refusals that stay: the object is gone or was changed, or the server does not take the call. */
const REFUSALS = [400, 404, 409, 410, 422]

/** Whether a later attempt at a step of an undo would fail too. */
export const isFinal = (failure: unknown): boolean => {
  if (failure instanceof ChangedSince) return true
  const cause = failure instanceof Error && failure.cause instanceof CallError ? failure.cause : failure
  return cause instanceof CallError && REFUSALS.includes(cause.failure.status ?? 0)
}
