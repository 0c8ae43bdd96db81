import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Shared = {
  id: string
  meta: { name: string; description: string | null; tags: string[]; domain: string | null }
  request: { method: string; url: string } | null
  shown: object
}
type List = { meta: { more: boolean; next_cursor: string | null }; results: Shared[] }

let running: TestServer
let colleague: Api
let stranger: Api
let orgId: string
beforeAll(async () => {
  running = await startServer()
  const { db } = running.server.services.database
  orgId = (await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()).id
  const { id: account_id } = await addAccount(running, 'colleague@example.com')
  await addRoles(db, { orgId, accountId: account_id, roles: [], now: 0 })
  await addAccount(running, 'stranger@example.com')
  colleague = (await signIn(running.server, 'colleague@example.com', PASSWORD)).api()
  stranger = (await signIn(running.server, 'stranger@example.com', PASSWORD)).api()
})
afterAll(() => running.stop())

const make = async (name: string, access?: object): Promise<string> => {
  const draft = {
    meta: { name, description: 'Internal', tags: ['shop', 'sys:timeout:30'] },
    request: {
      url: 'https://example.com/orders?plan=CANARY',
      parameters: [{ key: 'plain', value: 'CANARY' }],
      headers: [{ key: 'Authorization', value: 'Bearer CANARY' }],
      variables: [{ key: 'name', value: 'CANARY' }],
      body: 'CANARY',
    },
    ...(access && { access }),
  }
  return (await running.api.post<{ id: string }>('/api/2/calls/', draft)).id
}
const organization = () => `/api/2/calls/organization/${orgId}/`
const PUBLIC = '/api/2/calls/organization/public/'
const namesOf = async (api: Api, path: string) => (await api.get<List>(path)).results.map(({ meta }) => meta.name)

test('a monitor is shared with nobody until a flag says so, and no longer once it is off', async () => {
  const id = await make('Private')
  expect(await running.api.get(`/api/3/monitors/${id}`)).toMatchObject({
    access: { settings: false, results: false, stats: false, org: false },
  })
  expect(await namesOf(colleague, organization())).not.toContain('Private')
  expect(await namesOf(stranger, PUBLIC)).not.toContain('Private')
  await running.api.post(`/api/2/calls/${id}/`, { access: { org: true } })
  expect(await namesOf(colleague, organization())).toContain('Private')
  expect(await namesOf(stranger, PUBLIC)).not.toContain('Private')
  const changed = await running.api.post(`/api/2/calls/${id}/`, { access: { settings: true } })
  expect(changed).toMatchObject({ access: { settings: true, org: true, results: false } })
  await running.api.post(`/api/2/calls/${id}/`, { access: { settings: false, org: false } })
  expect(await namesOf(colleague, organization())).not.toContain('Private')
  expect(await namesOf(stranger, PUBLIC)).not.toContain('Private')
})

test('each flag shows its part and no more, and never what was written into the request', async () => {
  await make('Settings', { settings: true })
  await make('Figures', { stats: true, results: true })
  await make('Organization', { org: true })
  const { results: shared } = await stranger.get<List>(PUBLIC)
  expect(shared).toMatchObject([
    {
      meta: { name: 'Figures', description: null, tags: [], domain: null },
      request: null,
      shown: { settings: false, results: true, stats: true },
    },
    {
      meta: { name: 'Settings', description: 'Internal', tags: ['shop'], domain: 'example.com' },
      request: { method: 'GET', url: 'https://example.com/orders' },
      shown: { settings: true, results: false, stats: false },
    },
  ])
  const { results: ours } = await colleague.get<List>(organization())
  expect(ours).toMatchObject([
    { meta: { name: 'Organization' }, shown: { settings: true, results: true, stats: true } },
  ])
  expect(JSON.stringify([shared, ours])).not.toContain('CANARY')
})

test('an organization’s list is for its members, and a deleted project shares nothing', async () => {
  expect((await stranger.call('GET', organization())).status).toBe(403)
  expect((await running.api.call('GET', organization())).status).toBe(403)
  expect((await colleague.call('GET', `/api/2/calls/organization/${newId()}/`)).status).toBe(403)
  const { db } = running.server.services.database
  await db.updateTable('project').set({ removed: 1 }).execute()
  expect(await namesOf(colleague, organization())).toEqual([])
  await db.updateTable('project').set({ removed: null }).execute()
})

test('the list is paged, newest first', async () => {
  const all = await namesOf(stranger, PUBLIC)
  const first = await stranger.get<List>(`${PUBLIC}?limit=1`)
  expect(first.meta.more).toBe(true)
  const second = await stranger.get<List>(`${PUBLIC}?limit=1&cursor=${first.meta.next_cursor}`)
  expect([...first.results, ...second.results].map(({ meta }) => meta.name)).toEqual(all.slice(0, 2))
})
