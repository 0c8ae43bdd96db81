import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

type Context = Parameters<Parameters<Provider['use']>[0]>[0]
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/**
 * Auth0's way to sign a browser out: `GET /v2/logout?client_id&returnTo`. Any page could send a browser there, so only a request that
 * shows the ID token of who is signed in (`id_token_hint`) ends the session and the grants that hang on it; without it, the person is
 * asked, on a page with a form of our own. Goes to `returnTo` where the client is known to come from there, and nowhere else. Answers
 * the account that was signed out.
 */
export const answerSignOut = async (provider: Provider, ctx: Context): Promise<string | undefined> => {
  const { client_id: clientId, returnTo, id_token_hint: hint } = ctx.query
  const client = typeof clientId === 'string' ? await provider.Client.find(clientId) : undefined
  const mayReturn =
    returnTo === undefined || (typeof returnTo === 'string' && client?.postLogoutRedirectUriAllowed(returnTo))
  if (!mayReturn) {
    ctx.status = 400
    ctx.type = 'text/plain'
    ctx.body = 'returnTo is not an address that this client may return to.'
    return undefined
  }
  // A session is read by its cookie, which any Koa context of the provider has.
  const session = await provider.Session.get(ctx as unknown as KoaContextWithOIDC)
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

/** Whom an ID token of ours, made for this client, names, be it expired or not; null where it is none. */
const subjectOf = async (provider: Provider, client: Client, hint: unknown): Promise<string | null> => {
  if (typeof hint !== 'string') return null
  const verified = await provider.IdToken.validate(hint, client).catch(() => null)
  return verified ? String(verified.payload.sub) : null
}
