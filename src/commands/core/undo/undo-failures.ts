import { CallError } from '../../../../machines/resource/failure.ts'

/** The object of an undo or redo is not as the action left it. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince'
}

const subjectOf = (name: string): string => (name ? `“${name}”` : 'It')

/** The refusal for an object of which somebody changed fields since: `fields` are their paths. */
export const changedSince = (name: string, fields: readonly string[]): ChangedSince => {
  const words = fields.map((path) => path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')).join(', ')
  return new ChangedSince(`${subjectOf(name)} was changed since (${words}), so it stays as it is.`)
}

/** The refusal for an object that somebody uses since: `by` are words such as `schedule “Nightly”`. */
export const usedSince = (name: string, by: readonly string[]): ChangedSince =>
  new ChangedSince(`${subjectOf(name)} is used since by ${by.join(', ')}, so it stays as it is.`)

/** Statuses of refusals that stay: the object is gone or was changed, or the server does not take the call. */
const REFUSALS = [400, 404, 409, 410, 422]

/** Whether a later attempt at a step of an undo would fail too. */
export const isFinal = (failure: unknown): boolean => {
  if (failure instanceof ChangedSince) return true
  const cause = failure instanceof Error && failure.cause instanceof CallError ? failure.cause : failure
  return cause instanceof CallError && REFUSALS.includes(cause.failure.status ?? 0)
}
