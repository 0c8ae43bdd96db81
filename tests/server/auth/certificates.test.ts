import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { certificate } from '../../agent/certificate.ts'
import { listen, loopback } from '../../agent/world.ts'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type Row = { id: string; certificate_id: string | null; organization_certificate: object | null }

const authority = certificate({ subject: 'Authority' })
const own = certificate({ subject: 'localhost', names: ['localhost'], issuer: authority })
const client = certificate({ subject: 'Monitor', names: ['monitor'], issuer: authority })

let running: TestServer
let agent: HandAgent
let ada: Api
let path: string
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { db } = running.server.services.database
  const { id } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  path = `/api/3/organizations/${id}/certificates/`
})
afterAll(() => running.stop())

/** A TLS server that demands a client certificate, and keeps who called. */
const openService = async () => {
  const subjects: unknown[] = []
  const tls = createServer(
    { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      // Requests of this server come by TLS.
      subjects.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
      response.end('ok')
    },
  )
  return { origin: `https://127.0.0.1:${await listen(tls)}`, subjects }
}
const newCertificate = (origins: string[], name = 'Partner') =>
  ada.post<{ id: string }>(path, { name, certificate: client.cert, private_key: client.key, origins })
const draft = (allowed_origins: string[], certificate_id: string, more: object = {}) => ({
  meta: { name: 'Service' },
  settings: { auth_type: 'NONE', allowed_origins },
  certificate_id,
  ...more,
})
const refusal = async (body: object) => JSON.stringify((await running.api.call('POST', '/api/2/auth/', body)).body)
const run = async (url: string, auth_id: string) => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'One' },
    request: { url, auth_id, verify_tls: false },
  })
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const job = await leaseRun(agent, result_id)
  const report = await runCall(job, { allowed: loopback, userAgent: 'Sonde/test' })
  return { job, report }
}

test('an auth setting presents the certificate of the organization that it names, until that is deleted', async () => {
  const { origin, subjects } = await openService()
  const other = await openService()
  // Chosen by its id: without, the certificate that was stored last for an origin would be taken.
  const { id } = await newCertificate([origin])
  const setting = await running.api.post<Row>('/api/2/auth/', draft([origin], id))
  expect(setting).toMatchObject({
    certificate_id: id,
    organization_certificate: { id, name: 'Partner', origins: [origin] },
  })
  expect(JSON.stringify(setting)).not.toContain('PRIVATE KEY')
  const { data } = await running.api.get<{ data: object[] }>('/api/3/auth/certificates')
  expect(data).toMatchObject([{ id, name: 'Partner', subject: 'CN=Monitor' }])
  expect(JSON.stringify(data)).not.toContain('BEGIN')

  expect((await run(`${origin}/a`, setting.id)).report).toMatchObject({ http_code: 200 })
  expect(subjects).toEqual(['Monitor'])
  const elsewhere = await run(`${other.origin}/a`, setting.id)
  expect(elsewhere.job.client_certificate).toBeUndefined()
  expect(elsewhere.report).toMatchObject({ exception_type: 'api_setup' })
  expect(other.subjects).toEqual([])

  expect((await ada.call('DELETE', `${path}${id}`)).status).toBe(204)
  const gone = await run(`${origin}/a`, setting.id)
  expect(gone.report).toMatchObject({ exception_type: 'api_setup' })
  expect(gone.job.refused).toContain('the certificate of the auth setting “Service” was deleted')
  expect(subjects).toEqual(['Monitor'])
  const read = await running.api.get<Row>(`/api/2/auth/${setting.id}/`)
  expect(read).toMatchObject({ certificate_id: id, organization_certificate: null })
  // Other changes are possible, and so is a setting without it.
  await running.api.post(`/api/2/auth/${setting.id}/`, { meta: { name: 'Renamed' } })
  expect(await running.api.post<Row>(`/api/2/auth/${setting.id}/`, { certificate_id: null })).toMatchObject({
    certificate_id: null,
  })
})

test('a certificate of the organization goes only where it was meant for', async () => {
  const { id } = await newCertificate(['https://api.example.com'])
  expect(await refusal(draft(['https://evil.example.com'], id))).toContain(
    'may be presented to https://evil.example.com: “Partner” may not',
  )
  expect(await refusal(draft(['https://api.example.com'], 'nothing'))).toContain('certificate_id must be the id of')
  const both = { client_certificate: { cert: client.cert, key: client.key } }
  expect(await refusal(draft(['https://api.example.com'], id, both))).toContain('certificate_id must be empty')
  const setting = await running.api.post<Row>('/api/2/auth/', draft(['https://api.example.com'], id))
  const widened = {
    settings: { auth_type: 'NONE', allowed_origins: ['https://api.example.com', 'https://evil.example.com'] },
  }
  expect(await running.api.call('POST', `/api/2/auth/${setting.id}/`, widened)).toMatchObject({ status: 422 })
})

test('a client that proves itself by mutual TLS needs a certificate for the origin of the token URL', async () => {
  const { id } = await newCertificate(['https://api.example.com'])
  const settings = {
    auth_type: 'OAUTH2',
    allowed_origins: ['https://api.example.com'],
    token_url: 'https://login.example.com/token',
    grant_types: ['client_credentials'],
    client_auth: 'mtls',
  }
  const oauth = { meta: { name: 'Service' }, settings, keys: { client_id: 'sonde' } }
  expect(await refusal(oauth)).toContain('client_certificate.cert must be set')
  expect(await refusal({ ...oauth, certificate_id: id })).toContain('may be presented to https://login.example.com')
})

test('links to the provider’s pages are kept, and wrong ones are named', async () => {
  const documentation = { docs: 'https://docs.example.com/orders', keys: 'https://example.com/keys' }
  const meta = { name: 'Service', documentation }
  const settings = { auth_type: 'NONE' }
  expect(await running.api.post('/api/2/auth/', { meta, settings })).toMatchObject({ meta: { documentation } })
  const wrong = { name: 'Service', documentation: { docs: 'javascript:alert(1)' } }
  expect(await refusal({ meta: wrong, settings })).toContain('meta.documentation.docs must be a URL')
})
