import { type Problem, problem } from '../core/problem.ts'

const ROLE_ID = /^[A-Z][A-Z0-9_]{1,63}$/

/** Roles that every organization has. */
export const isBuiltInRole = (id: string): boolean => id === 'ADMIN' || id === 'DEFAULT'

/** Rule violations of the id of a new role; `known` are the organization's roles. */
export const roleIdProblems = (id: string, known: readonly string[]): Problem[] => {
  if (!ROLE_ID.test(id))
    return [problem('id', 'invalid', 'must be 2 to 64 capital letters, digits and underscores, such as DEV_TEAM.')]
  return known.includes(id) ? [problem('id', 'duplicate', `must be new: the organization has a role ${id}.`)] : []
}
