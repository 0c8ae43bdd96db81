import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Level } from '../../../src/domain/core/access.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Api, apiWith } from '../../support/api.ts'
import { organizationOf } from '../../support/organizations.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let now = Date.now()
let orgId: string
let admin: Api
let adminId: string
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  const ada = await addAccount(running, 'admin@example.com')
  adminId = ada.id
  orgId = await organizationOf(running, ada.id)
  admin = (await signIn(running.server, ada.email, PASSWORD)).api()
  await db()
    .insertInto('organization_role')
    .values(['DEV_TEAM', 'SUPPORT'].map((id) => ({ org_id: orgId, id, description: '', created: 0, last_update: 0 })))
    .execute()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const HOUR_MS = 3_600_000
type Key = { id: string; prefix: string; expires: string | null; replaced: string | null; last_used: string | null }
type Account = { id: string; name: string; roles: string[]; keys: Key[]; last_update: string; secret: string }
const path = (rest = '') => `/api/3/organizations/${orgId}/service-accounts/${rest}`
const make = (roles: string[], more: object = {}) => admin.post<Account>(path(), { name: 'CI', roles, ...more })
const newProject = async (levels: Readonly<Record<string, Level>>) => {
  const project = await createProject(db(), { name: 'p', orgId, tags: [], accountId: adminId, now })
  for (const [role_id, access_level] of Object.entries(levels))
    await db()
      .insertInto('project_role')
      .values({
        id: newId(),
        project_key: project.key,
        org_id: orgId,
        role_id,
        access_level,
        created: 0,
        last_update: 0,
      })
      .execute()
  return project
}
const within = (secret: string, projectId: string) =>
  apiWith(running.api.base, secret, { 'sonde-project-id': projectId })
/** Work at a later time. People’s access tokens live for an hour. */
const at = async (laterMs: number, work: () => Promise<void>) => {
  now += laterMs
  await work()
  now -= laterMs
}
const monitors = async (secret: string, projectId: string) =>
  (await within(secret, projectId).call('GET', '/api/3/monitors/')).status
const create = async (secret: string, projectId: string) =>
  (await within(secret, projectId).call('POST', '/api/3/schedules/', { name: 's' })).status

test('a key enters the projects of its roles at their level, and no others', async () => {
  const [edited, seen, closed] = [
    await newProject({ DEV_TEAM: 'EDITOR' }),
    await newProject({ DEV_TEAM: 'VIEWER' }),
    await newProject({ SUPPORT: 'OWNER' }),
  ]
  const { secret, id } = await make(['DEV_TEAM'])
  expect(await create(secret, edited.id)).toBe(201)
  expect([await monitors(secret, seen.id), await create(secret, seen.id)]).toEqual([200, 403])
  expect(await monitors(secret, closed.id)).toBe(403)
  const list = await running.api.as(secret).get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  expect(list.projects.map(({ project }) => project.id).sort()).toEqual([edited.id, seen.id].sort())
  await admin.call('PUT', path(id), { roles: ['SUPPORT'] })
  expect([await monitors(secret, edited.id), await monitors(secret, closed.id)]).toEqual([403, 200])
  const { results } = await within(secret, closed.id).get<{
    results: { account_name: string; access_level: string }[]
  }>(`/api/2/projects/${closed.id}/access`)
  expect(results).toContainEqual(expect.objectContaining({ account_name: 'CI', access_level: 'OWNER' }))
})

test('it is no person: it has no profile, no session, and administers no organization', async () => {
  const { secret } = await make(['DEV_TEAM'])
  const program = running.api.as(secret)
  for (const [method, address] of [
    ['GET', '/api/2/account/'],
    ['GET', '/api/2/account/sessions/'],
    ['POST', '/api/2/account/password'],
    ['GET', path()],
    ['GET', '/api/2/admin/accounts/'],
  ] as const) {
    const { status } = await program.call(
      method,
      address,
      method === 'POST' ? { password: 'x', new_password: 'y' } : undefined,
    )
    expect([403, 404], `${method} ${address}`).toContain(status)
  }
  const refused = await admin.call('POST', path(), { name: 'Boss', roles: ['ADMIN', 'NOBODY'] })
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toMatch(/only people administer.*NOBODY/)
})

test('after a rotation the earlier key works for the overlap, and then says when it expired', async () => {
  const project = await newProject({ DEV_TEAM: 'VIEWER' })
  const first = await make(['DEV_TEAM'])
  const second = await admin.post<Account>(path(`${first.id}/keys`), { overlap_hours: 2 })
  expect(second.keys.map(({ replaced }) => replaced !== null)).toEqual([false, true])
  expect([await monitors(first.secret, project.id), await monitors(second.secret, project.id)]).toEqual([200, 200])
  await at(2 * HOUR_MS, async () => {
    const late = await within(first.secret, project.id).call('GET', '/api/3/monitors/')
    expect(late).toMatchObject({ status: 401, body: { detail: expect.stringContaining('expired at') } })
    expect(await monitors(second.secret, project.id)).toBe(200)
  })
  const third = await admin.post<Account>(path(`${first.id}/keys`), { overlap_hours: 0, expires_days: 1 })
  expect(await monitors(second.secret, project.id), 'no overlap: refused at once').toBe(401)
  expect(await monitors(third.secret, project.id)).toBe(200)
  await at(24 * HOUR_MS, async () => expect(await monitors(third.secret, project.id)).toBe(401))
})

test('a revoked key and a deleted account are refused at once, and neither key nor its hash leaves the store', async () => {
  const project = await newProject({ DEV_TEAM: 'EDITOR' })
  const one = await make(['DEV_TEAM'])
  expect((await admin.call('DELETE', path(`${one.id}/keys/${one.keys[0]?.id}`))).status).toBe(204)
  expect(await monitors(one.secret, project.id)).toBe(401)
  const other = await make(['DEV_TEAM'])
  expect((await admin.call('DELETE', path(other.id))).status).toBe(204)
  expect(await monitors(other.secret, project.id)).toBe(401)
  const everything = JSON.stringify([
    await admin.get(path()),
    await db().selectFrom('service_key').selectAll().execute(),
    await db().selectFrom('audit').selectAll().execute(),
    running.log,
  ])
  expect([everything.includes(one.secret), everything.includes(other.secret)]).toEqual([false, false])
})

test('what it does is in the audit log under its name, and what it starts is started by a program', async () => {
  const project = await newProject({ DEV_TEAM: 'OWNER' })
  const { secret, id } = await make(['DEV_TEAM'], { name: 'Deployments' })
  await create(secret, project.id)
  const { results } = await within(secret, project.id).get<{ results: { action: string; actor: object }[] }>(
    '/api/2/audits/',
  )
  expect(results[0]).toMatchObject({
    action: 'schedule.create',
    actor: { kind: 'service_account', id, name: 'Deployments', email: null },
  })
})

test('a save that was based on an older version is refused', async () => {
  const made = await make([])
  now += 1000
  expect((await admin.call('PUT', path(made.id), { name: 'A', if_last_update: made.last_update })).status).toBe(200)
  const late = await admin.call('PUT', path(made.id), { name: 'B', if_last_update: made.last_update })
  expect(late).toMatchObject({ status: 409 })
})

test('another organization’s ADMIN finds none of it', async () => {
  const made = await make(['DEV_TEAM'])
  const eve = await addAccount(running, 'eve@example.com')
  const theirs = await organizationOf(running, eve.id)
  const api = (await signIn(running.server, eve.email, PASSWORD)).api()
  expect((await api.call('GET', path())).status).toBe(404)
  expect((await api.call('DELETE', `/api/3/organizations/${theirs}/service-accounts/${made.id}`)).status).toBe(404)
  await addRoles(db(), { orgId, accountId: eve.id, roles: ['DEV_TEAM'], now: 0 })
  expect((await api.call('GET', path())).status, 'a member who is no ADMIN').toBe(404)
})
