import { isWebAddress } from '../core/web-address.ts'
import { asOrigin } from '../secrets/secret-origins.ts'
import type { AuthSettingDraft } from './auth-types.ts'

type Settings = Partial<AuthSettingDraft['settings']>

/** Origins that a call may send credentials to: those listed, else the domain over HTTPS. */
export const callOrigins = ({ allowed_origins: listed }: Settings, domain: string | null): string[] => {
  const found = listed?.length ? listed : domain ? [`https://${domain.trim()}`] : []
  return [...new Set(found.flatMap((text) => asOrigin(text) ?? []))]
}

const originOf = (url: string | null | undefined): string[] => (url && isWebAddress(url) ? [new URL(url).origin] : [])

/** Fields with the provider's endpoints, which the server calls. People open the authorization URL, in a browser. */
export const PROVIDER_URLS = ['token_url', 'device_url', 'revoke_url', 'request_token_url', 'access_token_url'] as const

/** Origins that the client's keys are sent to: those of the provider's endpoints, and never those of calls. */
export const providerOrigins = (settings: Settings): string[] => [
  ...new Set(PROVIDER_URLS.flatMap((name) => originOf(settings[name]))),
]

/**
 * Origins that the client's keys are bound to. OAuth 1 and signed requests prove the keys to the called service itself, so they are
 * bound to the origins of calls too.
 */
export const keyOrigins = (settings: Settings, domain: string | null): string[] => {
  const { auth_type: type } = settings
  const signs = type === 'OAUTH1' || type === 'OAUTH2_JWS'
  return [...new Set([...providerOrigins(settings), ...(signs ? callOrigins(settings, domain) : [])])]
}
