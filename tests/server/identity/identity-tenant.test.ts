import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiWith } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { AUDIENCE, openTenant, type Tenant } from '../../support/tenant.ts'

const ADMIN = { subject: 'auth0|first', claims: { 'https://sonde.example/email': 'ada@example.com' } }

let tenant: Tenant
let open: TestServer
let closed: TestServer
const envOf = (domain: string, registration: string) => ({
  SONDE_AUTH_DOMAIN: domain,
  SONDE_AUTH_CLIENT_ID: 'tenant-app',
  SONDE_AUTH_AUDIENCE: AUDIENCE,
  SONDE_AUTH_ADMIN: `${ADMIN.subject}, auth0|second`,
  SONDE_REGISTRATION: registration,
  SONDE_ADMIN_EMAIL: '',
  SONDE_ADMIN_PASSWORD: '',
  SONDE_ADMIN_API_KEY: '',
})
beforeAll(async () => {
  tenant = await openTenant()
  open = await startServer({ env: envOf(tenant.domain, 'open') })
  closed = await startServer({ env: envOf(tenant.domain, 'closed') })
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
  await tenant.close()
})

type List = {
  meta: { account_id: string; permissions: string[]; roles: object }
  projects: { project: { id: string } }[]
}
const list = async (server: TestServer, token: string) =>
  (await server.api.as(token).call('GET', '/api/2/account/projects')) as { status: number; body: List }

test('there is no embedded provider, and the page refers to the tenant', async () => {
  for (const path of ['/authorize', '/.well-known/jwks.json', '/oauth/token']) {
    const answer = await fetch(open.server.url + path)
    expect(await answer.text()).not.toContain('"keys"')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const page = await (await fetch(open.server.url)).text()
  if (page.includes('needs_setup')) expect(page).toContain(tenant.domain)
  const typed = { email: 'ada@example.com', password: 'a long password' }
  expect((await open.api.as('').call('POST', '/api/2/account/register', typed)).status).toBe(404)
  expect((await open.api.as('').call('POST', '/interaction/x/login', typed)).status).toBe(404)
})

test('the first configured admin completes the setup, before or after the first sign-in, and is its site admin', async () => {
  const setUp = (server: TestServer, token: string) =>
    server.api.as('').call('POST', '/api/2/setup', { token, email: 'ada@example.com', organization: 'Us' })
  expect((await setUp(closed, 'x'.repeat(32))).status).toBe(403)
  const made = await setUp(closed, closed.server.setupToken ?? '')
  expect(made.status).toBe(201)
  expect((await setUp(closed, closed.server.setupToken ?? '')).status).toBe(409)
  const token = await tenant.tokenFor(ADMIN)
  const after = await list(closed, token)
  expect(after.body.meta).toMatchObject({
    account_id: (made.body as { account_id: string }).account_id,
    permissions: ['site_admin'],
  })
  expect(after.body.projects).toHaveLength(1)

  const first = await list(open, token)
  expect(first.body.meta.permissions).toEqual(['site_admin'])
  const late = await setUp(open, open.server.setupToken ?? '')
  expect(late.body).toMatchObject({ account_id: first.body.meta.account_id })
})

test('someone without an account is refused; a second configured admin is admitted', async () => {
  const stranger = await closed.api
    .as(await tenant.tokenFor({ subject: 'auth0|stranger' }))
    .call('GET', '/api/2/account/projects')
  expect(stranger).toMatchObject({ status: 403, body: { error: 'no_account' } })
  const second = await list(closed, await tenant.tokenFor({ subject: 'auth0|second' }))
  expect(second).toMatchObject({ status: 200, body: { meta: { permissions: ['site_admin'] } } })
  const { db } = closed.server.services.database
  expect(await db.selectFrom('account').select('id').execute()).toHaveLength(2)
})

test('with open registration the first sign-in creates one account, however many requests compete', async () => {
  const token = await tenant.tokenFor({
    subject: 'auth0|new',
    claims: { email: 'new@example.com', email_verified: true },
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => list(open, token)))
  expect(new Set(answers.map(({ body }) => body.meta.account_id)).size).toBe(1)
  const project = answers[0]?.body.projects[0]?.project.id ?? ''
  const within = apiWith(open.server.url, token, { 'sonde-project-id': project })
  expect((await within.call('GET', '/api/3/monitors/')).status).toBe(200)
})

test('a claimed email address grants nothing: accounts are matched by issuer and subject', async () => {
  const theirs = await list(
    open,
    await tenant.tokenFor({ subject: 'auth0|eve', claims: { email: 'ada@example.com', email_verified: false } }),
  )
  const admin = await list(open, await tenant.tokenFor(ADMIN))
  expect(theirs.body.meta.account_id).not.toBe(admin.body.meta.account_id)
  expect(theirs.body.meta.permissions).toEqual([])
})

test('a token for another audience or from another tenant is refused', async () => {
  expect((await list(open, await tenant.tokenFor(ADMIN, 'https://elsewhere.example/'))).status).toBe(401)
  const other = await openTenant()
  expect((await list(open, await other.tokenFor(ADMIN))).status).toBe(401)
  await other.close()
})

test('while the tenant is unreachable, the response asks to retry', async () => {
  const away = await startServer({ env: envOf('http://127.0.0.1:9', 'open') })
  expect((await list(away, await tenant.tokenFor(ADMIN))).status).toBe(503)
  await away.stop()
})

test('an email address in a token that is none counts as absent, whoever it is', async () => {
  for (const [index, email] of ['a\0@x.example', 'a\ud800@x.example', 'a,b@x.example', 'a\u202e@x.example'].entries()) {
    const token = await tenant.tokenFor({ subject: `auth0|odd-${index}`, claims: { email, email_verified: true } })
    expect((await list(open, token)).status).toBe(200)
    expect(await open.api.as(token).get('/api/2/account/')).toMatchObject({ email: '' })
  }
})

test('a token whose subject the store cannot tell apart is refused', async () => {
  for (const subject of ['auth0|a\0b', `auth0|${'x'.repeat(300)}`])
    expect((await list(open, await tenant.tokenFor({ subject }))).status).toBe(401)
})
