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
