import { addressName } from '../core/address-name.ts'
import { type Problem, problem } from '../core/problem.ts'
import { isWebAddress } from '../core/web-address.ts'
import type { AuthSettingDraft } from './auth-types.ts'

type Settings = Readonly<
  Pick<
    Partial<AuthSettingDraft['settings']>,
    'auth_type' | 'authorize_url' | 'token_url' | 'access_token_url' | 'own_callback'
  >
>

const SHARED = '/tokens/callback'

const originOf = (url: string | null | undefined): string | null =>
  url && isWebAddress(url) ? new URL(url).origin : null

/** The origin that exchanges the answer of a sign-in for a token; null where the setting has none. */
const exchangeOrigin = ({ auth_type, token_url, access_token_url }: Settings): string | null =>
  originOf(auth_type === 'OAUTH1' ? access_token_url : token_url)

/** Whether a stored setting has a callback address of its own. One without a provider has registered nothing, so it gets one. */
export const hasOwnCallback = (settings: Settings): boolean =>
  settings.own_callback ?? exchangeOrigin(settings) === null

/**
 * The last step of a setting's own callback path; null where it shares the path without one. It names the origin to which the answer is
 * sent on, so that what arrives there from one provider is never sent to another (the mix-up attack of RFC 9700, section 4.4).
 */
export const authCallbackName = (settings: Settings): string | null => {
  const origin = exchangeOrigin(settings)
  return hasOwnCallback(settings) && origin !== null ? addressName(origin) : null
}

/** The path to which a provider leads back; null while the setting lacks the URL that it follows from. */
export const authCallbackPath = (settings: Settings): string | null => {
  if (!hasOwnCallback(settings)) return SHARED
  const name = authCallbackName(settings)
  return name === null ? null : `${SHARED}/${name}`
}

/** Field errors of a change that would let a setting share the callback path which did not, or share it with a provider that it did not have. */
export const sharedCallbackProblems = (before: Settings, after: Settings): Problem[] => {
  if (hasOwnCallback(after)) return []
  const refuse = (says: string) => [problem('settings.own_callback', 'forbidden', says)]
  if (hasOwnCallback(before))
    return refuse('must be true: a callback address is shared only by auth settings that have it already.')
  const isMoved =
    originOf(before.authorize_url) !== originOf(after.authorize_url) || exchangeOrigin(before) !== exchangeOrigin(after)
  return isMoved
    ? refuse('must be true, because the provider changes: register its own callback address at the provider.')
    : []
}
