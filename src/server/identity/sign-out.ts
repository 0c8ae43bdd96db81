import type { Provider } from 'oidc-provider'
import { type Context, sessionOf } from './session-cookie.ts'

type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/**
 * Handles Auth0's sign-out, `GET /v2/logout?client_id&returnTo`. Any site could send a browser there, so the session and its grants end
 * only if the request carries the ID token of the signed-in account (`id_token_hint`); otherwise a page asks the person. Redirects to
 * `returnTo` only if it is registered for the client. Returns the account that was signed out.
 */
export const answerSignOut = async (provider: Provider, ctx: Context): Promise<string | undefined> => {
  const { client_id: clientId, returnTo, id_token_hint: hint } = ctx.query
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined
  const mayReturn =
    returnTo === undefined || (typeof returnTo === 'string' && client?.postLogoutRedirectUriAllowed(returnTo))
  if (!mayReturn) {
    ctx.status = 400
    ctx.type = 'text/plain'
    ctx.body = 'returnTo is not a registered sign-out URL of this client.'
    return undefined
  }
  const session = await sessionOf(provider, ctx)
  if (session.accountId) {
    if (!client || (await subjectOf(provider, client, hint)) !== session.accountId) {
      const asked = new URLSearchParams({
        ...(client && { client_id: client.clientId }),
        ...(typeof returnTo === 'string' && { post_logout_redirect_uri: returnTo }),
      })
      ctx.redirect(`/oidc/logout?${asked}`)
      return undefined
    }
    for (const { grantId, persistsLogout } of Object.values(session.authorizations ?? {})) {
      if (!grantId || persistsLogout) continue
      await provider.RefreshToken.revokeByGrantId(grantId)
    }
    await session.destroy()
  }
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', path: '/' })
  ctx.redirect(typeof returnTo === 'string' ? returnTo : '/')
  return session.accountId
}

/** Returns the subject of an ID token that was issued to this client, even an expired one; null if it is not valid. */
const subjectOf = async (provider: Provider, client: Client, hint: unknown): Promise<string | null> => {
  if (typeof hint !== 'string') return null
  const verified = await provider.IdToken.validate(hint, client).catch(() => null)
  return verified ? String(verified.payload.sub) : null
}
