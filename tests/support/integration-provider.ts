import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeState } from '../../src/domain/integrations/authorization-state.ts'
import type { Api } from './api.ts'
import { OAUTH_CLIENT, OAUTH_SECRET, type OAuthProvider, openOAuthProvider } from './oauth-provider.ts'

/** Parts of the authorization URL, as the server begins it. */
export type Begun = {
  flow: string
  authorize_url: string
  client_id: string
  redirect_uri: string
  scope: string
  domain: string
}

/** The query of the call that finishes an authorization. */
export type Finishing = { code: string; code_verifier: string; domain: string; redirect_uri: string; state: string }

/** A provider of integrations. Its address is known before the server starts; the server's is told to it afterwards. */
export type IntegrationProvider = {
  readonly url: string
  readonly host: string
  /** Its entry in `SONDE_INTEGRATIONS`. */
  readonly entry: Readonly<Record<string, unknown>> & { readonly id: string }
  /** Lets the server at this address be led back to. `lifetime` in seconds is that of access tokens. */
  serve(sondeUrl: string, lifetime?: number): Promise<OAuthProvider>
  /** Goes through an authorization up to the call that finishes it, as a browser does. */
  authorize(by: Api, orgId: string | undefined, more?: object): Promise<{ query: Finishing }>
  /** Connects an integration. */
  connect(by: Api, orgId: string | undefined, more?: object): Promise<{ id: string } & Record<string, unknown>>
  close(): Promise<void>
}

/** The address that finishes an authorization. */
export const finishingAt = (query: Finishing, provider = 'partner'): string =>
  `/api/3/integrations/${provider}/authenticate?${new URLSearchParams(query)}`

export const openIntegrationProvider = async (): Promise<IntegrationProvider> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  let provider: OAuthProvider | null = null
  const authorize: IntegrationProvider['authorize'] = async (by, orgId, more = {}) => {
    if (!provider) throw new Error('The provider serves nobody yet.')
    const begun = await by.post<Begun>(`/api/3/organizations/${orgId}/integrations/`, { provider: 'partner', ...more })
    const verifier = randomBytes(32).toString('base64url')
    const state = encodeState({ flow: begun.flow, csrfToken: randomBytes(16).toString('base64url') })
    const address = new URL(begun.authorize_url)
    const asked = {
      response_type: 'code',
      client_id: begun.client_id,
      redirect_uri: begun.redirect_uri,
      scope: begun.scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
    const back = await provider.signIn(address.href)
    return {
      query: {
        code: back.get('code') ?? '',
        code_verifier: verifier,
        domain: begun.domain,
        redirect_uri: begun.redirect_uri,
        state: back.get('state') ?? '',
      },
    }
  }
  return {
    url,
    host,
    entry: {
      id: 'partner',
      name: 'Partner',
      client_id: OAUTH_CLIENT,
      client_secret: OAUTH_SECRET,
      authorize_url: `${url}/auth`,
      token_url: `${url}/token`,
      revoke_url: `${url}/token/revocation`,
      test_url: `${url}/me`,
      account: 'sub',
      scopes: ['openid', 'offline_access', 'orders'],
    },
    async serve(sondeUrl, lifetime) {
      provider = await openOAuthProvider({
        callback: `${sondeUrl}/onboarding/integration/partner`,
        at: server,
        ...(lifetime !== undefined && { lifetime }),
      })
      return provider
    },
    authorize,
    async connect(by, orgId, more) {
      const { query } = await authorize(by, orgId, more)
      return by.post<{ id: string } & Record<string, unknown>>(finishingAt(query))
    },
    async close() {
      if (provider) return provider.close()
      server.close()
      await once(server, 'close')
    },
  }
}
