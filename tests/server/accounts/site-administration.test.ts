import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../src/server/access/caller.ts'
import { recordSiteVisit } from '../../../src/server/http/site-visit.ts'
import { createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let project: { key: number; id: string }
let ada: Api
beforeAll(async () => {
  running = await startServer()
  project = await db().selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const ACCOUNTS = '/api/2/admin/accounts/'
type Entry = { action: string; actor: { email: string | null; as: string | null } }
const entriesBy = async (email: string): Promise<Entry[]> =>
  (await running.api.get<{ results: Entry[] }>('/api/2/audits/')).results.filter(({ actor }) => actor.email === email)

const callerOf = (accountId: string, email: string): Caller => ({
  kind: 'account',
  accountId,
  email,
  sitePermission: 'site_admin',
  unconfirmed: null,
  entered: null,
  unmet: null,
  assurance: null,
  signIn: null,
})

/** A person who is a member of nothing, and that person's calls in the project. */
const outsider = async (email: string) => {
  const account = await addAccount(running, email)
  return { ...account, api: (await signIn(running.server, email, PASSWORD)).api(project.id) }
}

test('accounts are found by parts of address and name, by id, and by their permission', async () => {
  const { id } = await addAccount(running, 'Grace.Hopper@navy.example')
  for (const search of ['hopper@NAVY', 'grace', id]) {
    const { results } = await ada.get<{ results: { id: string }[] }>(`${ACCOUNTS}?search=${encodeURIComponent(search)}`)
    expect(results.map((row) => row.id)).toEqual([id])
  }
  for (const search of ['%', '_race', 'grace\\']) {
    const { results } = await ada.get<{ results: object[] }>(`${ACCOUNTS}?search=${encodeURIComponent(search)}`)
    expect(results).toEqual([])
  }
  const { results } = await ada.get<{ results: { email: string }[] }>(`${ACCOUNTS}?permission=site_admin`)
  expect(results.map(({ email }) => email)).toEqual(['ada@example.com'])
})

test('the page of an account says which projects it enters, and through what', async () => {
  const account = await addAccount(running, 'member@example.com')
  await createOrganization(db(), { id: 'org-of-member', name: 'Partners', accountId: account.id, now: Date.now() })
  await grant(running, account, project.key, 'EDITOR')
  expect(await ada.get(`${ACCOUNTS}${account.id}/`)).toMatchObject({
    email: account.email,
    has_password: true,
    has_second_factor: false,
    project_count: 1,
    session_count: 0,
    organizations: [{ name: 'Partners', roles: ['ADMIN', 'DEFAULT'] }],
    grants: [{ project_id: project.id, access_level: 'EDITOR', role_id: null }],
  })
  const page = await ada.get<{ grants: object[] }>(`/api/2/admin/projects/${project.id}/`)
  expect(page.grants).toContainEqual(expect.objectContaining({ account_email: account.email, access_level: 'EDITOR' }))
})

test('a site viewer reads every project, changes nothing, and is out as soon as the permission is gone', async () => {
  const { id, api } = await outsider('viewer@example.com')
  expect((await api.call('GET', '/api/3/monitors/')).status).toBe(403)
  const permit = (site_permission: string | null) => ada.post(`${ACCOUNTS}${id}/permission`, { site_permission })
  expect(await permit('site_viewer')).toMatchObject({ site_permission: 'site_viewer', site_admin: false })
  expect((await api.call('GET', '/api/3/monitors/')).status).toBe(200)
  expect((await api.call('POST', '/api/3/schedules/', { name: 'No' })).status).toBe(403)
  expect((await api.call('GET', ACCOUNTS)).status).toBe(403)
  await permit(null)
  expect((await api.call('GET', '/api/3/monitors/')).status).toBe(403)
})

test('the last site admin cannot be demoted, not even by that admin', async () => {
  const { results } = await ada.get<{ results: { id: string }[] }>(`${ACCOUNTS}?permission=site_admin`)
  const path = `${ACCOUNTS}${results[0]?.id}/permission`
  expect(await ada.call('POST', path, { site_permission: 'site_viewer' })).toMatchObject({
    status: 409,
    body: { error_msg: expect.stringContaining('last site admin') },
  })
  const second = await addAccount(running, 'second@example.com')
  await ada.post(`${ACCOUNTS}${second.id}/permission`, { site_permission: 'site_admin' })
  await ada.post(path, { site_permission: 'site_viewer' })
  const other = (await signIn(running.server, second.email, PASSWORD)).api()
  await other.post(path, { site_permission: 'site_admin' })
  await ada.post(`${ACCOUNTS}${second.id}/permission`, { site_permission: null })
})

test('what a member does carries no site permission, even where the member has one', async () => {
  const account = await addAccount(running, 'both@example.com', 'site_viewer')
  await grant(running, account, project.key, 'EDITOR')
  const api = (await signIn(running.server, account.email, PASSWORD)).api(project.id)
  await api.post('/api/3/schedules/', { name: 'Mine' })
  expect(await entriesBy(account.email)).toMatchObject([{ action: 'schedule.create', actor: { as: null } }])
})

test('mails go only to those for whom their link would work', async () => {
  const account = await addAccount(running, 'forgetful@example.com')
  expect(await ada.post(`${ACCOUNTS}${account.id}/password-reset`)).toEqual({
    email: account.email,
    mail_leaves: false,
  })
  expect((await ada.call('POST', `${ACCOUNTS}${account.id}/verification`)).status).toBe(409)
  await ada.post(`${ACCOUNTS}${account.id}/block`)
  expect((await ada.call('POST', `${ACCOUNTS}${account.id}/password-reset`)).status).toBe(409)
})

test('who enters a project by a site permission is in its audit log: once an hour for reading, and always for writing', async () => {
  const { id, email, api } = await outsider('helper@example.com')
  await ada.post(`${ACCOUNTS}${id}/permission`, { site_permission: 'site_admin' })
  await Promise.all([1, 2, 3].map(() => api.get('/api/3/monitors/')))
  expect(await entriesBy(email)).toMatchObject([{ action: 'project.enter', actor: { as: 'site_admin' } }])
  await api.post('/api/3/schedules/', { name: 'Helped' })
  await api.post('/api/3/schedules/', { name: 'Helped again' })
  const entries = await entriesBy(email)
  expect(entries.map(({ action }) => action)).toEqual(['schedule.create', 'schedule.create', 'project.enter'])
  expect(new Set(entries.map(({ actor }) => actor.as))).toEqual(new Set(['site_admin']))
  // Straight, since access tokens live for no longer than an hour.
  const visit = { db: db(), caller: callerOf(id, email), actsAs: 'site_admin', ip: null, userAgent: null } as const
  const { sealing } = running.server.services
  const inAnHour = { ...visit, now: Date.now() + 3_600_001, requestId: 'later' }
  await recordSiteVisit(sealing, inAnHour, { ...project, orgId: null })
  expect((await entriesBy(email))[0]?.action).toBe('project.enter')
})
