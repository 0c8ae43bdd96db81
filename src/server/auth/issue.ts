import { callOrigins, providerOrigins } from '../../domain/auth/auth-origins.ts'
import type { Grant } from '../../domain/auth/auth-types.ts'
import { canRefresh } from '../../domain/auth/renewable.ts'
import { refreshTime } from '../../domain/auth/token-status.ts'
import type { AuthSettingDoc } from '../store/auth/auth-settings.ts'
import { planRefresh, type TokenDoc } from '../store/auth/tokens.ts'
import type { Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { Granted } from './grants.ts'
import type { OAuth1Token } from './oauth1.ts'
import { maskedAnswer } from './provider.ts'
import { expiryAfter, expiryOf } from './token-lifetime.ts'

/** A token before it has values. */
export const blankToken = (authId: string, ownedBy: string): TokenDoc => ({
  auth_id: authId,
  domain: null,
  owned_by: ownedBy,
  grant: 'manual',
  secrets: {},
  texts: {},
  variables: [],
  expires: null,
  issued: null,
  scopes: [],
  problem: null,
  api_response: {},
})

type Issue = {
  readonly setting: AuthSettingDoc
  readonly granted: Granted
  readonly grant: Grant | TokenDoc['grant']
  readonly scopes: readonly string[]
  readonly sealing: SecretCipher
  readonly now: number
}

/** A token with what its provider granted; one that is refreshed stays bound to the origins it was obtained for. Without a new refresh token, that of `before` stays if `keepsRefresh` is set. */
export const issuedToken = (
  before: TokenDoc,
  { setting, granted, grant, scopes, sealing, now }: Issue,
  keepsRefresh: boolean,
): TokenDoc => {
  const { settings, meta } = setting
  const kept = keepsRefresh ? before.secrets.refresh_token : undefined
  const refresh =
    granted.refreshToken === null ? kept : { ...sealing.seal(granted.refreshToken), origins: providerOrigins(settings) }
  const called = callOrigins(settings, meta.domain)
  // An origin that was listed since is for tokens that their owner obtains from now on.
  const bound = keepsRefresh ? before.secrets.access_token?.origins : undefined
  const origins = bound ? called.filter((origin) => bound.includes(origin)) : called
  const scope = granted.scope ?? (keepsRefresh ? before.texts.scope : undefined)
  return {
    ...before,
    grant,
    secrets: {
      access_token: { ...sealing.seal(granted.accessToken), origins },
      ...(refresh && { refresh_token: refresh }),
    },
    texts: { token_type: granted.tokenType, ...(scope !== undefined && { scope }) },
    expires: expiryOf(granted, now),
    issued: now,
    scopes: [...scopes],
    problem: null,
    refused: null,
    api_response: maskedAnswer(
      granted.answer,
      [granted.accessToken, granted.refreshToken].filter((each) => each !== null),
    ),
  }
}

/** A token with what a provider of OAuth 1 granted. It is not refreshed. */
export const issuedOAuth1 = (
  before: TokenDoc,
  { setting, granted, sealing, now }: Pick<Issue, 'setting' | 'sealing' | 'now'> & { readonly granted: OAuth1Token },
): TokenDoc => {
  const origins = callOrigins(setting.settings, setting.meta.domain)
  const { token, secret, expiresInSeconds, answer } = granted
  return {
    ...before,
    grant: 'oauth1',
    secrets: {
      access_token: { ...sealing.seal(token), origins },
      // A secret may be empty, and is none then.
      ...(secret !== '' && { token_secret: { ...sealing.seal(secret), origins } }),
    },
    texts: {},
    expires: expiryAfter(now, expiresInSeconds),
    issued: now,
    scopes: [],
    problem: null,
    api_response: maskedAnswer(
      answer,
      [token, secret].filter((each) => each !== ''),
    ),
  }
}

/** Plans the automatic refresh that follows from a token's times. */
export const planRefreshOf = (db: Db, { key, doc }: Stored<TokenDoc>, now: number): Promise<void> =>
  planRefresh(db, key, canRefresh(doc) && doc.problem === null ? refreshTime(doc, now) : null)
