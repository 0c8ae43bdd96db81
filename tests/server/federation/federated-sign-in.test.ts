import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAccount } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { addProvider, callbackBody, openFederatedTry, signInWith } from '../../support/federation.ts'
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let openid: OpenIdProvider
let admin: Api
let provider: string
const url = () => running.server.url
const db = () => running.server.services.database.db

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  openid = await openOpenIdProvider({ site: url() })
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  provider = await addProvider(admin, openid, { admits: true })
})
afterAll(async () => {
  await openid?.close()
  await running?.stop()
})
beforeEach(() => {
  openid.person = { subject: 'grace-1', email: 'grace@partner.example', email_verified: true, name: 'Grace' }
})

const change = (body: object) => admin.put(`/api/2/admin/identity-providers/${provider}`, body)

/** Signs in up to the callback, and says what came of it. */
const attempt = async (
  more: { alter?: (address: URL) => void; answer?: (body: Record<string, string>) => void } = {},
) => {
  const trying = await openFederatedTry(url())
  const started = await trying.start(provider)
  if (started.status !== 200) return { ...started, trying, sent: {} }
  const address = new URL(started.body.redirect_to ?? '')
  more.alter?.(address)
  const sent = callbackBody(await openid.signIn(address.href))
  more.answer?.(sent)
  return { ...(await trying.finish(sent)), trying, sent }
}

test('somebody new gets an account with a confirmed address, and comes back to the same one', async () => {
  const first = await signInWith(url(), openid, provider)
  const account = await first.api().get('/api/2/account/')
  expect(account).toMatchObject({
    name: 'Grace',
    email: 'grace@partner.example',
    email_verified: true,
    has_password: false,
    of_tenant: false,
    logins_count: 1,
    identities: [{ provider: 'oidc', connection: 'Partner', user_id: 'grace-1', isSocial: false }],
  })
  openid.person = { subject: 'grace-1', email: 'renamed@partner.example', email_verified: true }
  const again = await (await signInWith(url(), openid, provider)).api().get('/api/2/account/')
  expect(again).toMatchObject({ id: account.id, email: 'grace@partner.example', logins_count: 2 })
  const entries = await db().selectFrom('audit').select(['action', 'changes']).orderBy('key').execute()
  const ofSignIn = entries.filter(({ action }) => action === 'session.sign-in').at(-1)
  expect(ofSignIn?.changes).toEqual([{ path: 'provider', before: null, after: 'Partner' }])
  expect(entries.some(({ action }) => action === 'account.register')).toBe(true)
})

test('an address that the provider has not verified is not confirmed, and holds its project back', async () => {
  openid.person = { subject: 'unverified', email: 'unverified@partner.example' }
  const person = (await signInWith(url(), openid, provider)).api()
  expect(await person.get('/api/2/account/')).toMatchObject({ email_verified: false })
  const { meta } = await person.get<{ meta: object }>('/api/2/account/projects')
  expect(meta).toMatchObject({ verify_needed: true })
  const mail = await db()
    .selectFrom('mail')
    .select('kind')
    .where('recipient', '=', 'unverified@partner.example')
    .execute()
  expect(mail).toEqual([{ kind: 'verify-address' }])
})

test('an address never links accounts: the person is told to sign in as before', async () => {
  await addAccount(running, 'linus@partner.example')
  openid.person = { subject: 'linus-at-partner', email: 'Linus@partner.example', email_verified: true }
  const refused = await attempt()
  expect(refused.status).toBe(409)
  expect(refused.body.error_msg).toMatch(/exists already.*link Partner in your profile/)
  const linked = await db()
    .selectFrom('account_identity')
    .select('id')
    .where('subject', '=', 'linus-at-partner')
    .execute()
  expect(linked).toEqual([])
})

test('new people are admitted only where the provider is set so, and only of its domains', async () => {
  openid.person = { subject: 'new-1', email: 'new@elsewhere.example', email_verified: true }
  await change({ admits: false })
  expect((await attempt()).body.error_msg).toMatch(/No account is linked to your sign-in at Partner/)
  await change({ admits: true, domains: ['partner.example'] })
  expect((await attempt()).body.error_msg).toMatch(/only addresses at partner\.example/)
  openid.person = { subject: 'new-2', email: 'new@partner.example' }
  expect((await attempt()).body.error_msg).toMatch(/has not verified your email address/)
  openid.person = { subject: 'new-3' }
  expect((await attempt()).body.error_msg).toMatch(/did not send a valid email address/)
  await change({ domains: [] })
})

test('a blocked account is refused', async () => {
  openid.person = { subject: 'blocked', email: 'blocked@partner.example', email_verified: true }
  const { id } = await (await signInWith(url(), openid, provider)).api().get<{ id: string }>('/api/2/account/')
  await admin.post(`/api/2/admin/accounts/${id}/block`)
  const refused = await attempt()
  expect(refused.status).toBe(403)
  expect(refused.body.error_msg).toMatch(/blocked/)
})

test('denied consent, another nonce and another issuer are each a sentence', async () => {
  openid.person = null
  expect((await attempt()).body.error_msg).toMatch(/^You did not allow the sign-in at 127\.0\.0\.1/)
  openid.person = { subject: 'grace-1' }
  const nonce = await attempt({ alter: (address) => address.searchParams.set('nonce', 'another') })
  expect(nonce.body.error_msg).toMatch(/belongs to another sign-in \(the nonce differs\)/)
  const issuer = await attempt({
    answer: (sent) => {
      sent.iss = 'https://evil.example'
    },
  })
  expect(issuer.status).toBe(422)
  expect(issuer.body.error_msg).toMatch(/iss/)
  const fails = await db().selectFrom('audit').select('changes').where('action', '=', 'session.fail').execute()
  expect(JSON.stringify(fails)).toContain('did not allow')
})

test('a state works once, only in its browser, and only while its sign-in is pending', async () => {
  const done = await attempt()
  expect(done.status).toBe(200)
  const other = await openFederatedTry(url())
  expect((await other.finish(done.sent)).status).toBe(410)
  const first = await openFederatedTry(url())
  const { body } = await first.start(provider)
  const sent = callbackBody(await openid.signIn(body.redirect_to ?? ''))
  expect((await other.finish(sent)).status).toBe(410)
  expect((await first.finish(sent)).status).toBe(200)
  expect((await first.finish(sent)).status).toBe(410)
})

test('a code that was used already is refused by the provider', async () => {
  const done = await attempt()
  const replayed = await attempt({
    answer: (sent) => {
      sent.code = done.sent.code ?? ''
    },
  })
  expect(replayed.status).toBe(422)
  expect(replayed.body.error_msg).toMatch(/used already, or took too long/)
})

test('a post from another site is refused', async () => {
  const { browser } = await openFederatedTry(url())
  const answer = await browser.ask(`${url()}/interaction/x/federated/${provider}`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(403)
})

test('a wrong secret, a disabled provider and an issuer of another name are each a sentence', async () => {
  await change({ client_secret: 'wrong' })
  expect((await attempt()).body.error_msg).toMatch(/client secret or the client authentication is wrong/)
  await change({ client_secret: 'the client secret of the partner, long enough' })
  await change({ enabled: false })
  const trying = await openFederatedTry(url())
  expect((await trying.start(provider)).body.error_msg).toMatch(/no longer offered/)
  await change({ enabled: true })
  const other = await addProvider(admin, { issuer: openid.issuer.replace('127.0.0.1', 'localhost') }, { name: 'Other' })
  expect((await trying.start(other)).body.error_msg).toMatch(/says that it is another issuer/)
  await admin.call('DELETE', `/api/2/admin/identity-providers/${other}`)
})

test('a provider with a new key signs people in; one that is down is named', async () => {
  const { port } = openid
  await openid.close()
  const trying = await openFederatedTry(url())
  const down = await trying.start(provider)
  expect(down.status).toBe(422)
  expect(down.body.error_msg).toMatch(/127\.0\.0\.1.*refused/)
  openid = await openOpenIdProvider({ site: url(), port })
  openid.person = { subject: 'grace-1', email: 'grace@partner.example', email_verified: true }
  const account = await (await signInWith(url(), openid, provider)).api().get('/api/2/account/')
  expect(account).toMatchObject({ email: 'grace@partner.example' })
})
