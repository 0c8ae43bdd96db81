import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { OPENID_CLIENT } from './openid-provider.ts'

type Fields = Readonly<Record<string, unknown>>

/** An OpenID provider that sends what a test tells it, well formed or not. Its ID tokens are signed. */
export type ToldProvider = {
  readonly issuer: string
  /** Claims of the ID tokens from now on. */
  claims: Fields
  /** Changes to the discovery document, to the answer of the token endpoint, and to the published key. */
  discovery: Fields
  tokens: Fields
  key: Fields
  userinfo: Fields
  /** What is answered at a path instead, byte by byte; null for the answers above everywhere. */
  hostile: { readonly path: string; readonly bytes: Buffer } | null
  /** The query of the callback for a sign-in at this address. */
  answer(address: string): Record<string, string>
  close(): Promise<void>
}

/** Starts such a provider on loopback. */
export const openToldProvider = async (): Promise<ToldProvider> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'told' }
  let nonce = ''
  const idToken = () =>
    new SignJWT({ nonce, ...opened.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'told' })
      .setIssuer(opened.issuer)
      .setAudience(OPENID_CLIENT)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const answers: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: opened.issuer,
      authorization_endpoint: `${opened.issuer}/auth`,
      token_endpoint: `${opened.issuer}/token`,
      jwks_uri: `${opened.issuer}/keys`,
      userinfo_endpoint: `${opened.issuer}/userinfo`,
      ...opened.discovery,
    }),
    '/keys': () => ({ keys: [{ ...jwk, ...opened.key }] }),
    '/token': async () => ({ access_token: 'x', token_type: 'Bearer', id_token: await idToken(), ...opened.tokens }),
    '/userinfo': () => ({ sub: opened.claims.sub, ...opened.userinfo }),
  }
  const server = createServer(async (request, response) => {
    const { hostile } = opened
    if (hostile && hostile.path === request.url) return void request.socket.end(hostile.bytes)
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify((await answer?.()) ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const opened: ToldProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    discovery: {},
    tokens: {},
    key: {},
    userinfo: {},
    hostile: null,
    answer(address) {
      const { searchParams } = new URL(address)
      nonce = searchParams.get('nonce') ?? ''
      const { pathname } = new URL(searchParams.get('redirect_uri') ?? '')
      return { callback: pathname.split('/').at(-1) ?? '', state: searchParams.get('state') ?? '', code: 'told' }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return opened
}
