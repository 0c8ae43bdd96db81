import type { Auth0Client } from '@auth0/auth0-spa-js'
import type { UserProfile } from '../../machines/identity/sign-in.ts'
import type { AppConfiguration } from '../contract/installation/app-configuration.ts'

export type Identity = {
  /** Completes a sign-in started by this browser; returns where the person was going. */
  completeRedirect(): Promise<{ target: string | null }>
  readSession(): Promise<{ user: UserProfile | null }>
  /** Navigates to the provider's page. */
  leave(to: { target: string | null; hint: string | null; again: boolean }): Promise<void>
  signOut(): Promise<void>
  /** Returns the access token, renewed silently; null if nobody is signed in (anymore). */
  token(): Promise<string | null>
  /** When the current token expires, in Unix ms; null if there is none. It is renewed silently. */
  expires(): Promise<number | null>
  /** Requests a new token that includes recent changes. */
  refreshToken(): Promise<void>
}

const SESSION_DAYS = 14
const IFRAME_TIMEOUT_SECONDS = 10

/**
 * The identity client, in its own chunk that loads alongside the page. Tokens are kept in memory. After a reload, the provider is asked
 * again; its session is a cookie that scripts cannot read.
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
  // At an insecure address the client cannot be created. Callers that use it get the error; if nobody does, it is ignored.
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
    async leave({ target, hint, again }) {
      await (await opened).loginWithRedirect({
        ...(target !== null && { appState: { target } }),
        authorizationParams: { ...(hint && { login_hint: hint }), ...(again && { prompt: 'login' as const }) },
      })
      // The page is about to unload, so this never resolves.
      await new Promise<never>(() => {})
    },
    async signOut() {
      const client = await opened
      // The embedded provider signs out immediately only with a proof of identity. Auth0 has its own rules and gets no token.
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

/** Whether this browser issued the `state` in a URL. Responses to other flows must not be handled. */
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

/** The claims that the product uses; the last two are in the installation's namespace. */
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
