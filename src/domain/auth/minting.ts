import { type Problem, problem } from '../core/problem.ts'
import { callOrigins } from './auth-origins.ts'
import { type AuthSettingDraft, type Grant, grantsOf } from './auth-types.ts'

type Setting = {
  readonly settings: AuthSettingDraft['settings']
  readonly meta: { readonly domain: string | null }
}

/** Grants for which the keys of the client are enough: no person confirms the token. */
const MINTING: readonly Grant[] = ['client_credentials', 'jwt_bearer']

const mints = ({ settings }: Setting): boolean =>
  grantsOf(settings.auth_type, settings.grant_types).some((grant) => MINTING.includes(grant))

/**
 * Field error of a client's key that is kept although tokens obtained with it could now be sent to further origins; null if it may stay.
 * Otherwise somebody who does not know the key could obtain a token and have it sent to a server of their choice.
 */
export const mintingProblem = (field: string, name: string, before: Setting, after: Setting): Problem | null => {
  if (!mints(after)) return null
  const known = mints(before) ? callOrigins(before.settings, before.meta.domain) : []
  const added = callOrigins(after.settings, after.meta.domain).filter((origin) => !known.includes(origin))
  return added.length === 0
    ? null
    : problem(
        field,
        'required',
        `must be entered again: tokens obtained with ${name} could now be sent to ${added.join(', ')}.`,
      )
}
