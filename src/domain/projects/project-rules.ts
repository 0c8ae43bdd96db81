import type { Problem } from '../core/problem.ts'

/** Rule violations of a project's name, for the field that holds it. */
export const projectNameProblems = (name: string, field = 'name'): Problem[] =>
  name.trim() === '' ? [{ field, code: 'required', message: 'Enter a name for the project.' }] : []
