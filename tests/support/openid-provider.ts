import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { callbackPath } from '../../src/domain/federation/callback-path.ts'
import { openBrowser } from './person.ts'

export const OPENID_CLIENT = 'sonde-at-partner'
export const OPENID_SECRET = 'the client secret of the partner, long enough'

/** Somebody with an account at the provider, and what it says of them. */
export type OpenIdPerson = {
  readonly subject: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** Another OpenID provider, real and on loopback, to be federated. */
export type OpenIdProvider = {
  readonly issuer: string
  readonly port: number
  /** Whoever signs in from now on; null: they refuse. */
  person: OpenIdPerson | null
  /** Signs in at the address that the server gave, and returns the address to which the provider leads back. */
  signIn(address: string): Promise<URL>
  close(): Promise<void>
}

/**
 * Starts a provider, with a signing key of its own. Both callback URLs of the `site` are registered there, its own and the shared one; on
 * the same `port` again, it has a new key.
 */
export const openOpenIdProvider = async ({
  site,
  port = 0,
}: {
  site: string
  port?: number
}): Promise<OpenIdProvider> => {
  let provider: Provider | null = null
  const people = new Map<string, OpenIdPerson>()
  const server = createServer(async (request, response) => {
    if (!provider) return
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
    const { person } = opened
    if (!person)
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person refused.',
      })
    people.set(person.subject, person)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.subject } })
    const grant =
      (grantId && (await provider.Grant.find(grantId))) ||
      new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope ?? ''))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${own}`
  const callbacks = [true, false].map((own_callback) => `${site}${callbackPath({ issuer, own_callback })}`)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `key-${Date.now()}-${Math.random()}` }
  provider = new Provider(issuer, {
    jwks: { keys: [key as { kty: 'RSA'; n: string; e: string }] },
    clients: [
      {
        client_id: OPENID_CLIENT,
        client_secret: OPENID_SECRET,
        redirect_uris: callbacks,
        grant_types: ['authorization_code'],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['openid'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const { subject: __, ...claims } = people.get(sub) ?? { subject: sub }
      return { accountId: sub, claims: () => ({ sub, ...claims }) }
    },
  })
  provider.on('server_error', (_, error) => console.error(error))
  const opened: OpenIdProvider = {
    issuer,
    port: own,
    person: { subject: 'grace-1', email: 'grace@partner.example', email_verified: true, name: 'Grace' },
    async signIn(address) {
      const browser = openBrowser()
      let at = address
      for (let hops = 0; hops < 10; hops++) {
        const answer = await browser.ask(at)
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
        at = new URL(to, at).href
        if (at.startsWith(site)) return new URL(at)
      }
      throw new Error(`The provider goes in circles: ${at}`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return opened
}
