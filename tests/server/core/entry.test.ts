import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Level } from '../../../src/domain/core/access.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { addRoles, createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let founder: TestAccount
let orgId: string
beforeAll(async () => {
  running = await startServer()
  founder = await addAccount(running, 'founder@example.com')
  orgId = newId()
  await createOrganization(db(), { id: orgId, name: 'Acme', accountId: founder.id, now: 0 })
  await db()
    .insertInto('organization_role')
    .values(['DEV_TEAM', 'SUPPORT'].map((id) => ({ org_id: orgId, id, description: '', created: 0, last_update: 0 })))
    .execute()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const newProject = () => createProject(db(), { name: 'p', orgId, tags: [], accountId: founder.id, now: Date.now() })
const grantRole = (projectKey: number, role_id: string, access_level: Level) =>
  db()
    .insertInto('project_role')
    .values({ id: newId(), project_key: projectKey, org_id: orgId, role_id, access_level, created: 0, last_update: 0 })
    .execute()
const member = async (roles: readonly string[]) => {
  const account = await addAccount(running, `${newId().toLowerCase()}@example.com`)
  await addRoles(db(), { orgId, accountId: account.id, roles, now: 0 })
  const api = (await signIn(running.server, account.email, PASSWORD)).api()
  return {
    account,
    level: async (projectId: string): Promise<{ level: string; role: string | null } | null> => {
      const { projects } = await api.get<{
        projects: { access_level: string; role_id: string | null; project: { id: string } }[]
      }>('/api/2/account/projects')
      const found = projects.find(({ project }) => project.id === projectId)
      return found ? { level: found.access_level, role: found.role_id } : null
    },
  }
}

test('a role with a level in a project opens it to its members; without the role it stays closed', async () => {
  const project = await newProject()
  await grantRole(project.key, 'DEV_TEAM', 'EDITOR')
  const [developer, supporter] = [await member(['DEV_TEAM']), await member(['SUPPORT'])]
  expect(await developer.level(project.id)).toEqual({ level: 'EDITOR', role: 'DEV_TEAM' })
  expect(await supporter.level(project.id)).toBeNull()
})

test('the highest of direct access and all roles counts', async () => {
  const project = await newProject()
  await grantRole(project.key, 'DEV_TEAM', 'ANALYST')
  await grantRole(project.key, 'SUPPORT', 'MANAGER')
  const both = await member(['DEV_TEAM', 'SUPPORT'])
  expect(await both.level(project.id)).toEqual({ level: 'MANAGER', role: 'SUPPORT' })
  await grant(running, both.account, project.key, 'OWNER')
  expect(await both.level(project.id)).toEqual({ level: 'OWNER', role: null })
  await addRoles(db(), { orgId, accountId: both.account.id, roles: ['ADMIN'], now: 0 })
  expect(await both.level(project.id), 'direct access is named first').toEqual({ level: 'OWNER', role: null })
})

test('a grant to the role of another organization counts for nobody', async () => {
  const project = await newProject()
  await grantRole(project.key, 'DEV_TEAM', 'EDITOR')
  const developer = await member(['DEV_TEAM'])
  await sql`update project set org_id = null where key = ${project.key}`.execute(db())
  expect(await developer.level(project.id)).toBeNull()
})
