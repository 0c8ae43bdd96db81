import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/**
 * Auth0's way to sign a browser out: `GET /v2/logout?client_id&returnTo`. Ends the session and the grants that hang on it, and goes
 * to `returnTo` where the client is known to come from there, and nowhere else. Answers the account that was signed out.
 */
export const answerSignOut = async (provider: Provider, ctx: Context): Promise<string | undefined> => {
  const { client_id: clientId, returnTo } = ctx.query
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined
  // A session is read by its cookie, which any Koa context of the provider has.
  const session = await provider.Session.get(ctx as unknown as KoaContextWithOIDC)
  if (session.accountId) {
    for (const { grantId, persistsLogout } of Object.values(session.authorizations ?? {})) {
      if (!grantId || persistsLogout) continue
      await provider.RefreshToken.revokeByGrantId(grantId)
    }
    await session.destroy()
  }
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', path: '/' })
  if (returnTo === undefined) ctx.redirect('/')
  else if (typeof returnTo === 'string' && client?.postLogoutRedirectUriAllowed(returnTo)) ctx.redirect(returnTo)
  else {
    ctx.status = 400
    ctx.type = 'text/plain'
    ctx.body = 'returnTo is not an address that this client may return to.'
  }
  return session.accountId
}
