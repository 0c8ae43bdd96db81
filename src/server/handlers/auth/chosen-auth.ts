import { type Problem, problem } from '../../../domain/core/problem.ts'
import type { ProjectContext } from '../../http/context.ts'
import { authSettings } from '../../store/auth/auth-settings.ts'
import { tokens } from '../../store/auth/tokens.ts'
import { ownerOf } from './owner-of.ts'

/** The auth setting and token that a request names. */
type Chosen = { readonly auth_id?: string | null; readonly token_id?: string | null }

const unknown = (field: string, noun: string, id: string): Problem =>
  problem(`request.${field}`, 'unknown', `must be the id of ${noun} of this project; there is none with the id ${id}.`)

/**
 * Field errors of the auth setting and token that a monitor is to use. A token belongs to its setting, and is chosen by its owner alone;
 * monitors that use it already keep it, whoever saves them.
 */
export const chosenAuthProblems = async (
  chosen: Chosen,
  before: Chosen | null,
  context: ProjectContext,
): Promise<Problem[]> => {
  const { auth_id: authId = null, token_id: tokenId = null } = chosen
  if (authId === (before?.auth_id ?? null) && tokenId === (before?.token_id ?? null)) return []
  const { db, project } = context
  if (authId !== null && !(await authSettings.readForChange(db, project.key, authId)))
    return [unknown('auth_id', 'an auth setting', authId)]
  if (tokenId === null) return []
  const token = await tokens.readForChange(db, project.key, tokenId)
  if (!token) return [unknown('token_id', 'a token', tokenId)]
  if (token.doc.auth_id !== authId)
    return [problem('request.token_id', 'invalid', 'must be the id of a token of the auth setting in request.auth_id.')]
  return tokenId === before?.token_id || token.doc.owned_by === ownerOf(context)
    ? []
    : [
        problem(
          'request.token_id',
          'forbidden',
          'must be the id of a token of your own: tokens are not shared. Create one for this auth setting.',
        ),
      ]
}

/** Field errors of a token that is refreshed by an alert, which must be the caller's own. */
export const ownTokenProblems = async (
  field: string,
  id: string | null | undefined,
  context: ProjectContext,
): Promise<Problem[]> => {
  if (!id) return []
  const token = await tokens.read(context.db, context.project.key, id)
  return token && token.doc.owned_by === ownerOf(context)
    ? []
    : [problem(field, 'unknown', 'must be the id of one of your own tokens in this project.')]
}
