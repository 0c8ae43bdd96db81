import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())
const db = () => running.server.services.database.db

let count = 0
const person = async () => {
  const account = await addAccount(running, `person${++count}@example.com`)
  const session = await signIn(running.server, account.email, PASSWORD)
  return { ...account, api: session.api(), in: (project: string) => session.api(project) }
}
type Person = Awaited<ReturnType<typeof person>>

/** An organization with a project; `enforces`: it requires second factors, which its maker has not. */
const founded = async (by: Person, enforces = false) => {
  const { id: org } = await by.api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  const { id: project } = await by.api.post<{ id: string }>(`/api/2/organizations/${org}/projects`, { name: 'Shop' })
  if (enforces) await db().updateTable('organization').set({ enforce_2fa: true }).where('id', '=', org).execute()
  return { org, project }
}
const join = async (by: Api, org: string, who: Person, roles: readonly string[]) => {
  const { link } = await by.post<{ link: string }>(`/api/2/organizations/${org}/invites`, { email: who.email, roles })
  const [, id, secret] = new URL(link).pathname.split('/').filter((part) => part !== '')
  await who.api.post(`/api/2/account/invites/${id}/${secret}/`)
}
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

test('an OWNER by role moves no project out of an organization, nor past its rules', async () => {
  const [ada, eve] = [await person(), await person()]
  const { org, project } = await founded(ada)
  await ada.api.post(`/api/2/organizations/${org}/roles`, { id: 'OWNERS' })
  await ada.api.call('PUT', `/api/2/organizations/${org}/projects/${project}/roles/OWNERS`, { access_level: 'OWNER' })
  await join(ada.api, org, eve, ['OWNERS'])
  const own = await eve.api.post<{ id: string }>('/api/2/organizations/', { name: 'Lax' })
  const move = (by: Person, to: string) =>
    by.api.call('POST', `/api/2/organizations/${to}/projects`, { project_id: project })
  expect(await move(eve, own.id)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  const other = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Other' })
  await db().updateTable('organization').set({ enforce_2fa: true }).where('id', '=', org).execute()
  expect(await move(ada, other.id)).toMatchObject({ status: 403, body: { error: 'mfa_required' } })
  await db().updateTable('organization').set({ enforce_2fa: false }).where('id', '=', org).execute()
  expect((await move(ada, other.id)).status).toBe(201)
  for (const log of [org, other.id])
    expect(JSON.stringify(await ada.api.get(`/api/2/audits/organization/${log}/`))).toContain(other.id)
})

test('a project is made by the rules of its organization, and by a key in that of its own project alone', async () => {
  const ada = await person()
  const { org } = await founded(ada, true)
  const make = (by: Api) => by.call('POST', '/api/2/account/projects', { name: 'New', org_id: org })
  expect(await make(ada.api)).toMatchObject({ status: 403, body: { error: 'mfa_required' } })
  const own = await ada.api.post<{ id: string }>('/api/2/account/projects', { name: 'Mine' })
  const { secret } = await ada.in(own.id).post<{ secret: string }>('/api/2/api_keys/', { name: 'k' })
  expect((await make(running.api.as(secret))).status).toBe(403)
})

test('whoever is removed does not let themselves in again at the same moment', async () => {
  const ada = await person()
  const { org, project } = await founded(ada)
  const { key } = await db().selectFrom('project').select('key').where('id', '=', project).executeTakeFirstOrThrow()
  for (let round = 0; round < 5; round++) {
    const mia = await person()
    await join(ada.api, org, mia, [])
    await grant(running, mia, key, 'MANAGER')
    const { results } = await ada
      .in(project)
      .get<{ results: { id: string; account_id: string }[] }>(`/api/2/projects/${project}/access`)
    const access = results.find(({ account_id }) => account_id === mia.id)?.id
    const [removed] = await Promise.all([
      ada.in(project).call('DELETE', `/api/2/projects/${project}/access/${access}/`),
      ...['MANAGER', 'VIEWER', 'MANAGER'].map((access_level) =>
        mia.in(project).call('POST', `/api/2/projects/${project}/access/`, { account_id: mia.id, access_level }),
      ),
    ])
    expect(removed?.status).toBe(204)
    expect((await mia.in(project).call('GET', '/api/3/monitors/')).status).toBe(403)
  }
})

test('of two ADMINs who take the role from each other, the second finds that it is none any longer', async () => {
  const ada = await person()
  for (let round = 0; round < 5; round++) {
    const [bob, eve] = [await person(), await person()]
    const { org } = await founded(ada)
    for (const one of [bob, eve]) await join(ada.api, org, one, ['ADMIN'])
    const take = (by: Person, from: Person) =>
      by.api.call('DELETE', `/api/2/organizations/${org}/accounts/${from.id}/role/ADMIN/`)
    expect(statusesOf(await Promise.all([take(bob, eve), take(eve, bob)])).sort()).toEqual([204, 404])
    const [taken, given] = await Promise.all([
      ada.api.call('DELETE', `/api/2/organizations/${org}/accounts/${bob.id}/role/ADMIN/`),
      bob.api.call('PUT', `/api/2/account/roles/ADMIN/?org=${org}`),
    ])
    expect([204, 404]).toContain(taken.status)
    expect([204, 404]).toContain(given.status)
    expect((await bob.api.call('GET', `/api/2/organizations/${org}/`)).status).toBe(404)
  }
})

test('an invitation that is accepted while it is revoked or sent again does one or the other', async () => {
  const ada = await person()
  const { org } = await founded(ada)
  const invites = `/api/2/organizations/${org}/invites`
  for (const [method, end] of [
    ['DELETE', '/'],
    ['POST', '/resend'],
    ['DELETE', '/'],
    ['POST', '/resend'],
  ] as const) {
    const eve = await person()
    const { id, link } = await ada.api.post<{ id: string; link: string }>(invites, { email: eve.email, roles: [] })
    const secret = new URL(link).pathname.split('/').filter((part) => part !== '')[2]
    const answers = await Promise.all([
      ada.api.call(method, `${invites}/${id}${end}`),
      eve.api.call('POST', `/api/2/account/invites/${id}/${secret}/`),
    ])
    for (const status of statusesOf(answers)) expect([200, 204, 404, 409, 410]).toContain(status)
  }
})
