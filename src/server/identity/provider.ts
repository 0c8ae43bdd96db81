import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Configuration, KoaContextWithOIDC, Provider as OidcProvider, ResourceServer } from 'oidc-provider'
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { base as basePolicy } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { CodeAttempt } from '../access/password-attempts.ts'
import { tooManyTries } from '../refusal.ts'
import { accountById } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { recordSignIn } from '../store/identity/sign-ins.ts'
import { adapterOn, storedId } from './adapter.ts'
import { findAccountIn, ownClaims } from './claims.ts'
import { clientName, clientsAt } from './clients.ts'
import { codePage, confirmPage, connectedPage, isTyped, refusedPage } from './device-pages.ts'
import type { IdentityKeys } from './keys.ts'
import { errorPage, PAGE_HEADERS, signedOutPage, signOutPage } from './pages.ts'
import { dropUnknownSession } from './session-cookie.ts'
import { answerSignOut } from './sign-out.ts'

export type ProviderOptions = {
  db: Db
  sealing: SecretCipher
  clock: () => number
  /** The public URL, without a trailing slash. */
  url: string
  audience: string
  webClient: string
  keys: IdentityKeys
  /** Returns the IP address of a request's client. */
  addressOf: (request: IncomingMessage) => string | null
  /** Counts an entered device code, until it turns out to be right. */
  countCode: (request: IncomingMessage) => Promise<CodeAttempt>
  /** Called when a browser was signed out of an account. */
  onSignedOut: (accountId: string, request: IncomingMessage) => void
  /** Called when a person has connected a device: `client` is the program's name. */
  onConnected: (accountId: string, request: IncomingMessage, client: string) => void
  log: (line: string) => void
}

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** Long enough to find a password. Each pending sign-in takes some 10 kB of the store, and anyone can start one. */
const WAITS_FOR_SIGN_IN_S = 15 * 60
const SCOPES = ['openid', 'offline_access', 'profile', 'email']

/** Creates the embedded OpenID provider on the paths that Auth0 uses, so that the web app works with both. */
export const providerWith = (options: ProviderOptions): OidcProvider => {
  const provider = new Provider(`${options.url}/`, configurationWith(options))
  // `canonical.ts` has set the forwarded headers.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    ctx.set(PAGE_HEADERS)
    await dropUnknownSession(provider, ctx)
    await next()
  })
  provider.use(async (ctx, next) => {
    const isCode = ctx.method === 'POST' && /^\/activate\/*$/.test(ctx.path)
    const isForm = ctx.method !== 'POST' && /^\/activate\/*$/.test(ctx.path)
    // The form's page starts the session; what comes without a session did not come from the form.
    if (ctx.path.startsWith('/activate') && !isForm && ctx.cookies.get(provider.cookieName('session')) === undefined) {
      ctx.status = 303
      return ctx.redirect('/activate')
    }
    const attempt = isCode ? await options.countCode(ctx.req) : null
    const waitMs = attempt?.waitMs ?? 0
    if (waitMs === 0) {
      await next()
      // A code is entered once and confirmed once: counted, both would use up the attempts of all at this address.
      if (attempt && foundDevice(ctx)) await attempt.wasRight()
      return
    }
    const { message, retryAfterSeconds } = tooManyTries(waitMs)
    ctx.status = 429
    ctx.type = 'html'
    ctx.set('retry-after', String(retryAfterSeconds))
    ctx.body = errorPage(message)
  })
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/v2/logout') return next()
    const accountId = await answerSignOut(provider, ctx)
    if (accountId !== undefined) options.onSignedOut(accountId, ctx.req)
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/oauth/token') describeAsAuth0(ctx)
  })
  provider.on('end_session.success', (ctx) => {
    // This event also fires when the person stays signed in: then the session still exists.
    const { session } = ctx.oidc
    if (session?.accountId && 'destroyed' in session) options.onSignedOut(session.accountId, ctx.req)
  })
  const logFault = (error: Error) => options.log(`error identity: ${faultSummary(error)}`)
  provider.on('server_error', (_, error) => logFault(error))
  // Replaces Koa's own output; a refused request or a disconnected client is not an error.
  const { on }: EventEmitter = provider
  on.call(provider, 'error', (error: Error & { code?: string; expose?: boolean }) => {
    if (!error.expose && error.code !== 'EPIPE' && error.code !== 'ECONNRESET') logFault(error)
  })
  return provider
}

/** Whether a code of a posted form was that of a device that asks to be connected. */
const foundDevice = (ctx: { body: unknown; oidc?: KoaContextWithOIDC['oidc'] }): boolean =>
  ctx.oidc?.entities.DeviceCode !== undefined

/** auth0-spa-js falls back to its silent sign-in only on exactly these words of Auth0. */
const describeAsAuth0 = (ctx: { body: unknown; oidc?: KoaContextWithOIDC['oidc'] }): void => {
  const body = ctx.body as { error?: string; error_description?: string } | undefined
  if (body?.error === 'invalid_grant' && ctx.oidc?.params?.grant_type === 'refresh_token')
    body.error_description = 'Unknown or invalid refresh token.'
}

const configurationWith = (options: ProviderOptions): Configuration => {
  const { db, sealing, clock, url, webClient, keys } = options
  const policy = basePolicy()
  // All clients are the product's own, so no consent is asked for.
  policy.remove('consent')
  const names = ownClaims(url)
  return {
    adapter: adapterOn(db, sealing, clock),
    jwks: { keys: [keys.signing] as NonNullable<Configuration['jwks']>['keys'] },
    clients: clientsAt(url, webClient),
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/oidc/logout',
      device_authorization: '/oauth/device/code',
      code_verification: '/activate',
    },
    scopes: SCOPES,
    claims: {
      openid: ['sub', 'amr', 'auth_time', names.permissions, names.orgIds],
      profile: ['name', 'nickname', 'created'],
      email: ['email', 'email_verified'],
    },
    // As Auth0 does, the ID token contains the claims too.
    conformIdTokenClaims: false,
    extraParams: ['audience'],
    findAccount: findAccountIn(db, url),
    // The grant and session that a token depends on: each request checks that they still exist.
    extraTokenClaims: async (ctx, token) => {
      if (token.kind !== 'AccessToken' || !token.grantId) return undefined
      const uid = token.clientId === webClient ? token.sessionUid : undefined
      const grant = storedId(token.grantId)
      const session = uid ? storedId(uid) : null
      const { accountId, clientId } = token
      if (accountId && clientId)
        await recordSignIn(
          db,
          {
            grant,
            session,
            accountId,
            client: clientName(clientId),
            ip: options.addressOf(ctx.req),
            userAgent: ctx.req.headers['user-agent'] ?? null,
          },
          clock(),
        )
      const { RefreshToken, AuthorizationCode, DeviceCode } = ctx.oidc.entities
      const signedIn = (RefreshToken ?? AuthorizationCode ?? DeviceCode)?.authTime
      return { grant, ...(session && { session }), ...(signedIn !== undefined && { auth_time: signedIn }) }
    },
    features: featuresWith(options),
    interactions: { policy, url: (_, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantOf,
    // Without `prompt=consent` the provider would drop offline_access, and the refresh token with it.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out in the browser ends the web app's tokens, but not those of command lines.
    expiresWithSession: async (_, token) => token.clientId === webClient,
    rotateRefreshToken: true,
    clientBasedCORS: (_, origin, client) => client.clientId === webClient && origin === url,
    cookies: {
      keys: [keys.cookie],
      names: { session: 'sonde_session', interaction: 'sonde_interaction', resume: 'sonde_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: '/', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: 30 * DAY_S,
      IdToken: HOUR_S,
      Interaction: WAITS_FOR_SIGN_IN_S,
      RefreshToken: 30 * DAY_S,
      // Before the sign-in, a session lives only as long as the pending sign-in.
      Session: (_, { accountId }) => (accountId ? 14 * DAY_S : WAITS_FOR_SIGN_IN_S),
    },
    pkce: { required: () => true },
    renderError: async (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(out.error_description ?? out.error)
    },
  }
}

const featuresWith = ({ db, audience, addressOf, onConnected }: ProviderOptions): Configuration['features'] => ({
  devInteractions: { enabled: false },
  // Experimental, therefore tied to this version: another one refuses to start.
  webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
  revocation: { enabled: true },
  // No client uses pushed requests, which would let strangers store data.
  pushedAuthorizationRequests: { enabled: false },
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    userCodeInputSource: async (ctx, form, _, error) => {
      ctx.type = 'html'
      ctx.body =
        error?.name === 'AbortedError'
          ? refusedPage()
          : codePage(
              form,
              error ? 'That code is wrong or has expired. Enter the code that the device shows now.' : null,
            )
    },
    deviceInfo: (ctx) => ({ ip: addressOf(ctx.req) }),
    userCodeConfirmSource: async (ctx, form, client, { ip }, code) => {
      const { session, entities, body } = ctx.oidc
      const account = session?.accountId ? await accountById(db, session.accountId) : undefined
      const from = typeof ip === 'string' ? ip : null
      ctx.type = 'html'
      ctx.body = confirmPage(form, {
        client: clientName(client.clientId),
        code,
        isTyped: isTyped(body),
        email: account?.email ?? null,
        from,
        isFromHere: from === addressOf(ctx.req),
        // The provider notes when it issued the code by the clock of the machine.
        agoMs: Date.now() - (entities.DeviceCode?.iat ?? 0) * 1000,
      })
    },
    successSource: async (ctx) => {
      const client = clientName(ctx.oidc.client?.clientId ?? '')
      const accountId = ctx.oidc.session?.accountId
      if (accountId) onConnected(accountId, ctx.req, client)
      ctx.type = 'html'
      ctx.body = connectedPage(client)
    },
  },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: async (ctx, form) => {
      ctx.type = 'html'
      ctx.body = signOutPage(form)
    },
    postLogoutSuccessSource: async (ctx) => {
      ctx.type = 'html'
      ctx.body = signedOutPage()
    },
  },
  resourceIndicators: {
    enabled: true,
    // Auth0's `audience` is the standard's `resource`; the token endpoint receives neither.
    defaultResource: async (ctx, _, oneOf) => {
      const asked = ctx.oidc.params?.audience
      if (typeof asked === 'string') return asked
      return (Array.isArray(oneOf) ? oneOf[0] : oneOf) ?? audience
    },
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_, resource): Promise<ResourceServer> => {
      if (resource !== audience) throw new InvalidTarget('unknown audience')
      return {
        scope: '',
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: HOUR_S,
        jwt: { sign: { alg: 'RS256' } },
      }
    },
  },
})

/**
 * Returns the grant of this session and client, creating it if missing: the product's own clients get all scopes they may ask for. Each
 * device gets a grant of its own: ending its sign-in must not end those of other devices that the same browser approved.
 */
const grantOf: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { provider, session, client } = ctx.oidc
  const accountId = session?.accountId
  if (!client || !session || !accountId) return undefined
  const isDevice = ctx.oidc.entities.DeviceCode !== undefined
  const known = isDevice ? undefined : session.grantIdFor(client.clientId)
  const found = known ? await provider.Grant.find(known) : undefined
  const grant = found?.accountId === accountId ? found : new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope(SCOPES.join(' '))
  for (const [resource, server] of Object.entries(ctx.oidc.resourceServers ?? {}))
    grant.addResourceScope(resource, [...server.scopes].join(' '))
  await grant.save()
  return grant
}
