import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

/** A request to the provider. */
export type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** Reads the browser's session by its cookie, which any Koa context of the provider has; one without an expiry where none is stored. */
export const sessionOf = (provider: Provider, ctx: Context) =>
  provider.Session.get(ctx as unknown as KoaContextWithOIDC)

/**
 * Removes the cookie of a session that is not stored (it has ended, or somebody made it up) from a request. The provider takes it for a
 * session that it can store again, and fails on its missing expiry.
 */
export const dropUnknownSession = async (provider: Provider, ctx: Context): Promise<void> => {
  const { cookie } = ctx.req.headers
  const name = provider.cookieName('session')
  if (!cookie?.includes(name) || (await sessionOf(provider, ctx)).exp !== undefined) return
  ctx.req.headers.cookie = cookie
    .split(';')
    .filter((pair) => !pair.trim().startsWith(name))
    .join(';')
}
