import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from '../../../src/server/store/accounts/accounts.ts'
import { holdSubject } from '../../../src/server/store/federation/account-identities.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { addProvider, callbackBody, signInWith } from '../../support/federation.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { waitsForLock } from '../../support/waits-for-lock.ts'

let running: TestServer
let openid: OpenIdProvider
let mailbox: Mailbox
let provider: string
const IDENTITIES = '/api/2/account/identities/'

beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    env: {
      SONDE_ALLOW_PRIVATE: '127.0.0.0/8',
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'Sonde <sonde@example.org>',
    },
  })
  openid = await openOpenIdProvider({ site: running.server.url })
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  provider = await addProvider(admin, openid, { admits: true })
})
afterAll(async () => {
  await openid?.close()
  await running?.stop()
  await mailbox?.close()
})

const db = () => running.server.services.database.db
const person = async (email: string) => {
  await addAccount(running, email)
  return (await signIn(running.server, email, PASSWORD)).api()
}
const startLink = async (api: Api) =>
  callbackBody(
    await openid.signIn((await api.post<{ redirect_to: string }>(`${IDENTITIES}link/${provider}`)).redirect_to),
  )
type List = { results: { id: string; name: string; email: string }[]; offered: { id: string }[] }

test('an account is linked from its profile, and then signed in to with the provider, whatever its address there', async () => {
  const api = await person('linking@example.com')
  openid.person = { subject: 'linking', email: 'other@partner.example' }
  expect((await api.get<List>(IDENTITIES)).offered).toEqual([{ id: provider, name: 'Partner' }])
  expect(await api.post(IDENTITIES, await startLink(api))).toMatchObject({
    name: 'Partner',
    email: 'other@partner.example',
  })
  expect((await api.get<List>(IDENTITIES)).offered).toEqual([])
  const again = await (await signInWith(running.server.url, openid, provider)).api().get('/api/2/account/')
  expect(again).toMatchObject({ email: 'linking@example.com' })
  await eventually(async () =>
    mailbox.received.find(({ to, text }) => to === 'linking@example.com' && text.includes('can now sign you in')),
  )
  const [linked] = (await api.get<List>(IDENTITIES)).results
  expect((await api.call('DELETE', `${IDENTITIES}${linked?.id}`)).status).toBe(204)
  expect((await api.get<List>(IDENTITIES)).results).toEqual([])
  const entries = await running.server.services.database.db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('action', 'like', 'identity.%')
    .orderBy('key')
    .execute()
  expect(entries).toEqual([
    { action: 'identity.link', changes: [{ path: 'provider', before: null, after: 'Partner' }] },
    { action: 'identity.unlink', changes: [{ path: 'provider', before: 'Partner', after: null }] },
  ])
})

test('a link is finished only in the session that began it, and once', async () => {
  const api = await person('mine@example.com')
  const other = await person('theirs@example.com')
  openid.person = { subject: 'mine' }
  const sent = await startLink(api)
  expect((await other.call('POST', IDENTITIES, sent)).status).toBe(410)
  expect((await api.call('POST', IDENTITIES, sent)).status).toBe(200)
  expect((await api.call('POST', IDENTITIES, sent)).status).toBe(410)
})

test('a sign-in that is linked to another account is not linked to a second one', async () => {
  openid.person = { subject: 'shared' }
  const first = await person('first@example.com')
  await first.post(IDENTITIES, await startLink(first))
  const second = await person('second@example.com')
  const refused = await second.call('POST', IDENTITIES, await startLink(second))
  expect(refused).toMatchObject({ status: 409, body: { error_msg: expect.stringMatching(/another account/) } })
})

test('a link that was waiting while the owner set a new password is not made', async () => {
  const api = await person('waiting@example.com')
  const { id } = await db()
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'waiting@example.com')
    .executeTakeFirstOrThrow()
  openid.person = { subject: 'waiting', email: 'stranger@partner.example' }
  const callback = await startLink(api)
  // Held after the provider has answered, and before the link is stored.
  const held = await db().startTransaction().execute()
  await holdSubject(held, { issuer: openid.issuer, subject: 'waiting' })
  const linking = api.call('POST', IDENTITIES, callback)
  await waitsForLock(db())
  const token = await issueToken(db(), id, 'reset', running.server.services.clock())
  await running.api.as('').post(`/api/2/account/reset_password/${id}`, { token, password: 'a long and new one' })
  await held.commit().execute()
  expect((await linking).status).toBe(401)
  expect(await db().selectFrom('account_identity').select('id').where('account_id', '=', id).execute()).toEqual([])
})

test('the only way to sign in is not unlinked; with a password it is', async () => {
  openid.person = { subject: 'only', email: 'only@partner.example', email_verified: true }
  const api = (await signInWith(running.server.url, openid, provider)).api()
  const [linked] = (await api.get<List>(IDENTITIES)).results
  const refused = await api.call('DELETE', `${IDENTITIES}${linked?.id}`)
  expect(refused).toMatchObject({ status: 409, body: { error_msg: expect.stringMatching(/only way to sign in/) } })
  await api.post('/api/2/account/reset_password', {})
  const mail = await eventually(async () =>
    mailbox.received.find(({ to, text }) => to === 'only@partner.example' && text.includes('Choose a new password')),
  )
  const [, id = '', token = ''] = /password-reset\/(\w+)\/(\w+)/.exec(mail.text) ?? []
  await api.post(`/api/2/account/reset_password/${id}`, { token, password: 'a long and new one' })
  const signedIn = (await signIn(running.server, 'only@partner.example', 'a long and new one')).api()
  expect((await signedIn.call('DELETE', `${IDENTITIES}${linked?.id}`)).status).toBe(204)
})

test('whoever made an account with somebody else’s address loses it when the owner of the address sets a password', async () => {
  openid.person = { subject: 'squatter', email: 'victim@example.com' }
  await signInWith(running.server.url, openid, provider)
  await running.api.as('').post('/api/2/account/reset_password', { email: 'victim@example.com' })
  const mail = await eventually(async () =>
    mailbox.received.find(({ to, text }) => to === 'victim@example.com' && text.includes('Choose a new password')),
  )
  const [, id = '', token = ''] = /password-reset\/(\w+)\/(\w+)/.exec(mail.text) ?? []
  await running.api.as('').post(`/api/2/account/reset_password/${id}`, { token, password: 'a long and new one' })
  await expect(signInWith(running.server.url, openid, provider)).rejects.toThrow('409')
})
