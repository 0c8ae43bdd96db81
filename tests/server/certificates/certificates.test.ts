import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { trusting } from '../../../src/agent/runner/trust.ts'
import { parseAllowed } from '../../../src/domain/core/addresses.ts'
import { warnOfExpiry } from '../../../src/server/certificates/expiry-warnings.ts'
import { certificate } from '../../agent/certificate.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { joinAgent, leaseRun } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { clientCertificate } from '../../support/client-certificate.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

const DAY_MS = 86_400_000

let running: TestServer
let ada: Api
let path = ''
let orgId = ''
beforeAll(async () => {
  running = await startServer()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { db } = running.server.services.database
  orgId = (await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()).id
  path = `/api/3/organizations/${orgId}/certificates/`
})
afterAll(() => running.stop())

const origins = ['https://api.example.com']
type Row = { id: string; subject: string; not_after: string; fingerprint_sha256: string }
const add = (body: object = {}) => ada.post<Row>(path, { name: 'Partner', ...clientCertificate, origins, ...body })
const refused = async (body: object) => {
  const { status, body: says } = await ada.call('POST', path, {
    name: 'Partner',
    ...clientCertificate,
    origins,
    ...body,
  })
  return `${status} ${JSON.stringify(says)}`
}
const remove = (id: string) => ada.call('DELETE', `${path}${id}`)

test('a certificate is stored with what it says, and its key is never shown', async () => {
  const row = await add()
  expect(row).toMatchObject({ subject: 'O=Example, CN=client.example.com', chain: 1, has_passphrase: false, origins })
  expect(row.fingerprint_sha256).toMatch(/^[0-9a-f]{64}$/)
  const all = JSON.stringify([await ada.get(path), await ada.get(`${path}${row.id}`)])
  expect(all).not.toContain('PRIVATE KEY')
  const { db } = running.server.services.database
  const audit = await db.selectFrom('audit').selectAll().where('action', 'like', 'certificate.%').execute()
  expect(JSON.stringify(audit)).not.toContain('PRIVATE KEY')
  expect(audit).toMatchObject([{ org_id: orgId, project_key: null }])
  expect((await remove(row.id)).status).toBe(204)
  expect((await remove(row.id)).status).toBe(404)
})

test('what does not fit is refused with the field and a sentence', async () => {
  const other = certificate({ subject: 'other' })
  expect(await refused({ private_key: other.key })).toContain('private_key must be the key of the first certificate')
  expect(await refused({ certificate: 'nonsense' })).toContain('certificate must be one or more certificates as PEM')
  expect(await refused({ private_key: 'nonsense' })).toContain('private_key must be a private key as PEM')
  expect(await refused({ origins: [] })).toContain('origins must name an origin')
  expect(await refused({ origins: ['api.example.com/x'] })).toContain('origins[0] must be an origin')
})

test('another origin asks for the key again, so that nobody can aim a stored one', async () => {
  const { id } = await add()
  const change = (body: object) => ada.call('PUT', `${path}${id}`, body)
  const aimed = await change({ origins: [...origins, 'https://evil.example'] })
  expect(JSON.stringify(aimed.body)).toContain('private_key must be entered again to be used for https://evil.example')
  expect((await change({ origins, name: 'Renamed' })).status).toBe(200)
  expect((await change({ origins: ['https://b.example'], private_key: clientCertificate.private_key })).status).toBe(
    200,
  )
  await remove(id)
})

test('for whoever does not administer the organization, it does not exist', async () => {
  const { id } = await add()
  const { email } = await addAccount(running, 'eve@example.com')
  const eve = (await signIn(running.server, email, PASSWORD)).api()
  for (const api of [eve, running.api])
    for (const [method, at] of [
      ['GET', path],
      ['GET', path + id],
      ['DELETE', path + id],
    ] as const)
      expect((await api.call(method, at)).status).toBe(404)
  await remove(id)
})

test('a run presents the certificate to a server that demands one', async () => {
  const authority = certificate({ subject: 'localhost', names: ['localhost'] })
  const seen: string[] = []
  const server = createServer(
    {
      key: authority.key,
      cert: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
      ca: [clientCertificate.certificate],
    },
    (request, response) => {
      // The handshake has made it a TLS socket.
      const { subject } = (request.socket as import('node:tls').TLSSocket).getPeerCertificate()
      seen.push(String(subject.CN))
      response.end('ok')
    },
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on TCP has an address of this form.
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const { id } = await add({ origins: [url] })
  const agent = await joinAgent(running.api, running.server.joinToken)
  const monitor = await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request: { url } })
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`)
  const job = await leaseRun(agent, result_id)
  const options = {
    allowed: parseAllowed('127.0.0.0/8, ::1'),
    userAgent: 'test',
    resolve: async () => ['127.0.0.1'],
    trust: trusting(authority.cert),
  }
  const call = { ...job.call, verify_tls: false }
  expect(await runCall({ ...job, call }, options)).toMatchObject({ http_code: 200 })
  expect(seen).toEqual(['client.example.com'])
  const { client_certificate: _, ...without } = job
  expect((await runCall({ ...without, call }, options)).http_code).toBeNull()
  server.close()
  await remove(id)
})

test('ADMINs are warned once at each threshold, whatever number of servers look', async () => {
  const { id, not_after } = await add()
  const ends = Date.parse(not_after)
  const { database, sealing, url } = running.server.services
  const warn = (days: number) =>
    warnOfExpiry({
      database,
      sealing,
      url,
      clock: () => ends - days * DAY_MS,
      wakeMail: () => {},
      announce: () => {},
      log: () => {},
    })
  const mails = async () =>
    (await database.db.selectFrom('mail').select('subject').where('kind', '=', 'certificate-expires').execute()).length
  const counts: number[] = []
  for (const days of [31, 29, 29, 13, 8, 6, 0.5, 0.5, -1, -1]) {
    await Promise.all([warn(days), warn(days)])
    counts.push(await mails())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 5, 5])
  // No monitor calls its origin, so that every project of the organization has the notifications.
  const { results } = await running.api.get<{ results: { title: string }[] }>('/api/2/notifications/?kind=certificate')
  expect(results.map(({ title }) => title)).toEqual([
    'Client certificate “Partner”: expired 1 day ago',
    'Client certificate “Partner”: expires within a day',
    'Client certificate “Partner”: expires in 6 days',
    'Client certificate “Partner”: expires in 13 days',
    'Client certificate “Partner”: expires in 29 days',
  ])
  await remove(id)
})

test('a certificate names the monitors that present it, and their projects alone are notified', async () => {
  const { id, not_after } = await add()
  const request = { url: 'https://api.example.com/orders?{{q}}' }
  const monitor = await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Orders' }, request })
  await running.api.post('/api/2/calls/', { meta: { name: 'Other' }, request: { url: 'https://b.example.com/' } })
  await running.api.post('/api/2/calls/', { meta: { name: 'Plain' }, request: { url: 'http://api.example.com/' } })
  const used_by = [{ id: monitor.id, name: 'Orders', project: expect.any(String), project_id: expect.any(String) }]
  expect(await ada.get(path + id)).toMatchObject({ used_by_count: 1, used_by })
  expect(await ada.get(path)).toMatchObject({ data: [{ used_by_count: 1, used_by }] })
  const other = await running.api.post<{ api_key: string }>('/api/2/account/projects', { name: 'Other' })
  const { database, sealing, url } = running.server.services
  const clock = () => Date.parse(not_after) - 5 * DAY_MS
  await warnOfExpiry({ database, sealing, url, clock, wakeMail: () => {}, announce: () => {}, log: () => {} })
  const newest = async (api: Api) =>
    (await api.get<{ results: { text: string }[] }>('/api/2/notifications/?kind=certificate&limit=1')).results
  expect(await newest(running.api)).toMatchObject([{ text: expect.stringContaining('“Orders” presents it') }])
  expect(await newest(running.api.as(other.api_key))).toEqual([])
  await remove(id)
})
