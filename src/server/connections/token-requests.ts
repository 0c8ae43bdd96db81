import { createHash, timingSafeEqual } from 'node:crypto'
import { isOurResource, scopesOf } from '../../domain/connections/asked-connection.ts'
import { clientById } from '../store/connections/clients.ts'
import { type Redeemed, redeemCode, redeemRefresh, revokeToken } from '../store/connections/connection-tokens.ts'
import type { Db } from '../store/core/database.ts'
import { OAuthError } from './oauth-error.ts'

/** PKCE's verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/

type Fields = URLSearchParams

const required = (fields: Fields, name: string): string => {
  const [value, ...more] = fields.getAll(name)
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `${name} is missing.`)
  if (more.length > 0) throw new OAuthError('invalid_request', `${name} is there more than once.`)
  if (/\p{Cc}/u.test(value)) throw new OAuthError('invalid_request', `${name} must not have control characters.`)
  return value
}

const clientOf = async (db: Db, fields: Fields): Promise<string> => {
  const id = required(fields, 'client_id')
  if (!(await clientById(db, id)))
    throw new OAuthError('invalid_client', 'client_id names no application that is registered here.', 401)
  return id
}

const fitsVerifier = (verifier: string, challenge: string): boolean => {
  const [made, kept] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')]
  return made.length === kept.length && timingSafeEqual(made, kept)
}

const WORDS = {
  code: 'The code is wrong, has expired or was used: connect the application again.',
  refresh: 'The refresh token is wrong, has expired or was used: connect the application again.',
} as const

const answerOf = (redeemed: Redeemed, of: keyof typeof WORDS, now: number): object => {
  if (redeemed === 'invalid' || redeemed === 'replayed') throw new OAuthError('invalid_grant', WORDS[of])
  return {
    access_token: redeemed.access,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((redeemed.accessExpires - now) / 1000)),
    refresh_token: redeemed.refresh,
    scope: scopesOf(redeemed.writes),
  }
}

/** Exchanges a code or a refresh token for tokens (RFC 6749). */
export const grantTokens = async (db: Db, fields: Fields, resource: string, now: number): Promise<object> => {
  const grant = required(fields, 'grant_type')
  const clientId = await clientOf(db, fields)
  if (!fields.getAll('resource').every((each) => isOurResource(each, resource)))
    throw new OAuthError('invalid_target', `resource must be ${resource}.`)
  if (grant === 'authorization_code') {
    const [secret, verifier] = [required(fields, 'code'), required(fields, 'code_verifier')]
    const redirect = required(fields, 'redirect_uri')
    if (!VERIFIER.test(verifier))
      throw new OAuthError('invalid_request', 'code_verifier must have 43 to 128 characters.')
    const fits = ({ challenge, redirectUri }: { challenge: string | null; redirectUri: string | null }) =>
      redirectUri === redirect && challenge !== null && fitsVerifier(verifier, challenge)
    return answerOf(await redeemCode(db, { secret, clientId, fits }, now), 'code', now)
  }
  if (grant === 'refresh_token') {
    const redeemed = await redeemRefresh(db, { secret: required(fields, 'refresh_token'), clientId }, now)
    return answerOf(redeemed, 'refresh', now)
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** Ends the connection of a token (RFC 7009). A token that is unknown has ended already. */
export const revoke = async (db: Db, fields: Fields): Promise<void> => {
  const clientId = await clientOf(db, fields)
  await revokeToken(db, required(fields, 'token'), clientId)
}
