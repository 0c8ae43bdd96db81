import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type Person = { readonly id: string; readonly email: string; readonly api: Api }

let running: TestServer
let ada: Api
beforeAll(async () => {
  running = await startServer()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const person = async (sitePermission?: string): Promise<Person> => {
  const account = await addAccount(running, `${newId().toLowerCase()}@example.com`, sitePermission)
  return { ...account, api: (await signIn(running.server, account.email, PASSWORD)).api() }
}
const found = async (by: Person, name: string): Promise<string> =>
  (await by.api.post<{ id: string }>('/api/2/organizations/', { name })).id
type Listed = { results: { id: string; name: string }[]; meta: { more: boolean; next_cursor: string | null } }
const search = (text: string, rest = '') =>
  ada.get<Listed>(`/api/2/organizations/?search=${encodeURIComponent(text)}${rest}`)

test('organizations are found by parts of names and ids, a page at a time, and patterns are plain text', async () => {
  const bob = await person()
  const ids = [await found(bob, 'Ålesund 100%'), await found(bob, 'Ålesund Nord')]
  expect((await search('ÅLESUND')).results.map(({ name }) => name)).toEqual(['Ålesund 100%', 'Ålesund Nord'])
  expect((await search('0%')).results.map(({ id }) => id)).toEqual([ids[0]])
  expect((await search(ids[1] ?? '')).results.map(({ id }) => id)).toEqual([ids[1]])
  const first = await search('ålesund', '&limit=1')
  expect(first).toMatchObject({ results: [{ id: ids[0] }], meta: { more: true } })
  const second = await search('ålesund', `&limit=1&cursor=${first.meta.next_cursor}`)
  expect(second).toMatchObject({ results: [{ id: ids[1] }], meta: { more: false, next_cursor: null } })
})

test('the page of an organization has its people with roles, its projects, its rules and its figures', async () => {
  const [bob, eve] = [await person(), await person()]
  const acme = await found(bob, 'Acme')
  await bob.api.post(`/api/2/organizations/${acme}/roles`, { id: 'DEV_TEAM', description: 'Builds it' })
  await addRoles(db(), { orgId: acme, accountId: eve.id, roles: ['DEV_TEAM'], now: 0 })
  await bob.api.post(`/api/3/organizations/${acme}/service-accounts/`, { name: 'Deployments', roles: [] })
  const shop = await bob.api.post<{ id: string }>(`/api/2/organizations/${acme}/projects`, { name: 'Shop' })
  await bob.api.post(`/api/2/organizations/${acme}/`, { tags: ['eu'], session_hours: 8 })
  const page = await ada.get<{ accounts: object[]; roles: object[] }>(`/api/2/admin/organizations/${acme}/`)
  expect(page).toMatchObject({
    ...{ id: acme, name: 'Acme', tags: ['eu'], session_hours: 8, enforce_2fa: false, kms_enabled: false },
    ...{ members: 2, projects: 1, service_accounts: 1, runs: 0 },
    owned: [{ id: shop.id, name: 'Shop', member_count: 1, monitor_count: 0 }],
    ...{ accounts_truncated: false, owned_truncated: false },
  })
  expect(page.accounts).toHaveLength(2)
  expect(page.accounts).toContainEqual(
    expect.objectContaining({ id: eve.id, email: eve.email, roles: ['DEV_TEAM'], has_second_factor: false }),
  )
  expect(page.roles).toContainEqual(expect.objectContaining({ id: 'DEV_TEAM', members: 1, description: 'Builds it' }))
})

test('only site admins look at all organizations; other site permissions and ADMINs do not', async () => {
  const bob = await person()
  const acme = await found(bob, 'Closed')
  for (const by of [bob, await person('site_viewer'), await person('site_analyst')])
    for (const path of ['/api/2/organizations/', `/api/2/admin/organizations/${acme}/`])
      expect((await by.api.call('GET', path)).status).toBe(403)
  expect((await ada.call('GET', '/api/2/admin/organizations/nothing/')).status).toBe(404)
})

test('what a site admin changes in an organization is in its audit log, marked with the permission', async () => {
  const [bob, eve] = [await person(), await person()]
  const acme = await found(bob, 'Audited')
  await addRoles(db(), { orgId: acme, accountId: eve.id, roles: [], now: 0 })
  await ada.put(`/api/2/organizations/${acme}/accounts/${eve.id}/role/ADMIN/`, {})
  await ada.post(`/api/2/organizations/${acme}/`, { tags: ['watched'] })
  type Entry = { action: string; actor: { email: string | null; as: string | null } }
  const { results } = await bob.api.get<{ results: Entry[] }>(`/api/2/audits/organization/${acme}/`)
  const actor = { email: 'ada@example.com', as: 'site_admin' }
  expect(results).toContainEqual(
    expect.objectContaining({ action: 'organization.add-role', actor: expect.objectContaining(actor) }),
  )
  expect(results).toContainEqual(
    expect.objectContaining({ action: 'organization.update', actor: expect.objectContaining(actor) }),
  )
  expect(results.find(({ action }) => action === 'organization.create')?.actor.as).toBeNull()
})
