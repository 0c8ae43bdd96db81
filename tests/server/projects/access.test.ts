import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const person = async () => {
  const account = await addAccount(running, `${newId().toLowerCase()}@example.com`)
  const signedIn = await signIn(running.server, account.email, PASSWORD)
  return { ...account, api: signedIn.api(), within: (projectId: string) => signedIn.api(projectId) }
}
type Person = Awaited<ReturnType<typeof person>>
type Member = { id: string; account_id: string; access_level: string; role_id: string | null; grants: unknown[] }

/** A project of an organization, with its ADMIN Ada and colleagues who have no access yet. */
const team = async (...colleagues: Person[]) => {
  const ada = await person()
  const { id: orgId } = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  const { id } = await ada.api.post<{ id: string }>(`/api/2/organizations/${orgId}/projects`, { name: 'Ours' })
  for (const { id: accountId } of colleagues)
    await addRoles(db(), { orgId, accountId, roles: ['DEFAULT'], now: Date.now() })
  const path = `/api/2/projects/${id}`
  const members = async () => (await ada.within(id).get<{ results: Member[] }>(`${path}/access`)).results
  const grant = (by: Person, to: Person, access_level: string) =>
    by.within(id).call('POST', `${path}/access/`, { account_id: to.id, access_level })
  return { ada, id, orgId, path, members, grant }
}

test('a colleague is given access, and it ends with the next request once it is taken', async () => {
  const bob = await person()
  const { ada, id, path, members, grant } = await team(bob)
  expect((await bob.within(id).call('GET', path)).status).toBe(403)
  expect((await grant(ada, bob, 'EDITOR')).status).toBe(200)
  expect((await bob.within(id).call('GET', path)).status).toBe(200)
  const entry = (await members()).find(({ account_id }) => account_id === bob.id)
  expect(entry).toMatchObject({ access_level: 'EDITOR', role_id: null, grants: [{ level: 'EDITOR', role_id: null }] })
  expect((await ada.within(id).call('DELETE', `${path}/access/${entry?.id}/`)).status).toBe(204)
  expect((await bob.within(id).call('GET', path)).status).toBe(403)
})

test('strangers cannot be given access: they are invited', async () => {
  const eve = await person()
  const { ada, grant } = await team()
  expect((await grant(ada, eve, 'VIEWER')).status).toBe(422)
})

test('a MANAGER gives all levels but OWNER, changes no OWNER, and does not raise itself', async () => {
  const [max, bob, olga] = [await person(), await person(), await person()]
  const { ada, id, path, members, grant } = await team(max, bob, olga)
  await grant(ada, max, 'MANAGER')
  await grant(ada, olga, 'OWNER')
  expect((await grant(max, bob, 'EDITOR')).status).toBe(200)
  expect((await grant(max, bob, 'OWNER')).status).toBe(403)
  expect((await grant(max, olga, 'VIEWER')).status).toBe(403)
  expect((await grant(max, max, 'EDITOR')).status).toBe(403)
  const entry = (await members()).find(({ account_id }) => account_id === olga.id)
  expect((await max.within(id).call('DELETE', `${path}/access/${entry?.id}/`)).status).toBe(403)
  expect((await grant(bob, max, 'VIEWER')).status).toBe(403)
})

test('the last OWNER stays, also when two owners leave at once', async () => {
  const [one, two] = [await person(), await person()]
  const { id } = await one.api.post<{ id: string }>('/api/2/account/projects', { name: 'Own' })
  const path = `/api/2/projects/${id}`
  const { key } = await db().selectFrom('project').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const now = Date.now()
  const access = { id: newId(), project_key: key, account_id: two.id, access_level: 'OWNER' }
  await db()
    .insertInto('project_access')
    .values({ ...access, created: now, last_update: now })
    .execute()
  const both = await Promise.all([one, two].map((each) => each.within(id).call('POST', `${path}/leave`)))
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('access through a role says so, and is taken from the role', async () => {
  const bob = await person()
  const { ada, id, orgId, path, members } = await team(bob)
  const api = ada.within(id)
  await ada.api.post(`/api/2/organizations/${orgId}/roles`, { id: 'DEV_TEAM' })
  await addRoles(db(), { orgId, accountId: bob.id, roles: ['DEV_TEAM'], now: Date.now() })
  const given = await api.post<{ id: string }>(`${path}/roles`, { role_id: 'DEV_TEAM', access_level: 'EDITOR' })
  const entry = (await members()).find(({ account_id }) => account_id === bob.id)
  expect(entry).toMatchObject({ access_level: 'EDITOR', grants: [{ level: 'EDITOR', role_id: 'DEV_TEAM' }] })
  expect((await api.call('DELETE', `${path}/access/${entry?.id}/`)).status).toBe(409)
  expect((await bob.within(id).call('POST', `${path}/leave`)).status).toBe(409)
  expect((await api.call('DELETE', `${path}/roles/${given.id}/`)).status).toBe(204)
  expect((await bob.within(id).call('GET', path)).status).toBe(403)
  expect((await api.call('POST', `${path}/roles`, { role_id: 'ADMIN', access_level: 'VIEWER' })).status).toBe(409)
  expect((await api.call('POST', `${path}/roles`, { role_id: 'NOBODY', access_level: 'VIEWER' })).status).toBe(422)
})

test('whoever has no direct access to leave is told by what they enter', async () => {
  const [bob, root] = [await person(), await person()]
  const { ada, id, orgId, path } = await team(bob)
  const leave = async (by: Person) => {
    const { status, body } = await by.within(id).call('POST', `${path}/leave`)
    return [status, JSON.stringify(body)]
  }
  await ada.api.post(`/api/2/organizations/${orgId}/roles`, { id: 'DEV_TEAM' })
  await addRoles(db(), { orgId, accountId: bob.id, roles: ['DEV_TEAM'], now: Date.now() })
  await ada.within(id).post(`${path}/roles`, { role_id: 'DEV_TEAM', access_level: 'EDITOR' })
  await db().updateTable('account').set({ site_permission: 'site_viewer' }).where('id', '=', root.id).execute()
  expect(await leave(bob)).toEqual([409, expect.stringContaining('the role DEV_TEAM')])
  const admin = await person()
  await addRoles(db(), { orgId, accountId: admin.id, roles: ['ADMIN'], now: Date.now() })
  expect(await leave(admin)).toEqual([409, expect.stringContaining('as an ADMIN of its organization')])
  expect(await leave(root)).toEqual([409, expect.stringContaining('site permission site_viewer')])
})

test('the project says by which grants the caller enters, highest first', async () => {
  const bob = await person()
  const { ada, id, orgId, path, grant } = await team(bob)
  await ada.api.post(`/api/2/organizations/${orgId}/roles`, { id: 'DEV_TEAM' })
  await addRoles(db(), { orgId, accountId: bob.id, roles: ['DEV_TEAM'], now: Date.now() })
  await ada.within(id).post(`${path}/roles`, { role_id: 'DEV_TEAM', access_level: 'EDITOR' })
  await grant(ada, bob, 'VIEWER')
  expect(await bob.within(id).get(path)).toMatchObject({
    access_level: 'EDITOR',
    ways: [
      { level: 'EDITOR', role_id: 'DEV_TEAM' },
      { level: 'VIEWER', role_id: null },
    ],
    site_permission: null,
  })
})

test('roles without a level are listed to those who may give them one', async () => {
  const bob = await person()
  const { ada, id, orgId, path, grant } = await team(bob)
  await ada.api.post(`/api/2/organizations/${orgId}/roles`, { id: 'DEV_TEAM' })
  await grant(ada, bob, 'EDITOR')
  const roles = (by: Person) => by.within(id).get(`${path}/roles`)
  expect(await roles(ada)).toMatchObject({ results: [], unassigned: ['DEFAULT', 'DEV_TEAM'] })
  expect(await roles(bob)).toMatchObject({ results: [], unassigned: [] })
})

test('the list of projects says in which organizations the account may create some', async () => {
  const [ada, bob] = [await person(), await person()]
  const { id: orgId } = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  await addRoles(db(), { orgId, accountId: bob.id, roles: ['DEFAULT'], now: Date.now() })
  type List = { meta: { creates_in: string[] }; organizations: { id: string }[] }
  const createsIn = async (by: Person) => (await by.api.get<List>('/api/2/account/projects')).meta.creates_in
  expect([await createsIn(ada), await createsIn(bob)]).toEqual([[orgId], []])
  await ada.api.post(`/api/2/organizations/${orgId}/roles`, { id: 'MAKERS', creates_projects: true })
  await addRoles(db(), { orgId, accountId: bob.id, roles: ['MAKERS'], now: Date.now() })
  expect(await createsIn(bob)).toEqual([orgId])
  const made = await bob.api.call('POST', '/api/2/account/projects', { name: 'New', org_id: orgId })
  expect(made.status).toBe(201)
})
