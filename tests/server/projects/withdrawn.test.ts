import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Api, apiWith } from '../../support/api.ts'
import { type LiveStream, openLiveStream } from '../../support/live-stream.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let nowMs = Date.now()
let ada: Api
const open: LiveStream[] = []
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await running.stop()
})

let count = 0
/** An organization with the role TEAM, which is EDITOR in its only project, and a person who belongs to nothing yet. */
const place = async () => {
  const org = await ada.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  await ada.post(`/api/2/organizations/${org.id}/roles`, { id: 'TEAM' })
  const project = await ada.post<{ id: string }>(`/api/2/organizations/${org.id}/projects`, { name: 'Shop' })
  await ada.call('PUT', `/api/2/organizations/${org.id}/projects/${project.id}/roles/TEAM`, { access_level: 'EDITOR' })
  const account = await addAccount(running, `person${++count}@example.com`)
  const session = await signIn(running.server, account.email, PASSWORD)
  const change = async (method: string, path: string, body?: unknown, by: Api = ada) => {
    const { status, body: said } = await by.call(method, path, body)
    expect(status, `${method} ${path}: ${JSON.stringify(said)}`).toBeLessThan(300)
    return said
  }
  return { org: org.id, project: project.id, account, session, change }
}
type Place = Awaited<ReturnType<typeof place>>

/** The token or key of whoever entered the project. */
type Entry = (at: Place) => Promise<string>
const direct: Entry = async ({ org, project, account, session, change }) => {
  await joined(org, account.email, [], session.api())
  await change(
    'POST',
    `/api/2/projects/${project}/access/`,
    { email: account.email, access_level: 'EDITOR' },
    inside(project),
  )
  return session.accessToken
}
const byRole: Entry = async ({ org, account, session }) => {
  await joined(org, account.email, ['TEAM'], session.api())
  return session.accessToken
}
const asAdmin: Entry = async ({ org, account, session }) => {
  await joined(org, account.email, ['ADMIN'], session.api())
  return session.accessToken
}
const bySite: Entry = async ({ account, session, change }) => {
  await change('POST', `/api/2/admin/accounts/${account.id}/permission`, { site_permission: 'site_analyst' })
  return session.accessToken
}
const byService: Entry = async ({ org, change }) => {
  const made = await change('POST', `/api/3/organizations/${org}/service-accounts/`, { name: 'CI', roles: ['TEAM'] })
  return (made as { secret: string }).secret
}
const byKey: Entry = async (at) => {
  await direct(at)
  const made = await at.session
    .api(at.project)
    .post<{ secret: string }>('/api/2/api_keys/', { name: 'mine', access_level: 'VIEWER' })
  return made.secret
}

const inside = (project: string): Api => {
  const { key, base } = ada
  return apiWith(base, key, { 'sonde-project-id': project })
}

const joined = async (org: string, email: string, roles: readonly string[], by: Api) => {
  const { link } = await ada.post<{ link: string }>(`/api/2/organizations/${org}/invites`, { email, roles })
  const [, id, secret] = new URL(link).pathname.split('/').filter((part) => part !== '')
  await by.post(`/api/2/account/invites/${id}/${secret}/`)
}

type Withdrawal = (at: Place) => Promise<unknown>
const accessOf = async ({ project, account }: Place): Promise<string> => {
  const { results } = await inside(project).get<{ results: { id: string; account_email: string }[] }>(
    `/api/2/projects/${project}/access`,
  )
  return results.find(({ account_email }) => account_email === account.email)?.id ?? ''
}
const removeAccess: Withdrawal = async (at) =>
  at.change('DELETE', `/api/2/projects/${at.project}/access/${await accessOf(at)}/`, undefined, inside(at.project))

const ways: readonly (readonly [name: string, enters: Entry, ends: Withdrawal])[] = [
  ['direct access that is removed', direct, removeAccess],
  [
    'direct access that is given up',
    direct,
    ({ project, session, change }) => change('POST', `/api/2/projects/${project}/leave`, {}, session.api(project)),
  ],
  [
    'a role that is taken',
    byRole,
    ({ org, account, change }) => change('DELETE', `/api/2/organizations/${org}/accounts/${account.id}/role/TEAM/`),
  ],
  [
    'a role that is given up',
    byRole,
    ({ org, session, change }) => change('DELETE', `/api/2/account/roles/TEAM/?org=${org}`, undefined, session.api()),
  ],
  ['a role that is deleted', byRole, ({ org, change }) => change('DELETE', `/api/2/organizations/${org}/roles/TEAM/`)],
  [
    'a role that loses its level',
    byRole,
    async ({ project, change }) => {
      const { results } = await inside(project).get<{ results: { id: string }[] }>(`/api/2/projects/${project}/roles`)
      await change('DELETE', `/api/2/projects/${project}/roles/${results[0]?.id}/`, undefined, inside(project))
    },
  ],
  [
    'an organization that is left',
    byRole,
    ({ org, session, change }) =>
      change('DELETE', `/api/2/account/roles/DEFAULT/?org=${org}`, undefined, session.api()),
  ],
  [
    'an organization that the project leaves',
    byRole,
    ({ org, project, change }) => change('DELETE', `/api/2/organizations/${org}/projects/${project}/`),
  ],
  [
    'an ADMIN who is removed',
    asAdmin,
    ({ org, account, change }) => change('DELETE', `/api/2/organizations/${org}/accounts/${account.id}/`),
  ],
  [
    'a site permission that is taken',
    bySite,
    ({ account, change }) =>
      change('POST', `/api/2/admin/accounts/${account.id}/permission`, { site_permission: null }),
  ],
  [
    'an account that is blocked',
    direct,
    ({ account, change }) => change('POST', `/api/2/admin/accounts/${account.id}/block`),
  ],
  [
    'a service account whose role is deleted',
    byService,
    ({ org, change }) => change('DELETE', `/api/2/organizations/${org}/roles/TEAM/`),
  ],
  ['a key whose maker loses access', byKey, removeAccess],
  [
    'a project that is deleted',
    direct,
    ({ project, change }) => change('DELETE', `/api/2/projects/${project}`, undefined, inside(project)),
  ],
]

test.each(ways)('with %s, the next request is refused and an open stream ends', async (_, enters, ends) => {
  const at = await place()
  const key = await enters(at)
  const ask = () => apiWith(ada.base, key, { 'sonde-project-id': at.project }).call('GET', '/api/3/monitors/')
  expect((await ask()).status).toBe(200)
  const stream = await openLiveStream({ base: ada.base, key }, undefined, { 'sonde-project-id': at.project })
  open.push(stream)
  await stream.until((text) => text.includes('id: '))
  await ends(at)
  expect([400, 401, 403, 404]).toContain((await ask()).status)
  nowMs += 15_000
  running.server.services.live.announce()
  await stream.ended()
})
