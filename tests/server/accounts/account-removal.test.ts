import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recipientsAmong } from '../../../src/server/mail/recipients.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { organizationOf } from '../../support/organizations.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
const SECRET = 'a secret that the chat knows as well'
beforeAll(async () => {
  running = await startServer({ env: { SONDE_CHAT_SECRET: SECRET, SONDE_CHAT_AUDIENCE: 'support' } })
})
afterAll(() => running?.stop())

const db = () => running.server.services.database.db
const person = async (email: string) => {
  const account = await addAccount(running, email)
  return { ...account, api: (await signIn(running.server, email, PASSWORD)).api() }
}
const newProject = async ({ api }: { api: Awaited<ReturnType<typeof person>>['api'] }, name: string) => {
  const { id } = await api.post<{ id: string }>('/api/2/account/projects', { name })
  const { key } = await db().selectFrom('project').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, key }
}
const remove = (api: Awaited<ReturnType<typeof person>>['api'], email: string, password = PASSWORD) =>
  api.call('DELETE', '/api/2/account/', { email, password })

test('an account goes with the projects that only it uses; the audit log and what it made elsewhere stay', async () => {
  const leaving = await person('leaving@example.com')
  const staying = await person('staying@example.com')
  const own = await newProject(leaving, 'Mine alone')
  const shared = await newProject(staying, 'Shared')
  await grant(running, leaving, shared.key, 'EDITOR')
  const inShared = (await signIn(running.server, leaving.email, PASSWORD)).api(shared.id)
  const key = await inShared.post<{ id: string; api_key: string }>('/api/2/api_keys/', {
    name: 'CI',
    access_level: 'VIEWER',
  })
  expect(await leaving.api.get('/api/2/account/removal')).toMatchObject({
    possible: true,
    deleted_projects: [{ id: own.id, name: 'Mine alone' }],
    orphaned_projects: [],
    organizations: [],
    api_keys: [{ name: 'CI', project: 'Shared' }],
  })
  expect((await recipientsAmong(db(), shared.key, [leaving.email])).size).toBe(1)
  expect((await remove(leaving.api, 'else@example.com')).body).toMatchObject({ fields: [{ loc: ['email'] }] })
  expect((await remove(leaving.api, leaving.email, 'wrong')).body).toMatchObject({ fields: [{ loc: ['password'] }] })
  expect((await remove(leaving.api, 'LEAVING@example.com')).status).toBe(204)

  expect((await leaving.api.call('GET', '/api/2/account/')).status).toBe(401)
  await expect(signIn(running.server, leaving.email, PASSWORD)).rejects.toThrow('401')
  const used = await running.api.as(key.api_key).call('GET', '/api/3/monitors/')
  expect(used.status).toBe(401)
  expect((await recipientsAmong(db(), shared.key, [leaving.email])).size).toBe(0)
  const project = await db().selectFrom('project').select('removed').where('key', '=', own.key).executeTakeFirst()
  expect(project === undefined || project.removed !== null).toBe(true)
  const row = await db().selectFrom('account').selectAll().where('id', '=', leaving.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('leaving@')
  const entries = await db().selectFrom('audit').select(['resource']).where('action', '=', 'account.delete').execute()
  expect(entries).toContainEqual({ resource: { type: 'account', id: leaving.id, name: 'leaving@example.com' } })
  const members = await staying.api.as(staying.api.key).call('GET', `/api/2/projects/${shared.id}/members`, undefined, {
    'sonde-project-id': shared.id,
  })
  expect(JSON.stringify(members.body)).not.toContain(leaving.id)
  // The address is free again.
  await addAccount(running, 'leaving@example.com')
})

test('a project that others use is handed over first', async () => {
  const owner = await person('owner@example.com')
  const other = await person('other@example.com')
  const project = await newProject(owner, 'Needed')
  await grant(running, other, project.key, 'VIEWER')
  expect(await owner.api.get('/api/2/account/removal')).toMatchObject({
    possible: false,
    orphaned_projects: [{ name: 'Needed', members: 1 }],
  })
  const refused = await remove(owner.api, owner.email)
  expect(refused).toMatchObject({
    status: 409,
    body: { error_msg: expect.stringMatching(/“Needed”.*make somebody OWNER/) },
  })
  await db().updateTable('project_access').set({ access_level: 'OWNER' }).where('account_id', '=', other.id).execute()
  expect((await remove(owner.api, owner.email)).status).toBe(204)
  expect((await other.api.call('GET', '/api/3/monitors/', undefined, { 'sonde-project-id': project.id })).status).toBe(
    200,
  )
})

test('the last ADMIN of an organization and the last site admin are needed', async () => {
  const admin = await person('admin@example.com')
  await organizationOf(running, admin.id)
  expect(await admin.api.get('/api/2/account/removal')).toMatchObject({ possible: false, counts: { organizations: 1 } })
  expect((await remove(admin.api, admin.email)).status).toBe(409)
  const ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  expect(await ada.get('/api/2/account/removal')).toMatchObject({ possible: false, last_site_admin: true })
})

test('a deleted account is in no list of site admins, and cannot be unblocked', async () => {
  const gone = await person('gone@example.com')
  expect((await remove(gone.api, gone.email)).status).toBe(204)
  const ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  expect(JSON.stringify(await ada.get('/api/2/admin/accounts/'))).not.toContain(gone.id)
  expect((await ada.call('POST', `/api/2/admin/accounts/${gone.id}/unblock`)).status).toBe(404)
})

test('the token for the chat says who it is, for five minutes; without a chat there is none', async () => {
  const chatter = await person('chatter@example.com')
  const answer = await chatter.api.call('GET', '/api/2/chat-login')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const { payload } = await jwtVerify(String(answer.body), new TextEncoder().encode(SECRET), {
    algorithms: ['HS256'],
    audience: 'support',
    issuer: running.server.url,
  })
  expect(payload).toMatchObject({ sub: chatter.id, email: 'chatter@example.com' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  const without = await startServer()
  const ada = (await signIn(without.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const refused = await ada.call('GET', '/api/2/chat-login')
  expect(refused).toMatchObject({ status: 404, body: { error_msg: expect.stringMatching(/SONDE_CHAT_SECRET/) } })
  await without.stop()
})
