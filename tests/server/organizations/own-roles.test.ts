import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Person = { readonly id: string; readonly email: string; readonly api: Api }

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const person = async (sitePermission?: string): Promise<Person> => {
  const account = await addAccount(running, `${newId().toLowerCase()}@example.com`, sitePermission)
  return { ...account, api: (await signIn(running.server, account.email, PASSWORD)).api() }
}
const found = async (by: Person): Promise<string> => {
  const { id } = await by.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  await by.api.post(`/api/2/organizations/${id}/roles`, { id: 'DEV_TEAM' })
  return id
}
const join = (orgId: string, { id }: Person, ...roles: string[]) =>
  addRoles(db(), { orgId, accountId: id, roles, now: Date.now() })
const own = ({ api }: Person, method: 'PUT' | 'DELETE', orgId: string, role: string) =>
  api.call(method, `/api/2/account/roles/${role}/?org=${encodeURIComponent(orgId)}`)
const rolesOf = async ({ api }: Person, orgId: string) =>
  (await api.get<{ meta: { roles: Record<string, string[]> } }>('/api/2/account/projects')).meta.roles[orgId]

test('an ADMIN gives themselves a role and gives it up; other members only give up', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  await join(acme, bob)
  expect((await own(ada, 'PUT', acme, 'DEV_TEAM')).status).toBe(204)
  expect(await rolesOf(ada, acme)).toEqual(['ADMIN', 'DEFAULT', 'DEV_TEAM'])
  expect((await own(ada, 'DELETE', acme, 'DEV_TEAM')).status).toBe(204)
  expect((await own(ada, 'DELETE', acme, 'DEV_TEAM')).status).toBe(404)
  for (const role of ['ADMIN', 'DEV_TEAM']) expect((await own(bob, 'PUT', acme, role)).status).toBe(404)
  expect(await rolesOf(bob, acme)).toEqual(['DEFAULT'])
  const { results } = await ada.api.get<{ results: { action: string }[] }>(`/api/2/audits/organization/${acme}/`)
  expect(results.map(({ action }) => action).slice(0, 2)).toEqual(['organization.take-role', 'organization.add-role'])
})

test('giving up DEFAULT leaves the organization with all roles, and the last ADMIN stays', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  await join(acme, bob, 'DEV_TEAM')
  for (const role of ['ADMIN', 'DEFAULT'])
    expect(await own(ada, 'DELETE', acme, role)).toMatchObject({
      status: 409,
      body: { error_msg: expect.stringContaining('last ADMIN') },
    })
  expect((await own(bob, 'DELETE', acme, 'DEFAULT')).status).toBe(204)
  expect(await rolesOf(bob, acme)).toBeUndefined()
  expect((await own(bob, 'DELETE', acme, 'DEFAULT')).status).toBe(404)
})

test('nobody gives themselves a role where they are no member, whatever the organization, key or site permission', async () => {
  const [ada, eve, admin] = [await person(), await person(), await person('site_admin')]
  const acme = await found(ada)
  for (const by of [eve, admin])
    for (const method of ['PUT', 'DELETE'] as const)
      for (const org of [acme, 'nothing'])
        expect([method, org, (await own(by, method, org, 'ADMIN')).status]).toEqual([method, org, 404])
  const key = await running.api.call('PUT', `/api/2/account/roles/ADMIN/?org=${acme}`)
  expect(key.status).toBe(403)
  expect((await ada.api.call('DELETE', '/api/2/account/roles/ADMIN/')).status).toBe(400)
})

test('older addresses list the members and give roles', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  await join(acme, bob)
  const path = `/api/2/organizations/${acme}/accounts/${bob.id}/role/DEV_TEAM/`
  expect((await ada.api.call('POST', path)).status).toBe(200)
  const { results } = await ada.api.get<{ results: { id: string; roles: string[] }[] }>(
    `/api/2/users/organization/${acme}/`,
  )
  expect(results).toContainEqual(expect.objectContaining({ id: bob.id, roles: ['DEV_TEAM'] }))
  expect((await bob.api.call('GET', `/api/2/users/organization/${acme}/`)).status).toBe(404)
})
