import { type Problem, problem } from '../core/problem.ts'
import { parseTime } from '../core/wire-time.ts'
import { AUTH_TYPES, type AuthTypeId, type TokenDraft } from './auth-types.ts'

type Change = {
  readonly meta?: Partial<TokenDraft['meta']>
  readonly token?: TokenDraft['token']
}

/** Field errors of a token's change that are the same for all types. */
export const tokenProblems = ({ meta, token }: Change): Problem[] => {
  const problems: Problem[] = []
  if (meta?.name?.trim() === '') problems.push(problem('meta.name', 'required', 'must not be empty.'))
  if (token?.expire_time != null && parseTime(token.expire_time) === null)
    problems.push(problem('token.expire_time', 'invalid', 'must be a time such as 2026-01-05T10:00:00Z.'))
  const names = token?.variables?.map(({ key }) => key) ?? []
  for (const [index, name] of names.entries()) {
    const field = `token.variables[${index}].key`
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name))
      problems.push(problem(field, name === '' ? 'required' : 'invalid', 'must be a variable name, such as TOKEN.'))
    else if (names.indexOf(name) < index)
      problems.push(problem(field, 'duplicate', `must be unique: ${name} exists already.`))
  }
  return problems
}

/** Field errors of a whole token of a type; `has` tells whether a value is there. */
export const wholeTokenProblems = (
  type: AuthTypeId,
  has: (name: (typeof AUTH_TYPES)[AuthTypeId]['token'][number]['name']) => boolean,
): Problem[] =>
  AUTH_TYPES[type].token
    .filter(({ name, required }) => required && !has(name))
    .map(({ name }) => problem(`token.${name}`, 'required', `must be set for ${AUTH_TYPES[type].title}.`))
