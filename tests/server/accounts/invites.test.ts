import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { apiWith } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { codeIn, home } from '../../support/sources.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ env: { SONDE_REGISTRATION: 'invited' } })
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const newAddress = () => `${newId().toLowerCase()}@example.com`
const person = async (address = newAddress()) => {
  const account = await addAccount(running, address)
  const signedIn = await signIn(running.server, account.email, PASSWORD)
  return { ...account, api: signedIn.api(), within: (projectId: string) => signedIn.api(projectId) }
}
type Person = Awaited<ReturnType<typeof person>>
type Made = { id: string; link: string | null; mail_leaves: boolean }
const linkOf = (made: Made) => `/api/2/account/invites/${(made.link ?? '').split('/invite/')[1]}`

const project = async (by: Person) => {
  const { id } = await by.api.post<{ id: string }>('/api/2/account/projects', { name: 'Shop' })
  const path = `/api/2/projects/${id}`
  const invite = (email: string, access_level = 'EDITOR', more: object = {}) =>
    by.within(id).post<Made>(`${path}/invites`, { email, access_level, ...more })
  return { id, path, invite }
}
type Entered = { projects: { access_level: string; project: { id: string } }[]; meta: { invites: { id: string }[] } }
const levelOf = async (of: Person, projectId: string) =>
  (await of.api.get<Entered>('/api/2/account/projects')).projects.find(({ project }) => project.id === projectId)
    ?.access_level ?? null
const accept = (by: Person, link: string) => by.api.call('POST', link)

test('without a mail server the inviter gets the link once, and whoever opens it sees who invites to what', async () => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const made = await shop.invite(bob.email)
  expect(made).toMatchObject({ mail_leaves: false, link: expect.stringContaining('/invite/') })
  const list = await ada.within(shop.id).get<{ results: object[] }>(`${shop.path}/invites`)
  expect(list.results).toEqual([expect.not.objectContaining({ link: expect.anything() })])
  const seen = await apiWith(running.server.url, '').get(linkOf(made))
  expect(seen).toMatchObject({ project_name: 'Shop', access_level: 'EDITOR', email: bob.email })
  expect((await accept(bob, linkOf(made))).status).toBe(200)
  expect(await levelOf(bob, shop.id)).toBe('EDITOR')
  const again = await accept(bob, linkOf(made))
  expect([again.status, again.body]).toEqual([410, expect.objectContaining({ error: 'gone' })])
})

test('two tabs accept at once: one of them is told that it was accepted', async () => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const link = linkOf(await shop.invite(bob.email))
  const both = await Promise.all([accept(bob, link), accept(bob, link)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
})

test('another account may accept only where the inviter allows any address', async () => {
  const [ada, eve] = [await person(), await person()]
  const shop = await project(ada)
  expect((await accept(eve, linkOf(await shop.invite(newAddress())))).status).toBe(403)
  const open = await shop.invite(newAddress(), 'VIEWER', { any_address: true })
  expect((await accept(eve, linkOf(open))).status).toBe(200)
  expect(await levelOf(eve, shop.id)).toBe('VIEWER')
})

test('an invitation is listed to its recipient, who accepts or refuses it without the link', async () => {
  const [ada, bob, eve] = [await person(), await person(), await person()]
  const shop = await project(ada)
  const { id } = await shop.invite(bob.email)
  const { meta } = await bob.api.get<Entered>('/api/2/account/projects')
  expect(meta.invites).toMatchObject([{ id, project_name: 'Shop' }])
  expect((await eve.api.call('POST', `/api/2/account/invites/${id}/`)).status).toBe(404)
  expect((await bob.api.call('DELETE', `/api/2/account/invites/${id}/`)).status).toBe(204)
  expect((await bob.api.call('POST', `/api/2/account/invites/${id}/`)).status).toBe(410)
})

test('a new link ends the earlier one; a revoked or expired invitation ends too', async () => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const first = await shop.invite(bob.email)
  const second = await ada.within(shop.id).post<Made>(`${shop.path}/invites/${first.id}/resend`)
  expect((await accept(bob, linkOf(first))).status).toBe(404)
  await db().updateTable('invite').set({ expires: 1 }).where('id', '=', first.id).execute()
  expect((await accept(bob, linkOf(second))).status).toBe(410)
  const third = await ada.within(shop.id).post<Made>(`${shop.path}/invites/${first.id}/resend`)
  expect((await ada.within(shop.id).call('DELETE', `${shop.path}/invites/${first.id}/`)).status).toBe(204)
  expect((await accept(bob, linkOf(third))).status).toBe(410)
})

test('members and invited people are not invited again, and a level is never lowered', async () => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const invite = (email: string) =>
    ada.within(shop.id).call('POST', `${shop.path}/invites`, { email, access_level: 'VIEWER' })
  expect((await invite(ada.email)).status).toBe(409)
  expect((await invite('nobody')).status).toBe(422)
  await shop.invite(bob.email, 'VIEWER')
  expect((await invite(bob.email)).status).toBe(409)
  const open = await shop.invite(newAddress(), 'VIEWER', { any_address: true })
  expect((await accept(ada, linkOf(open))).status).toBe(200)
  expect(await levelOf(ada, shop.id)).toBe('OWNER')
})

test('an invitation ends with its project, and with the right of its inviter', async () => {
  const [ada, bob, max] = [await person(), await person(), await person()]
  const shop = await project(ada)
  await accept(max, linkOf(await shop.invite(max.email, 'OWNER')))
  const byMax = await max
    .within(shop.id)
    .post<Made>(`${shop.path}/invites`, { email: bob.email, access_level: 'OWNER' })
  await ada.within(shop.id).post(`${shop.path}/access/`, { account_id: max.id, access_level: 'MANAGER' })
  expect((await accept(bob, linkOf(byMax))).status).toBe(410)
  const open = await shop.invite(newAddress(), 'VIEWER', { any_address: true })
  await ada.within(shop.id).call('DELETE', shop.path)
  // The invitation goes with the rest of the project, soon after.
  expect([410, 404]).toContain((await accept(bob, linkOf(open))).status)
})

test('an organization invites with roles; a role that was deleted since ends the invitation', async () => {
  const [ada, bob] = [await person(), await person()]
  const { id } = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  const path = `/api/2/organizations/${id}`
  await ada.api.post(`${path}/roles`, { id: 'DEV_TEAM' })
  const unknown = { email: bob.email, roles: ['NOBODY'] }
  expect((await ada.api.call('POST', `${path}/invites`, unknown)).status).toBe(422)
  const made = await ada.api.post<Made>(`${path}/invites`, { email: bob.email, roles: ['DEV_TEAM'] })
  expect((await bob.api.call('GET', `${path}/invites`)).status).toBe(404)
  await ada.api.call('DELETE', `${path}/roles/DEV_TEAM/`)
  expect((await accept(bob, linkOf(made))).status).toBe(410)
  await ada.api.call('DELETE', `${path}/invites/${made.id}/`)
  const plain = await ada.api.post<Made>(`${path}/invites`, { email: bob.email })
  expect((await accept(bob, linkOf(plain))).status).toBe(200)
  const { results } = await ada.api.get<{ results: { email: string }[] }>(`${path}/accounts`)
  expect(results.map(({ email }) => email)).toContain(bob.email)
})

test('a new account comes in by invitation; the link confirms no address that it was not mailed to', async () => {
  const ada = await person()
  const shop = await project(ada)
  const register = async (email: string, made: Made) => {
    const [id, secret] = (made.link ?? '').split('/invite/')[1]?.split('/') ?? []
    const body = { email, password: PASSWORD, invite: { id, secret } }
    return (await apiWith(running.server.url, '').call('POST', '/api/2/account/register', body)).status
  }
  const [own, other] = [newAddress(), newAddress()]
  const closed = await shop.invite(own)
  expect(await register(other, closed)).toBe(403)
  expect(await register(own, closed)).toBe(201)
  const read = (email: string) =>
    db().selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  expect((await read(own)).email_verified).toBeNull()
  const open = await shop.invite(newAddress(), 'VIEWER', { any_address: true })
  expect(await register(other, open)).toBe(201)
  const { results } = await ada.within(shop.id).get<{ results: { account_email: string }[] }>(`${shop.path}/access`)
  expect(results.map(({ account_email }) => account_email).sort()).toEqual([ada.email, other].sort())
})

test('whoever has the link refuses the invitation without an account, and the audit log has it', async () => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const made = await shop.invite(bob.email)
  const nobody = apiWith(running.server.url, '')
  expect((await nobody.call('DELETE', linkOf(made).replace(/[^/]+\/$/, 'wrong-secret/'))).status).toBe(404)
  expect((await nobody.call('DELETE', linkOf(made))).status).toBe(204)
  // Refused twice is refused.
  expect((await nobody.call('DELETE', linkOf(made))).status).toBe(204)
  const again = await nobody.call('GET', linkOf(made))
  expect([again.status, JSON.stringify(again.body)]).toEqual([410, expect.stringContaining('refused')])
  const entries = await db().selectFrom('audit').select('resource').where('action', '=', 'invite.refuse-link').execute()
  expect(entries).toEqual([{ resource: expect.objectContaining({ id: made.id }) }])
})

test('without an invitation nobody registers; by the link one does, once, and accepts with the confirmed address', async () => {
  const ada = await person()
  const shop = await project(ada)
  const email = newAddress()
  const made = await shop.invite(email)
  const nobody = apiWith(running.server.url, '')
  const [id, secret] = (made.link ?? '').split('/invite/')[1]?.split('/') ?? []
  const register = (invite?: object) =>
    nobody.call('POST', '/api/2/account/register', { email, password: PASSWORD, ...(invite && { invite }) })
  expect((await register()).status).toBe(403)
  expect((await register({ id, secret: 'wrong' })).status).toBe(404)
  expect(await nobody.get(linkOf(made))).toMatchObject({ accepted_by_registering: false })
  expect((await register({ id, secret })).status).toBe(201)
  const bob = { ...(await signIn(running.server, email, PASSWORD)) }
  const early = await bob.api().call('POST', linkOf(made))
  expect([early.status, JSON.stringify(early.body)]).toEqual([403, expect.stringContaining('sends no mail')])
  await db().updateTable('account').set({ email_verified: 1 }).where('email', '=', email).execute()
  expect((await bob.api().call('POST', linkOf(made))).status).toBe(200)
  expect((await bob.api(shop.id).call('GET', shop.path)).status).toBe(200)
})

test.each([
  ['a password, and its address unconfirmed', { email_verified: null }],
  [
    'an OpenID provider that did not vouch for the address',
    { email_verified: null, password_hash: null, federated: true },
  ],
  ['a tenant that did not vouch for the address', { email_verified: null, password_hash: null, federated: false }],
])('an account with %s sees no invitation of that address, and accepts by a mailed link alone', async (_, facts) => {
  const [ada, bob] = [await person(), await person()]
  const shop = await project(ada)
  const made = await shop.invite(bob.email, 'OWNER')
  await db().updateTable('account').set(facts).where('email', '=', bob.email).execute()
  expect((await bob.api.get<Entered>('/api/2/account/projects')).meta.invites).toEqual([])
  for (const link of [`/api/2/account/invites/${made.id}/`, linkOf(made)])
    expect(await accept(bob, link)).toMatchObject({ status: 403, body: { error: 'address_unconfirmed' } })
  expect((await bob.api.call('DELETE', `/api/2/account/invites/${made.id}/`)).status).toBe(403)
  expect(await levelOf(bob, shop.id)).toBeNull()
  await db().updateTable('invite').set({ is_mailed: true }).where('id', '=', made.id).execute()
  expect((await accept(bob, `/api/2/account/invites/${made.id}/`)).status).toBe(403)
  expect((await accept(bob, linkOf(made))).status).toBe(200)
  expect(await levelOf(bob, shop.id)).toBe('OWNER')
})

test('the list of members shows which addresses are confirmed, however their people sign in', async () => {
  const [ada, bob] = [await person(), await person()]
  const { id } = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  const made = await ada.api.post<Made>(`/api/2/organizations/${id}/invites`, { email: bob.email })
  expect((await accept(bob, linkOf(made))).status).toBe(200)
  const isConfirmed = async () => {
    const { results } = await ada.api.get<{ results: { email: string; email_verified: boolean }[] }>(
      `/api/2/organizations/${id}/accounts`,
    )
    return results.find(({ email }) => email === bob.email)?.email_verified
  }
  expect(await isConfirmed()).toBe(true)
  for (const federated of [true, false]) {
    const facts = { email_verified: null, password_hash: null, federated }
    await db().updateTable('account').set(facts).where('email', '=', bob.email).execute()
    expect(await isConfirmed()).toBe(false)
  }
})

test('one definition says which addresses are confirmed', () => {
  const deciding = codeIn('src/server')
    .filter((file) => !file.includes('/migrations/'))
    .filter((file) => /email_verified (?:is (?:not )?null|[!=]== null)/.test(readFileSync(join(home, file), 'utf8')))
  expect(deciding).toEqual(['src/server/store/accounts/accounts.ts'])
})
