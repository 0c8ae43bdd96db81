import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../agent/certificate.ts'
import { openPrograms } from '../support/built-programs.ts'
import { type Installation, openInstallation } from '../support/installation.ts'

const authority = certificate({ subject: 'Authority' })
const own = certificate({ subject: 'localhost', names: ['localhost'], issuer: authority })
const client = certificate({ subject: 'Sonde', names: ['sonde'], issuer: authority })
const stranger = certificate({ subject: 'Stranger', names: ['stranger'], issuer: authority })

let installation: Installation
let url: string
const handed: { thumbprint: string | undefined }[] = []
const closing: (() => unknown)[] = []

const socketOf = ({ socket }: { socket: unknown }): TLSSocket =>
  // Requests of this server come by TLS.
  socket as TLSSocket

/** An OAuth provider behind TLS that demands a client certificate, and authenticates clients by its subject (RFC 8705). */
const openProvider = async (): Promise<string> => {
  let provider: Provider | null = null
  const server = createServer(
    { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => void provider?.callback()(request, response),
  ).listen(0, 'localhost')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const at = `https://localhost:${(server.address() as AddressInfo).port}`
  const made = new Provider(at, {
    clients: [
      {
        client_id: 'sonde',
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_subject_dn: 'CN=Sonde',
        tls_client_certificate_bound_access_tokens: true,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    clientAuthMethods: ['tls_client_auth', 'client_secret_basic'],
    scopes: ['orders'],
    cookies: { keys: ['provider'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        certificateBoundAccessTokens: true,
        getCertificate: ({ req }) => socketOf(req).getPeerX509Certificate()?.toString(),
        certificateAuthorized: ({ req }) => socketOf(req).authorized,
        certificateSubjectMatches: ({ req }, property, expected) =>
          property === 'tls_client_auth_subject_dn' && socketOf(req).getPeerX509Certificate()?.subject === expected,
      },
    },
  })
  made.on('client_credentials.saved', (token) => {
    handed.push({ thumbprint: token['x5t#S256'] })
  })
  provider = made
  return at
}

beforeAll(async () => {
  const programs = await openPrograms()
  closing.push(programs.remove)
  url = await openProvider()
  const folder = mkdtempSync(join(tmpdir(), 'sonde-authority-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const trusted = join(folder, 'authority.pem')
  writeFileSync(trusted, authority.cert)
  installation = await openInstallation(programs, { SONDE_ALLOW_PRIVATE: 'localhost', NODE_EXTRA_CA_CERTS: trusted })
  closing.push(installation.close)
}, 180_000)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const grantWith = async (identity: { cert: string; key: string }) => {
  const { id: auth_id } = await installation.api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Bank' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      token_url: `${url}/token`,
      grant_types: ['client_credentials'],
      client_auth: 'mtls',
      scopes: ['orders'],
    },
    keys: { client_id: 'sonde' },
    client_certificate: { cert: identity.cert, key: identity.key },
  })
  return installation.api.call('POST', '/api/3/tokens/grant', { auth_id, grant: 'client_credentials' })
}

test('the client proves itself at the token URL by its certificate, and the token is bound to that', async () => {
  expect(await grantWith(client)).toMatchObject({ status: 201, body: { grant: 'client_credentials', status: 'valid' } })
  expect(handed).toEqual([{ thumbprint: expect.stringMatching(/^[\w-]{43}$/) }])
})

test('the certificate of another client is refused in words', async () => {
  const refused = await grantWith(stranger)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('invalid_client')
  expect(handed).toHaveLength(1)
})
