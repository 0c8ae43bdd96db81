import type { Auth0Client } from '@auth0/auth0-spa-js'
import type { UserProfile } from '../../machines/identity/sign-in.ts'
import type { AppConfiguration } from '../contract/installation/app-configuration.ts'

export type Identity = {
  /** Completes a sign-in that this browser began; answers where the person was going. */
  completeRedirect(): Promise<{ target: string | null }>
  readSession(): Promise<{ user: UserProfile | null }>
  /** Leaves for the provider's page. */
  leave(to: { target: string | null; hint: string | null }): Promise<void>
  signOut(): Promise<void>
  /** The access token, renewed silently; null where nobody is signed in (the session ended, or never was). */
  token(): Promise<string | null>
  /** Until when the token is good that stands for the sign-in now, in Unix ms; null where there is none. It is renewed silently. */
  expires(): Promise<number | null>
  /** A token with what changed since it was made. */
  refreshToken(): Promise<void>
}

const SESSION_DAYS = 14
const IFRAME_TIMEOUT_SECONDS = 10

/**
 * The identity client, in a chunk of its own that loads while the page does. Tokens are kept in memory: a reload asks the
 * provider again, whose session is a cookie that no script can read.
 */
export const openIdentity = ({ identity }: AppConfiguration, onExpired: () => void): Identity => {
  const { origin } = location
  const opened: Promise<Auth0Client> = import('@auth0/auth0-spa-js').then(
    ({ Auth0Client: Client }) =>
      new Client({
        domain: identity.domain,
        clientId: identity.client_id,
        cacheLocation: 'memory',
        useRefreshTokens: true,
        useRefreshTokensFallback: true,
        authorizeTimeoutInSeconds: IFRAME_TIMEOUT_SECONDS,
        sessionCheckExpiryDays: SESSION_DAYS,
        authorizationParams: { redirect_uri: origin, audience: identity.audience, scope: 'openid profile email' },
      }),
  )
  // At an address that browsers do not trust it cannot be had; whoever asks for it is told, and nobody may ask.
  opened.catch(() => {})
  return {
    async completeRedirect() {
      const { appState } = await (await opened).handleRedirectCallback<{ target?: string }>()
      return { target: appState?.target ?? null }
    },
    async readSession() {
      const client = await opened
      await client.checkSession()
      const user = await client.getUser()
      return { user: user ? profileOf(user) : null }
    },
    async leave({ target, hint }) {
      await (await opened).loginWithRedirect({
        ...(target !== null && { appState: { target } }),
        ...(hint && { authorizationParams: { login_hint: hint } }),
      })
      // The page is going away; whoever waits, waits until it has.
      await new Promise<never>(() => {})
    },
    async signOut() {
      const client = await opened
      // Ours signs out at once only who shows that it is they who ask; a tenant of Auth0 has its own rules, and is sent no token.
      const hint = identity.kind === 'auth0' ? undefined : (await client.getIdTokenClaims())?.__raw
      const returnTo = `${origin}/logout/`
      await client.logout({ logoutParams: { returnTo, ...(hint !== undefined && { id_token_hint: hint }) } })
      await new Promise<never>(() => {})
    },
    async token() {
      try {
        return (await (await opened).getTokenSilently()) ?? null
      } catch (error) {
        if (!hasEnded(error)) throw error
        onExpired()
        return null
      }
    },
    async expires() {
      const exp = (await (await opened).getIdTokenClaims())?.exp
      return exp === undefined ? null : exp * 1000
    },
    async refreshToken() {
      await (await opened).getTokenSilently({ cacheMode: 'off' })
    },
  }
}

/** Whether this browser made the `state` that an address carries: another flow's answer must be left alone. */
export const issuedHere = (clientId: string, search: string): boolean => {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (!state || !query.has('code')) return false
  try {
    const kept = JSON.parse(sessionStorage.getItem(`a0.spajs.txs.${clientId}`) ?? 'null') as { state?: string } | null
    return kept?.state === state
  } catch {
    return false
  }
}

const ENDED = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'missing_refresh_token',
])
const hasEnded = (error: unknown): boolean => ENDED.has(String((error as { error?: unknown }).error ?? ''))

/** The claims that the product reads; the last two come under the installation's namespace. */
const profileOf = (user: Readonly<Record<string, unknown>>): UserProfile => {
  const text = (name: string): string => (typeof user[name] === 'string' ? (user[name] as string) : '')
  const list = (name: string): string[] => {
    const claim = Object.entries(user).find(([key]) => key === name || key.endsWith(`/${name}`))?.[1]
    return Array.isArray(claim) ? claim.map(String) : []
  }
  return {
    sub: text('sub'),
    email: text('email'),
    nickname: text('nickname'),
    name: text('name') || text('email'),
    picture: text('picture'),
    created: text('created'),
    permissions: list('permissions'),
    org_ids: list('org_ids'),
  }
}
