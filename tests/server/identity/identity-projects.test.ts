import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCurrentProject } from '../../../src/server/access/standing.ts'
import { appConfiguration } from '../../../src/server/app-configuration.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles, createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import { type SignedIn, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let lateMs = 0
beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + lateMs, env: { SONDE_ENVIRONMENT: 'staging' } })
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const accountWith = async (email: string, sitePermission?: string): Promise<TestAccount & { person: SignedIn }> => {
  const account = await addAccount(running, email, sitePermission)
  return { ...account, person: await signIn(running.server, email, PASSWORD) }
}
const newProject = (name: string, owner: TestAccount, orgId: string | null = null) =>
  createProject(db(), { name, orgId, tags: [], accountId: owner.id, now: Date.now() })
const newOrganization = async (name: string, admin: TestAccount, role = 'ADMIN'): Promise<string> => {
  const id = newId()
  const founder = (await addAccount(running, `${id}@example.com`)).id
  await createOrganization(db(), { id, name, accountId: founder, now: 0 })
  await addRoles(db(), { orgId: id, accountId: admin.id, roles: [role], now: 0 })
  return id
}

type List = {
  meta: { current_project_id: string | null; permissions: string[]; roles: Record<string, string[]> }
  projects: { access_level: string; role_id: string | null; project: { id: string; name: string } }[]
  organizations: { id: string; name: string }[]
}
const list = (person: SignedIn) => person.api().get<List>('/api/2/account/projects')
const levelIn = async (person: SignedIn, project: { id: string }): Promise<unknown> => {
  const { status, body } = await person.api(project.id).call('GET', `/api/2/projects/${project.id}`)
  return status === 200 ? (body as { access_level: string }).access_level : status
}

test('the list contains granted projects by level and name, and those of an organization’s ADMIN', async () => {
  const owner = await addAccount(running, 'founder@example.com')
  const ada = await accountWith('lister@example.com')
  const orgId = await newOrganization('Acme', ada)
  await newProject('Governed', owner, orgId)
  const both = await newProject('Both', owner, orgId)
  await grant(running, ada, both.key, 'VIEWER')
  for (const [name, level] of [
    ['Zebra', 'VIEWER'],
    ['Apple', 'VIEWER'],
    ['Middle', 'EDITOR'],
    ['Own', 'OWNER'],
  ] as const)
    await grant(running, ada, (await newProject(name, owner)).key, level)
  await newProject('Nobody else’s', owner)
  const { meta, projects, organizations } = await list(ada.person)
  expect(projects.map(({ access_level, project, role_id }) => [access_level, project.name, role_id])).toEqual([
    ['OWNER', 'Both', 'ADMIN'],
    ['OWNER', 'Governed', 'ADMIN'],
    ['OWNER', 'Own', null],
    ['EDITOR', 'Middle', null],
    ['VIEWER', 'Apple', null],
    ['VIEWER', 'Zebra', null],
  ])
  expect(meta.roles).toEqual({ [orgId]: ['ADMIN', 'DEFAULT'] })
  expect(organizations).toMatchObject([{ id: orgId, name: 'Acme' }])
  for (const { access_level, project } of projects) expect(await levelIn(ada.person, project)).toBe(access_level)
})

test('an organization member without the ADMIN role may enter only granted projects', async () => {
  const owner = await addAccount(running, 'founder2@example.com')
  const bob = await accountWith('member@example.com')
  const orgId = await newOrganization('Members', bob, 'DEFAULT')
  expect(await levelIn(bob.person, await newProject('Closed', owner, orgId))).toBe(403)
  expect((await list(bob.person)).organizations).toMatchObject([{ name: 'Members' }])
})

test('site permissions open every project at their level, but list none', async () => {
  const owner = await addAccount(running, 'founder3@example.com')
  const project = await newProject('Anybody’s', owner)
  for (const [permission, level] of [
    ['site_viewer', 'VIEWER'],
    ['site_analyst', 'ANALYST'],
    ['site_admin', 'OWNER'],
  ] as const) {
    const site = await accountWith(`${permission}@example.com`, permission)
    expect(await levelIn(site.person, project)).toBe(level)
    expect(await list(site.person)).toMatchObject({ meta: { permissions: [permission] }, projects: [] })
    const outbox = await site.person.api().call('GET', '/api/2/admin/outbox/')
    expect(outbox.status).toBe(permission === 'site_admin' ? 200 : 403)
  }
})

test('the last visited project is the current one, recorded at most once a minute, unless a request opts out', async () => {
  const carol = await accountWith('carol@example.com')
  const [one, two] = [await newProject('One', carol), await newProject('Two', carol)]
  const current = async () => (await list(carol.person)).meta.current_project_id
  const visit = (id: string, headers?: Record<string, string>) =>
    carol.person.api(id).call('GET', '/api/3/monitors/', undefined, headers)
  expect(await current()).toBeNull()
  await visit(one.id)
  expect(await current()).toBe(one.id)
  await visit(two.id)
  expect(await current()).toBe(one.id)
  lateMs += 60_000
  await visit(two.id, { 'Sonde-No-Session': '1' })
  expect(await current()).toBe(one.id)
  await visit(two.id)
  expect(await current()).toBe(two.id)
  // To switch is to ask for the quota: that is noted at once.
  await carol.person.api(one.id).call('GET', '/api/2/account/quota')
  expect(await current()).toBe(one.id)
  await visit('no such project')
  expect(await current()).toBe(one.id)
  // A request that came before, and is answered later.
  await setCurrentProject(db(), carol.id, two.key, Date.now())
  expect(await current()).toBe(one.id)
})

test('an account creates its own projects, and organization projects as ADMIN, without getting a key', async () => {
  const dave = await accountWith('dave@example.com')
  const create = (body: object) => dave.person.api().call('POST', '/api/2/account/projects', body)
  const own = await create({ name: 'Mine' })
  expect(own).toMatchObject({ status: 201, body: { name: 'Mine', org_id: null } })
  expect(own.body).not.toHaveProperty('api_key')
  const theirs = await newOrganization('Theirs', await addAccount(running, 'other@example.com'))
  expect((await create({ name: 'Not mine', org_id: theirs })).status).toBe(403)
  const mine = await newOrganization('Ours', dave)
  expect(await create({ name: 'Ours', org_id: mine })).toMatchObject({ status: 201, body: { org_id: mine } })
  expect((await list(dave.person)).projects.map(({ project }) => project.name)).toEqual(['Mine', 'Ours'])
})

test('an Idempotency-Key belongs to one account in one project', async () => {
  const erin = await accountWith('erin@example.com')
  const [one, two] = [await newProject('One', erin), await newProject('Two', erin)]
  const create = (id: string) =>
    erin.person
      .api(id)
      .call(
        'POST',
        '/api/2/calls/',
        { meta: { name: 'One' }, request: { url: 'https://example.com/' } },
        { 'idempotency-key': 'k' },
      )
  const [first, again, other] = [await create(one.id), await create(one.id), await create(two.id)]
  expect(again.body).toEqual(first.body)
  expect(other.status).toBe(201)
  expect(other.body).not.toEqual(first.body)
})

test('the page contains only what it needs before sign-in', async () => {
  expect(await appConfiguration(running.server.services)).toEqual({
    version: expect.any(String),
    environment: 'staging',
    project_header: 'Sonde-Project-Id',
    identity: {
      kind: 'embedded',
      domain: running.server.url,
      client_id: 'sonde-web',
      audience: `${running.server.url}/api`,
    },
    registration: 'closed',
    needs_setup: false,
    report_url: null,
    analytics_url: null,
    default_query: {},
    mail: false,
    sample_url: running.server.sampleUrl,
  })
})
