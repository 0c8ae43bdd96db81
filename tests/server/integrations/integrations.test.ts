import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeState } from '../../../src/domain/integrations/authorization-state.ts'
import { revokeAt } from '../../../src/server/integrations/provider-calls.ts'
import { integrationOf, openTokens } from '../../../src/server/store/integrations/integrations.ts'
import { addRoles, createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { finishingAt, type IntegrationProvider, openIntegrationProvider } from '../../support/integration-provider.ts'
import type { OAuthProvider } from '../../support/oauth-provider.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type Row = Record<string, unknown> & { id: string; status: string; error: string | null }
type Refused = { detail: string }

let now = Date.now()
let running: TestServer
let partner: IntegrationProvider
let provider: OAuthProvider
/** Accepts connections, and never answers. */
const slow = createServer()
let ada: Api
let org: string
beforeAll(async () => {
  now = Date.now()
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  partner = await openIntegrationProvider()
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const variant = (id: string, more: object) => ({ ...partner.entry, id, name: id, ...more })
  running = await startServer({
    env: {
      SONDE_ALLOW_PRIVATE: '127.0.0.1',
      SONDE_INTEGRATIONS: JSON.stringify([
        partner.entry,
        // Nothing listens on this port.
        variant('down', { token_url: 'http://127.0.0.1:9/token' }),
        variant('slow', { token_url: `${slowUrl}/token`, timeout_seconds: 1 }),
        variant('private', { token_url: 'https://10.0.0.1/token' }),
        { id: 'datadog', client_id: 'c', client_secret: 's' },
      ]),
    },
    clock: () => now,
  })
  provider = await partner.serve(running.server.url, 600)
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  org = (await db().selectFrom('organization').select('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await running.stop()
  await partner.close()
  slow.closeAllConnections()
  slow.close()
})
const db = () => running.server.services.database.db
const at = (path = '') => `/api/3/organizations/${org}/integrations/${path}`
const finish = async (by: Api, query: Parameters<typeof finishingAt>[0], id?: string) => {
  const { status, body } = await by.call('POST', finishingAt(query, id))
  return { ...(body as Refused), status }
}
/** An authorization at a variant of the provider, up to the call that finishes it. */
const begunAt = async (id: string) => {
  const begun = await ada.post<{ flow: string; redirect_uri: string; domain: string }>(at(), { provider: id })
  const state = encodeState({ flow: begun.flow, csrfToken: 'c' })
  const { redirect_uri, domain } = begun
  return { code: 'some-code', code_verifier: 'v'.repeat(43), domain, redirect_uri, state }
}

test('an integration is connected, tested, renamed and disconnected, and its tokens stay on the server', async () => {
  const row = await partner.connect(ada, org, { name: 'Ours' })
  expect(row).toMatchObject({
    provider: 'partner',
    provider_name: 'Partner',
    name: 'Ours',
    status: 'connected',
    account: 'ada',
    domain: partner.host,
    // As granted: the provider leaves one out.
    scopes: ['openid', 'orders'],
    error: null,
    created_by: { name: expect.any(String) },
  })
  expect(await ada.post(at(`${row.id}/test`))).toMatchObject({ status: 'connected' })
  const settings = { team: 'ops' }
  expect(await ada.put(at(row.id), { name: ' Theirs ', settings })).toMatchObject({ name: 'Theirs', settings })
  const { data } = await ada.get<{ data: Row[] }>(at())
  expect(data.map(({ id }) => id)).toContain(row.id)
  const { rows: stored } = await sql<{ tokens: unknown }>`select tokens from integration`.execute(db())
  const audited = await db().selectFrom('audit').selectAll().where('action', 'like', 'integration.%').execute()
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['integration.begin', 'integration.connect', 'integration.test', 'integration.update']),
  )
  expect(JSON.stringify([row, data, audited])).not.toMatch(/token|refresh|sealed/i)
  for (const { tokens } of stored) expect(tokens).toEqual({ sealed: expect.any(String) })
  const removed = await ada.call('DELETE', at(row.id))
  expect(removed).toMatchObject({ status: 200, body: { revoked: true, detail: null } })
  expect((await ada.call('GET', at(row.id))).status).toBe(404)
})

test('a code and its flow work once', async () => {
  const { query } = await partner.authorize(ada, org)
  expect((await finish(ada, query)).status).toBe(200)
  expect(await finish(ada, query)).toMatchObject({ status: 410, detail: expect.stringContaining('finished already') })
  // A code that was used, within a flow of its own: the provider refuses it.
  const fresh = await partner.authorize(ada, org)
  const replayed = await finish(ada, { ...fresh.query, code: query.code })
  expect(replayed).toMatchObject({ status: 422, detail: expect.stringContaining('invalid_grant') })
})

test('a verifier of another authorization is refused by the provider', async () => {
  const { query } = await partner.authorize(ada, org)
  const other = await partner.authorize(ada, org)
  const mixed = await finish(ada, { ...query, code_verifier: other.query.code_verifier })
  expect(mixed).toMatchObject({ status: 422, detail: expect.stringContaining('invalid_grant') })
})

test('two authorizations at a time each finish their own', async () => {
  const one = await partner.authorize(ada, org, { name: 'One' })
  const two = await partner.authorize(ada, org, { name: 'Two' })
  expect(await finish(ada, two.query)).toMatchObject({ status: 200, name: 'Two' })
  expect(await finish(ada, one.query)).toMatchObject({ status: 200, name: 'One' })
})

test('nobody finishes what another person or another session began', async () => {
  const bob = await addAccount(running, 'bob@example.com')
  await addRoles(db(), { orgId: org, accountId: bob.id, roles: ['ADMIN'], now })
  const { query } = await partner.authorize(ada, org)
  expect((await finish((await signIn(running.server, bob.email, PASSWORD)).api(), query)).status).toBe(410)
  const elsewhere = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  expect((await finish(elsewhere, query)).status).toBe(410)
  expect((await finish(running.api, query)).status).toBe(403)
  expect((await finish(ada.as(''), query)).status).toBe(401)
  // It is still the first one's.
  expect((await finish(ada, query)).status).toBe(200)
})

test('whoever is no ADMIN any more cannot finish', async () => {
  const carol = await addAccount(running, 'carol@example.com')
  const accountId = carol.id
  await createOrganization(db(), { id: 'carols', name: 'Carol’s', accountId, now })
  const by = (await signIn(running.server, carol.email, PASSWORD)).api()
  const { query } = await partner.authorize(by, 'carols')
  await db().deleteFrom('organization_member').where('account_id', '=', accountId).execute()
  expect((await finish(by, query)).status).toBe(404)
  expect((await by.call('GET', '/api/3/organizations/carols/integrations/')).status).toBe(404)
})

test('the server is sent to no domain that is not listed, and leads back to no other address', async () => {
  const { query } = await partner.authorize(ada, org)
  for (const domain of ['169.254.169.254', 'evil.example', `${partner.host}.evil.example`])
    expect(await finish(ada, { ...query, domain })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('must be a domain of Partner'),
    })
  const elsewhere = await finish(ada, { ...query, redirect_uri: 'https://evil.example/' })
  expect(elsewhere).toMatchObject({ status: 422, detail: expect.stringContaining('redirect_uri must be') })
  expect(await finish(ada, { ...query, state: 'none' })).toMatchObject({ status: 422 })
  // None of these used the flow up.
  expect((await finish(ada, query)).status).toBe(200)
  const { status } = await ada.call('POST', at(), { provider: 'datadog', domain: 'datadoghq.example' })
  expect(status).toBe(422)
})

test('a provider that is down, slow or not public is said so', async () => {
  expect(await finish(ada, await begunAt('down'), 'down')).toMatchObject({
    status: 422,
    detail: expect.stringContaining('127.0.0.1'),
  })
  expect(await finish(ada, await begunAt('slow'), 'slow')).toMatchObject({
    status: 422,
    detail: expect.stringContaining('did not answer within'),
  })
  expect(await finish(ada, await begunAt('private'), 'private')).toMatchObject({
    status: 422,
    detail: expect.stringContaining('not a public address'),
  })
})

test('a token is refreshed when its time is over, and expires when the provider refuses', async () => {
  const row = await partner.connect(ada, org, { name: 'Refreshed' })
  const before = provider.asked.length
  // Beyond the ten minutes of the provider's tokens, within the hour of one's own.
  now += 1_800_000
  expect(await ada.post(at(`${row.id}/test`))).toMatchObject({ status: 'connected', error: null })
  expect(provider.asked.slice(before)).toEqual(['refresh_token'])
  // The tokens of the person are revoked at the provider.
  const { services } = running.server
  const stored = await integrationOf(db(), org, row.id)
  if (!stored) throw new Error('It is gone.')
  const tokens = openTokens(stored, services.sealing)
  const [known] = services.configuration.integrations
  if (!known) throw new Error('No provider is configured.')
  const revoked = [tokens.refresh ?? '', tokens.access]
  await revokeAt({ provider: known, domain: partner.host, allowed: services.allowed }, revoked)
  const expired = await ada.post<Row>(at(`${row.id}/test`))
  expect(expired).toMatchObject({ status: 'expired', error: expect.stringContaining('invalid_grant') })
  // Connected again, it is the same integration.
  const again = await partner.connect(ada, org, { integration_id: row.id })
  expect(again).toMatchObject({ id: row.id, name: 'Refreshed', status: 'connected', error: null })
})

test('Datadog needs only a client, and knows its domains', async () => {
  const { data } = await ada.get<{ data: { id: string; domains: string[]; can_revoke: boolean }[] }>(
    '/api/3/integrations/',
  )
  const datadog = data.find(({ id }) => id === 'datadog')
  expect(datadog).toMatchObject({ name: 'Datadog', can_revoke: false })
  expect(datadog?.domains).toContain('datadoghq.eu')
  const begun = await ada.post(at(), { provider: 'datadog', domain: 'datadoghq.eu' })
  expect(begun).toMatchObject({
    authorize_url: 'https://app.datadoghq.eu/oauth2/v1/authorize',
    client_id: 'c',
    redirect_uri: `${running.server.url}/onboarding/integration/datadog`,
    domain: 'datadoghq.eu',
  })
})
