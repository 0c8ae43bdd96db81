import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinLocation } from '../../../src/server/store/agents/locations.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Person = {
  readonly id: string
  readonly email: string
  readonly api: Api
  readonly within: (projectId: string) => Api
}

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const person = async (sitePermission?: string): Promise<Person> => {
  const account = await addAccount(running, `${newId().toLowerCase()}@example.com`, sitePermission)
  const within = (await signIn(running.server, account.email, PASSWORD)).api
  return { ...account, api: within(), within }
}
type Settings = { id: string; name: string; last_update: string; members: number; projects: number }
const found = async (by: Person, name = 'Acme') => {
  const made = await by.api.post<Settings>('/api/2/organizations/', { name })
  return { ...made, path: (rest: string) => `/api/2/organizations/${made.id}/${rest}` }
}
type Project = { id: string; name: string; org_id: string | null }
const ownProject = (by: Person, name = 'Own') => by.api.post<Project>('/api/2/account/projects', { name })
type Entered = { projects: { access_level: string; role_id: string | null; project: { id: string } }[] }
const levelOf = async (of: Person, projectId: string) => {
  const { projects } = await of.api.get<Entered>('/api/2/account/projects')
  return projects.find(({ project }) => project.id === projectId)?.access_level ?? null
}
const join = (orgId: string, { id }: Person, ...roles: string[]) =>
  addRoles(db(), { orgId, accountId: id, roles, now: Date.now() })

test('whoever creates an organization administers it, and nobody else finds it', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  expect(acme).toMatchObject({ name: 'Acme', members: 1, projects: 0, enforce_2fa: false, session_hours: 336 })
  const { meta } = await ada.api.get<{ meta: { roles: Record<string, string[]> } }>('/api/2/account/projects')
  expect(meta.roles[acme.id]).toEqual(['ADMIN', 'DEFAULT'])
  await join(acme.id, bob)
  for (const rest of ['', 'accounts', 'roles', 'projects', 'projects/access', 'roles/access'])
    expect([rest, (await bob.api.call('GET', acme.path(rest))).status]).toEqual([rest, 404])
})

test('settings are changed field by field, and a save of an older version is refused', async () => {
  const ada = await person()
  const acme = await found(ada)
  const after = await ada.api.post<Settings & { tags: string[] }>(acme.path(''), { tags: ['eu'], session_hours: 8 })
  expect(after).toMatchObject({ name: 'Acme', tags: ['eu'], session_hours: 8, password_expiry_days: 0 })
  const late = await ada.api.call('POST', acme.path(''), { name: 'B', if_last_update: '2020-01-01T00:00:00.000Z' })
  expect(late.status).toBe(409)
  for (const body of [{ name: ' ' }, { session_hours: 0 }, { password_expiry_days: 366 }])
    expect((await ada.api.call('POST', acme.path(''), body)).status).toBeGreaterThanOrEqual(400)
})

test('the last ADMIN can neither be removed nor lose the role, and of two who remove each other one stays', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  const role = (of: Person, name = 'ADMIN') => acme.path(`accounts/${of.id}/role/${name}/`)
  expect((await ada.api.call('DELETE', role(ada))).status).toBe(409)
  expect((await ada.api.call('DELETE', acme.path(`accounts/${ada.id}/`))).status).toBe(409)
  await join(acme.id, bob, 'ADMIN')
  const both = await Promise.all([
    ada.api.call('DELETE', acme.path(`accounts/${bob.id}/`)),
    bob.api.call('DELETE', acme.path(`accounts/${ada.id}/`)),
  ])
  const [one, other] = both.map(({ status }) => status).sort()
  expect(one).toBe(204)
  // The one who came later is no ADMIN any more, or the last.
  expect([404, 409]).toContain(other)
})

test('a role gives its members its level in each project from the next request on, and takes it again', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  await join(acme.id, bob)
  const project = await ada.api.post<Project>(acme.path('projects'), { name: 'Shop' })
  await ada.api.post(acme.path('roles'), { id: 'DEV_TEAM', description: 'Builds it' })
  expect(await levelOf(bob, project.id)).toBeNull()
  await ada.api.put(acme.path(`accounts/${bob.id}/role/DEV_TEAM/`))
  const grant = (access_level: string | null) =>
    ada.api.call('PUT', acme.path(`projects/${project.id}/roles/DEV_TEAM`), { access_level })
  expect((await grant('EDITOR')).status).toBe(204)
  expect(await levelOf(bob, project.id)).toBe('EDITOR')
  const { results } = await ada.api.get<{ results: object[] }>(acme.path('roles/access'))
  expect(results).toEqual([
    expect.objectContaining({ project_id: project.id, role_id: 'DEV_TEAM', access_level: 'EDITOR', account_id: null }),
  ])
  await grant('VIEWER')
  expect(await levelOf(bob, project.id)).toBe('VIEWER')
  expect((await ada.api.call('DELETE', acme.path('roles/DEV_TEAM/'))).status).toBe(204)
  expect(await levelOf(bob, project.id)).toBeNull()
})

test('roles have ids in capitals, ADMIN and DEFAULT stay, and a role may create projects', async () => {
  const [ada, bob] = [await person(), await person()]
  const acme = await found(ada)
  for (const id of ['dev', 'A', '1ST', 'DEV-TEAM', 'ADMIN'])
    expect([id, (await ada.api.call('POST', acme.path('roles'), { id })).status]).not.toEqual([id, 201])
  for (const id of ['ADMIN', 'DEFAULT'])
    expect((await ada.api.call('DELETE', acme.path(`roles/${id}/`))).status).toBe(409)
  await ada.api.post(acme.path('roles'), { id: 'MAKERS' })
  await join(acme.id, bob, 'MAKERS')
  const create = () => bob.api.call('POST', '/api/2/account/projects', { name: 'New', org_id: acme.id })
  expect((await create()).status).toBe(403)
  await ada.api.put(acme.path('roles/MAKERS'), { creates_projects: true })
  expect((await create()).status).toBe(201)
})

test('a project moves in with its owner’s will, and out to whoever moves it, without the roles’ levels', async () => {
  const [ada, bob, eve] = [await person(), await person(), await person()]
  const acme = await found(ada)
  const project = await ownProject(ada)
  const theirs = await ownProject(eve)
  expect((await ada.api.call('POST', acme.path('projects'), { project_id: theirs.id })).status, 'not hers').toBe(422)
  expect((await ada.api.call('POST', acme.path('projects'), {})).status).toBeGreaterThanOrEqual(400)
  await ada.api.post(acme.path('projects'), { project_id: project.id })
  await ada.api.post(acme.path('roles'), { id: 'DEV_TEAM' })
  await join(acme.id, bob, 'DEV_TEAM')
  await ada.api.put(acme.path(`projects/${project.id}/roles/DEV_TEAM`), { access_level: 'EDITOR' })
  expect(await levelOf(bob, project.id)).toBe('EDITOR')
  expect((await ada.api.call('DELETE', acme.path(''))).status, 'it has a project').toBe(409)
  expect((await ada.api.call('DELETE', acme.path(`projects/${project.id}/`))).status).toBe(204)
  expect([await levelOf(bob, project.id), await levelOf(ada, project.id)]).toEqual([null, 'OWNER'])
  expect((await ada.api.call('DELETE', acme.path(''))).status).toBe(204)
  expect((await ada.api.call('GET', acme.path(''))).status).toBe(404)
})

test('a project that leaves runs no longer from locations of the organization, and again when it is back', async () => {
  const ada = await person()
  const acme = await found(ada)
  const { id } = await ada.api.post<Project>(acme.path('projects'), { name: 'Shop' })
  await joinLocation(db(), `of-${acme.id}`, { name: acme.id }, Date.now(), { orgId: acme.id, projectKeys: [] })
  const shop = ada.within(id)
  const monitor = { meta: { name: 'm' }, request: { url: 'http://example.com/' } }
  const { id: monitorId } = await shop.post<{ id: string }>('/api/2/calls/', monitor)
  const schedule = { name: 's', frequency: 60, locations: [`of-${acme.id}`], targets: [monitorId] }
  const { id: scheduleId } = await shop.post<{ id: string }>('/api/3/schedules/', schedule)
  const slots = async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from slot s join object o on o.key = s.schedule_key
      where o.id = ${scheduleId}`.execute(db())
    return rows[0]?.n
  }
  expect(await slots()).toBe(1)
  expect((await ada.api.call('DELETE', acme.path(`projects/${id}/`))).status).toBe(204)
  expect(await slots()).toBe(0)
  await ada.api.post(acme.path('projects'), { project_id: id })
  expect(await slots()).toBe(1)
})

test('nothing of one organization is reached through another', async () => {
  const [ada, eve] = [await person(), await person()]
  const [acme, evil] = [await found(ada), await found(eve, 'Evil')]
  const project = await ada.api.post<Project>(acme.path('projects'), { name: 'Shop' })
  await eve.api.post(evil.path('roles'), { id: 'DEV_TEAM' })
  for (const [method, rest, body] of [
    ['DELETE', `projects/${project.id}/`, undefined],
    ['PUT', `projects/${project.id}/roles/DEV_TEAM`, { access_level: 'OWNER' }],
    ['DELETE', `accounts/${ada.id}/`, undefined],
    ['PUT', `accounts/${ada.id}/role/DEV_TEAM/`, {}],
    ['GET', `accounts/${ada.id}`, undefined],
  ] as const)
    expect([rest, (await eve.api.call(method, evil.path(rest), body)).status]).toEqual([rest, 404])
})

test('site admins list all organizations with their figures, and find them by parts of names', async () => {
  const [ada, site] = [await person(), await person('site_admin')]
  const acme = await found(ada, 'Zebra crossings')
  const list = await site.api.get<{ results: object[] }>('/api/2/organizations/?search=bra%20cross')
  expect(list.results).toEqual([expect.objectContaining({ id: acme.id, members: 1, projects: 0, runs: 0 })])
  expect((await ada.api.call('GET', '/api/2/organizations/')).status).toBe(403)
})
