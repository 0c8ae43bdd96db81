import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { openBrowser } from './person.ts'

/** A person of a tenant, and what its tokens say of them. */
export type TenantPerson = { readonly subject: string; readonly claims?: Record<string, unknown> }

/** Another OpenID provider, at the paths of Auth0, that signs in whoever is named: what an operator would have instead of ours. */
export type Tenant = {
  /** As `SONDE_AUTH_DOMAIN`. */
  readonly domain: string
  /** An access token of a person for the audience, by code and PKCE. */
  tokenFor(person: TenantPerson, audience?: string): Promise<string>
  close(): Promise<void>
}

export const AUDIENCE = 'https://api.sonde.example/'
const CLIENT = 'tenant-app'
const CALLBACK = 'http://localhost:9/callback'

export const openTenant = async (): Promise<Tenant> => {
  const people = new Map<string, TenantPerson>()
  let provider: Provider | null = null
  const server = createServer(async (request, response) => {
    if (!provider) return
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { params } = await provider.interactionDetails(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: String(params.login_hint) } })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const domain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'tenant' }
  provider = new Provider(`${domain}/`, {
    jwks: { keys: [key as { kty: 'RSA'; n: string; e: string }] },
    clients: [{ client_id: CLIENT, token_endpoint_auth_method: 'none', redirect_uris: [CALLBACK] }],
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      jwks: '/.well-known/jwks.json',
      userinfo: '/userinfo',
    },
    cookies: { keys: ['tenant'] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, audience) => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    extraTokenClaims: (_, token) => ('accountId' in token ? people.get(String(token.accountId))?.claims : undefined),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider: own } = ctx.oidc
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  provider.on('server_error', (_, error) => console.error(error))
  return {
    domain,
    async tokenFor(person, audience = AUDIENCE) {
      people.set(person.subject, person)
      const browser = openBrowser()
      const verifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({
        client_id: CLIENT,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        resource: audience,
        login_hint: person.subject,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      let at = `${domain}/authorize?${query}`
      for (let hops = 0; !at.startsWith(CALLBACK); hops++) {
        if (hops > 9) throw new Error(`The tenant goes in circles: ${at}`)
        const answer = await browser.ask(at)
        const next = answer.headers.get('location')
        if (!next) throw new Error(`The tenant: ${answer.status} ${await answer.text()}`)
        at = new URL(next, domain).href
      }
      const answer = await fetch(`${domain}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: CLIENT,
          grant_type: 'authorization_code',
          code: new URL(at).searchParams.get('code') ?? '',
          redirect_uri: CALLBACK,
          code_verifier: verifier,
        }),
      })
      const { access_token } = (await answer.json()) as { access_token?: string }
      if (!access_token) throw new Error(`The tenant gave no token: ${at}`)
      return access_token
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
