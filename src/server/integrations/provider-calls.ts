import type { AllowRule } from '../../domain/core/addresses.ts'
import { quotedLine } from '../../domain/core/cut-text.ts'
import { codeGrant, type Granted, refreshGrant, revokeTokens } from '../auth/grants.ts'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import type { OpenSetting } from '../auth/open-setting.ts'
import { ProviderProblem } from '../auth/provider-problem.ts'
import { type IntegrationProvider, urlFor } from '../integration-settings.ts'

/** Timeout of a revocation: the integration is deleted either way. */
const REVOKE_MS = 5_000
const LONGEST_ACCOUNT = 320

/** The listed entry of a domain; undefined where the provider does not list it. */
export const listedDomain = (provider: IntegrationProvider, domain: string) =>
  provider.domains.find((each) => each.domain === domain)

/** Fills a URL of a provider for one of its domains. Refuses other domains, which could be anything. */
const urlAt = (provider: IntegrationProvider, template: string, domain: string): string => {
  const listed = listedDomain(provider, domain)
  if (!listed) throw new ProviderProblem(`${provider.name} is not configured for the domain ${domain}: connect again.`)
  return urlFor(template, listed)
}

/** The provider as an auth setting, so that both use the same exchanges. */
const settingOf = (provider: IntegrationProvider, domain: string): OpenSetting => ({
  settings: {
    auth_type: 'OAUTH2',
    allowed_origins: [],
    token_url: urlAt(provider, provider.tokenUrl, domain),
    client_auth: provider.clientAuth,
    ...(provider.revokeUrl !== null && { revoke_url: urlAt(provider, provider.revokeUrl, domain) }),
  },
  tokenParams: {},
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  privateKey: null,
  certificate: null,
  secrets: provider.clientSecret === null ? [] : [provider.clientSecret],
})

type At = { readonly provider: IntegrationProvider; readonly domain: string; readonly allowed: readonly AllowRule[] }

/** Exchanges an authorization code for tokens. */
export const exchangeCode = (
  { provider, domain, allowed }: At,
  { code, state, redirectUri, verifier }: { code: string; state: string; redirectUri: string; verifier: string },
): Promise<Granted> =>
  codeGrant(
    settingOf(provider, domain),
    { callback: new URLSearchParams({ code, state }), state, redirectUri, verifier },
    { allowed, timeoutMs: provider.timeoutMs },
  )

/** Refreshes tokens. */
export const refreshTokens = ({ provider, domain, allowed }: At, refreshToken: string): Promise<Granted> =>
  refreshGrant(settingOf(provider, domain), refreshToken, { allowed, timeoutMs: provider.timeoutMs })

/** Revokes tokens at a provider that offers it. */
export const revokeAt = ({ provider, domain, allowed }: At, tokens: readonly string[]): Promise<void> =>
  revokeTokens(settingOf(provider, domain), tokens, {
    allowed,
    timeoutMs: Math.min(REVOKE_MS, provider.timeoutMs),
  })

/** The outcome of a test call. `refused`: the provider does not accept the token. */
export type Tested =
  | { readonly outcome: 'passed'; readonly account: string | null }
  | { readonly outcome: 'refused' | 'failed'; readonly sentence: string }

/** Calls the provider's test URL with an access token. Passes without a call where none is configured. */
export const testCall = async ({ provider, domain, allowed }: At, accessToken: string): Promise<Tested> => {
  if (provider.testUrl === null) return { outcome: 'passed', account: null }
  const url = urlAt(provider, provider.testUrl, domain)
  const { host } = new URL(url)
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const { status, body } = await guardedFetch(
    url,
    { method: 'GET', headers, body: '' },
    { allowed, timeoutMs: provider.timeoutMs },
  )
  if (status === 401) return { outcome: 'refused', sentence: `${host} answered 401: it does not accept the token.` }
  if (status === 403)
    return {
      outcome: 'failed',
      sentence: `${host} answered 403: the account or the scopes do not allow the test call.`,
    }
  if (status >= 400) return { outcome: 'failed', sentence: `${host} answered ${status}.` }
  return { outcome: 'passed', account: provider.account === null ? null : accountIn(body, provider.account) }
}

/** The text at a path of a JSON document; null where there is none. */
const accountIn = (body: string, path: string): string | null => {
  try {
    let value: unknown = JSON.parse(body)
    for (const name of path.split('.'))
      value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
    return typeof value === 'string' ? quotedLine(value, LONGEST_ACCOUNT) || null : null
  } catch {
    return null
  }
}
