import { type Problem, problem } from '../core/problem.ts'

type Draft = { readonly name?: string | undefined; readonly roles?: readonly string[] | undefined }

/**
 * Rule violations of a service account. `known` are the roles of its organization. ADMIN is refused: who administers people must be a
 * person, who can be asked.
 */
export const serviceAccountProblems = ({ name, roles }: Draft, known: readonly string[]): Problem[] => {
  const unknown = (roles ?? []).filter((role) => !known.includes(role))
  return [
    ...(name !== undefined && name.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
    ...(roles?.includes('ADMIN')
      ? [problem('roles', 'forbidden', 'must not contain ADMIN: only people administer an organization.')]
      : []),
    ...(unknown.length > 0
      ? [problem('roles', 'unknown', `must be roles of the organization; there is no ${unknown.join(', ')}.`)]
      : []),
  ]
}
