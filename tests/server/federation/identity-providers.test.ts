import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../../src/server/federation/discovery.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { addProvider } from '../../support/federation.ts'
import { openHungServer } from '../../support/hung-server.ts'
import { OPENID_SECRET, type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let openid: OpenIdProvider
let admin: Api
const PATH = '/api/2/admin/identity-providers/'

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  openid = await openOpenIdProvider({ site: running.server.url })
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(async () => {
  await openid?.close()
  await running?.stop()
})

test('the client secret is encrypted, and shown nowhere', async () => {
  const id = await addProvider(admin, openid)
  const { db } = running.server.services.database
  const stored = JSON.stringify(await db.selectFrom('identity_provider').selectAll().execute())
  expect(stored).not.toContain(OPENID_SECRET)
  const read = await admin.get(`${PATH}${id}`)
  expect(read).toMatchObject({
    has_secret: true,
    button: 'Continue with Partner',
    scopes: ['openid', 'email', 'profile'],
  })
  expect(JSON.stringify(read)).not.toContain(OPENID_SECRET)
  expect(JSON.stringify(await db.selectFrom('audit').selectAll().execute())).not.toContain(OPENID_SECRET)
})

test('the secret is not sent to an issuer for which it was not entered', async () => {
  const id = await addProvider(admin, openid)
  const moved = await admin.call('PUT', `${PATH}${id}`, { issuer: 'https://evil.example' })
  expect(moved).toMatchObject({ status: 400, body: { fields: [{ loc: ['client_secret'] }] } })
  expect(
    (await admin.call('PUT', `${PATH}${id}`, { issuer: 'https://evil.example', client_secret: 'new' })).status,
  ).toBe(200)
})

test('a provider that somebody else changed meanwhile is not overwritten', async () => {
  const id = await addProvider(admin, openid)
  const { last_update } = await admin.get<{ last_update: string }>(`${PATH}${id}`)
  await admin.put(`${PATH}${id}`, { name: 'Changed', if_last_update: last_update })
  expect((await admin.call('PUT', `${PATH}${id}`, { name: 'Mine', if_last_update: last_update })).status).toBe(409)
})

test('what is entered wrongly is named', async () => {
  const refused = async (body: object) =>
    (await admin.call('POST', PATH, { name: 'P', issuer: openid.issuer, client_id: 'c', ...body })).body
  expect(await refused({ issuer: 'http://login.example.com' })).toMatchObject({ fields: [{ loc: ['issuer'] }] })
  expect(await refused({ scopes: ['email'] })).toMatchObject({ fields: [{ loc: ['scopes'] }] })
  expect(await refused({ domains: ['@example.com'] })).toMatchObject({ fields: [{ loc: ['domains'] }] })
})

test('only site admins see and change providers', async () => {
  const { email } = await addAccount(running, 'viewer@example.com')
  const person = (await signIn(running.server, email, PASSWORD)).api()
  expect((await person.call('GET', PATH)).status).toBe(403)
})

test('a test says what is right and what is wrong', async () => {
  const testOf = async (id: string) =>
    admin.post<{ ok: boolean; findings: { ok: boolean; text: string }[] }>(`${PATH}${id}/test`)
  const right = await testOf(await addProvider(admin, openid))
  expect(right).toMatchObject({ ok: true })
  expect(right.findings.map(({ text }) => text).join(' ')).toMatch(/can be read.*one key to sign tokens/)
  const scopes = await testOf(await addProvider(admin, openid, { scopes: ['openid', 'payroll'] }))
  expect(scopes.findings.filter(({ ok }) => !ok)).toEqual([{ ok: false, text: 'It does not know the scope payroll.' }])
  const away = await testOf(await addProvider(admin, { issuer: 'http://127.0.0.1:9' }))
  expect(away).toMatchObject({ ok: false })
  const noProvider = await testOf(
    await addProvider(admin, { issuer: running.server.url.replace('localhost', '127.0.0.1') }),
  )
  expect(noProvider.ok).toBe(false)
})

test('a provider that does not answer is not waited for', async () => {
  const hung = await openHungServer()
  const reaching = { allowed: running.server.services.allowed, redirectUri: '', timeoutMs: 20 }
  await expect(discover(hung.url, reaching)).rejects.toThrow(/did not answer/)
  await hung.close()
})
