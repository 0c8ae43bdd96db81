import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { Provider } from 'oidc-provider'
import { addressName } from '../../src/domain/core/address-name.ts'
import { openBrowser } from './person.ts'
import { tokenCallback } from './token-callback.ts'

export const OAUTH_CLIENT = 'sonde'
export const OAUTH_SECRET = 'the client secret of the partner'
export const OAUTH_PASSWORD = 'the password of ada'

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A real OAuth provider on loopback, with rotating refresh tokens, codes for devices, and grants for passwords and assertions. */
export type OAuthProvider = {
  readonly url: string
  /** The settings that name its endpoints. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Signs a person in at the address of an authorization, and returns what the page of the callback sends. */
  signIn(address: string): Promise<URLSearchParams>
  /** Confirms the code of a device as a person. */
  confirm(userCode: string): Promise<void>
  /** The requests to the token endpoint so far: their grant types. */
  readonly asked: string[]
  /** Whether ada refuses whatever is asked for from now on. */
  refuse(isRefused: boolean): void
  close(): Promise<void>
}

type Issued = { readonly clientId: string | undefined }

/** `callback` is registered as the redirect address, and the one of this provider below it; `lifetime` in seconds is that of access tokens; `at` listens already. */
export const openOAuthProvider = async ({
  callback,
  lifetime = 3600,
  at,
}: {
  callback: string
  lifetime?: number
  at?: Server
}): Promise<OAuthProvider> => {
  let provider: Provider | null = null
  const asked: string[] = []
  let isRefusing = false
  const server = at ?? createServer().listen(0, '127.0.0.1')
  server.on('request', async (request, response) => {
    if (!provider) return
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    // Whoever comes is ada, and agrees.
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
    if (isRefusing) {
      const refusal = { error: 'access_denied', error_description: 'Ada said no' }
      return provider.interactionFinished(request, response, refusal)
    }
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
    const grant =
      (grantId && (await provider.Grant.find(grantId))) ||
      new provider.Grant({
        accountId: session?.accountId ?? 'ada',
        clientId: String(params.client_id),
      })
    grant.addOIDCScope(String(params.scope ?? ''))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  })
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(url, {
    clients: [
      {
        client_id: OAUTH_CLIENT,
        client_secret: OAUTH_SECRET,
        redirect_uris: [callback, `${callback}/${addressName(url)}`],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE, 'password', JWT_BEARER],
        application_type: 'native',
      },
    ],
    scopes: ['openid', 'offline_access', 'orders'],
    cookies: { keys: ['provider'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    ttl: {
      AccessToken: lifetime,
      ClientCredentials: lifetime,
      DeviceCode: 600,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    issueRefreshToken: async () => true,
    // Two tabs that sign in at once get a session each: the second replaces the first, whose code still counts.
    expiresWithSession: async () => false,
    rotateRefreshToken: () => true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  })
  provider.on('server_error', (_, error) => console.error(error))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/token') asked.push(String(ctx.oidc?.params?.grant_type))
  })
  const issue = async (ctx: { oidc: { client?: unknown }; body: unknown }, { clientId }: Issued) => {
    const token = new provider.AccessToken({
      accountId: 'ada',
      client: ctx.oidc.client,
      clientId,
      scope: 'orders',
      gty: 'custom',
    } as never)
    const access_token = await token.save()
    ctx.body = { access_token, expires_in: lifetime, token_type: 'Bearer', scope: 'orders' }
  }
  const refuse = (ctx: { status: number; body: unknown }, error_description: string) => {
    ctx.status = 400
    ctx.body = { error: 'invalid_grant', error_description }
  }
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { username, password } = ctx.oidc.params ?? {}
      if (username !== 'ada' || password !== OAUTH_PASSWORD) return refuse(ctx, `Wrong password ${String(password)}`)
      await issue(ctx, { clientId: ctx.oidc.client?.clientId })
    },
    ['username', 'password', 'scope'],
  )
  provider.registerGrantType(
    JWT_BEARER,
    async (ctx) => {
      const claims = decodeJwt(String(ctx.oidc.params?.assertion))
      if (claims.iss !== 'service@example.com' || claims.aud !== `${url}/token`) return refuse(ctx, 'Wrong issuer')
      await issue(ctx, { clientId: ctx.oidc.client?.clientId })
    },
    ['assertion', 'scope'],
  )
  return {
    url,
    asked,
    refuse(isRefused) {
      isRefusing = isRefused
    },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      authorize_url: `${url}/auth`,
      token_url: `${url}/token`,
      device_url: `${url}/device/auth`,
      revoke_url: `${url}/token/revocation`,
      provider_issuer: url,
      grant_types: ['authorization_code', 'client_credentials', 'device_code', 'password'],
      scopes: ['openid', 'offline_access', 'orders'],
      client_auth: 'basic',
    },
    async signIn(address) {
      const browser = openBrowser()
      let at = address
      for (;;) {
        const answer = await browser.ask(at)
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
        at = new URL(to, at).href
        if (at.startsWith(callback)) return tokenCallback(new URL(at))
      }
    },
    async confirm(userCode) {
      const own = provider
      const code = await own?.DeviceCode.findByUserCode(userCode.replaceAll('-', ''))
      if (!own || !code) throw new Error(`There is no code ${userCode}.`)
      const grant = new own.Grant({ accountId: 'ada', clientId: OAUTH_CLIENT })
      grant.addOIDCScope('openid offline_access orders')
      Object.assign(code, { accountId: 'ada', grantId: await grant.save(), scope: 'openid offline_access orders' })
      await code.save()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
