import { type Problem, problem } from '../core/problem.ts'

const ROLE_ID = /^[A-Z][A-Z0-9_]{1,63}$/

/** Roles that every organization has. */
export const isBuiltInRole = (id: string): boolean => id === 'ADMIN' || id === 'DEFAULT'

/** Rule violations of the id of a new role. */
export const roleIdProblems = (id: string): Problem[] =>
  ROLE_ID.test(id)
    ? []
    : [problem('id', 'invalid', 'must be 2 to 64 capital letters, digits and underscores, such as DEV_TEAM.')]
