import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEVELS, type Level } from '../../../src/domain/core/access.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { type HandAgent, joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
const people = new Map<Level, { api(projectId?: string): Api }>()
let ids: Map<Level, string>
beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
  ids = new Map()
  for (const level of LEVELS) {
    const account = await addAccount(running, `${level.toLowerCase()}@example.com`)
    ids.set(level, account.id)
    people.set(level, await signIn(running.server, account.email, PASSWORD))
  }
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
/** A new project with a member of each level. */
const newProject = async (name: string, orgId: string | null = null): Promise<{ key: number; id: string }> => {
  const accountId = ids.get('OWNER') ?? ''
  const project = await createProject(db(), { name, orgId, tags: [], accountId, now: Date.now() })
  for (const level of LEVELS)
    if (level !== 'OWNER') await grant(running, { id: ids.get(level) ?? '', email: '' }, project.key, level)
  return project
}
const as = (level: Level, projectId: string): Api => people.get(level)?.api(projectId) ?? running.api.as('')
const pathOf = ({ id }: { id: string }): string => `/api/2/projects/${id}`

test('an update changes only its fields, in the project and in the list', async () => {
  const project = await newProject('Before')
  const owner = as('OWNER', project.id)
  expect(await owner.get(pathOf(project))).toMatchObject({
    project: { name: 'Before', tags: [] },
    access_level: 'OWNER',
    settings: { alert_on_manual_runs: false },
  })
  await as('MANAGER', project.id).post(pathOf(project), { alert_on_manual_runs: true })
  const after = await owner.post(pathOf(project), { name: ' After ', tags: ['a', 'b'] })
  expect(after).toMatchObject({
    project: { name: 'After', tags: ['a', 'b'] },
    settings: { alert_on_manual_runs: true },
  })
  expect(JSON.stringify(await owner.get('/api/2/account/projects'))).toContain('"After"')
})

test('a project has bands of scores of its own, and bands without an amber are refused', async () => {
  const project = await newProject('Strict')
  const owner = as('OWNER', project.id)
  expect(await owner.get(pathOf(project))).toMatchObject({ project: { score_bands: { warning: 6, good: 8 } } })
  await as('MANAGER', project.id).post(pathOf(project), { score_bands: { warning: 7.5, good: 9 } })
  expect(await owner.get(pathOf(project))).toMatchObject({ project: { score_bands: { warning: 7.5, good: 9 } } })
  expect(await owner.get('/api/2/project/synopsis')).toMatchObject({ score_bands: { warning: 7.5, good: 9 } })
  for (const [score_bands, expected, field] of [
    [{ warning: 9, good: 9 }, 422, 'warning'],
    [{ warning: 0, good: 8 }, 422, 'warning'],
    [{ warning: 6, good: 11 }, 422, 'good'],
    [{ good: 8 }, 400, 'warning'],
  ] as const) {
    const { status, body } = await owner.call('POST', pathOf(project), { score_bands })
    expect([status, JSON.stringify(body)]).toEqual([expected, expect.stringContaining(`"score_bands","${field}"`)])
  }
})

test('only owners and managers change a project, only owners delete it, and invalid fields are named', async () => {
  const project = await newProject('Kept')
  for (const level of ['EDITOR', 'ANALYST', 'VIEWER'] as const)
    expect((await as(level, project.id).call('POST', pathOf(project), { name: 'x' })).status).toBe(403)
  for (const level of ['MANAGER', 'EDITOR', 'ANALYST', 'VIEWER'] as const)
    expect((await as(level, project.id).call('DELETE', pathOf(project))).status).toBe(403)
  for (const [body, field] of [
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(401) }, 'name'],
    [{ tags: ['a', 'a'] }, 'tags'],
    [{ tags: [' a'] }, 'tags'],
    [{ alert_on_manual_runs: 'yes' }, 'alert_on_manual_runs'],
  ] as const) {
    const { status, body: answer } = await as('OWNER', project.id).call('POST', pathOf(project), body)
    expect([400, 422], field).toContain(status)
    expect(JSON.stringify(answer)).toContain(field)
  }
  const other = await newProject('Other')
  expect((await as('OWNER', other.id).call('DELETE', pathOf(project))).status).toBe(404)
  expect((await as('OWNER', other.id).call('POST', pathOf(project), { name: 'x' })).status).toBe(404)
  expect(await as('VIEWER', project.id).get(pathOf(project))).toMatchObject({ project: { name: 'Kept' } })
})

test('members are people with a grant and the organization’s admins, each once at the highest level', async () => {
  const { id: orgId } = await db().selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const project = await newProject('Shared', orgId)
  const ada = await db()
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow()
  await grant(running, { id: ada.id, email: '' }, project.key, 'VIEWER')
  const { results } = await as('ANALYST', project.id).get<{
    results: { account_name: string; access_level: string; role_id: string | null }[]
  }>(`${pathOf(project)}/access`)
  expect(results.map(({ account_name, access_level, role_id }) => [account_name, access_level, role_id])).toEqual([
    ['ada', 'OWNER', 'ADMIN'],
    ['owner', 'OWNER', null],
    ['editor', 'EDITOR', null],
    ['manager', 'MANAGER', null],
    ['analyst', 'ANALYST', null],
    ['viewer', 'VIEWER', null],
  ])
  expect((await as('VIEWER', project.id).call('GET', `${pathOf(project)}/access`)).status).toBe(403)
})

/** A monitor with a schedule, a webhook, a finished run and a running one. */
const furnish = async (api: Api) => {
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  await api.post('/api/3/schedules/', { frequency: 86_400, targets: [id] })
  await api.post('/api/3/webhooks/', { alerts: ['FAIL'], parameters: { url: 'https://example.com/' } })
  const begun = async () => {
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    return leaseRun(agent, result_id)
  }
  await agent.report(reportOf(await begun()))
  return begun()
}

/** Counts a project's rows by table. */
const rowsOf = async (key: number): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`
    with target as (select distinct target_key from result where project_key = ${key})
    select (select count(*) from object where project_key = ${key})::int as objects,
      (select count(*) from slot where project_key = ${key})::int as slots,
      (select count(*) from job where project_key = ${key})::int as jobs,
      (select count(*) from result where project_key = ${key})::int as results,
      (select count(*) from result_detail where target_key in (select target_key from target))::int as details,
      (select count(*) from rollup where project_key = ${key})::int as sums,
      (select count(*) from api_key where project_key = ${key})::int as keys,
      (select count(*) from project where key = ${key})::int as projects`.execute(db())
  return rows[0] ?? {}
}

test('a deleted project is gone immediately, its data follows, and other projects keep theirs', async () => {
  const [doomed, kept] = [await newProject('Doomed'), await newProject('Kept too')]
  const owner = as('OWNER', doomed.id)
  const underWay = await furnish(owner)
  await furnish(as('OWNER', kept.id))
  const { secret } = await owner.post<{ secret: string }>('/api/2/api_keys/', { name: 'of the doomed' })
  const before = await rowsOf(kept.key)
  expect(await rowsOf(doomed.key)).toMatchObject({ results: 1, details: 1, keys: 1, projects: 1 })
  await people.get('OWNER')?.api().post('/api/2/account/', { default_project_id: doomed.id })

  expect((await owner.call('DELETE', pathOf(doomed))).status).toBe(204)
  expect((await owner.call('GET', '/api/3/monitors/')).status).toBe(403)
  expect((await running.api.as(secret).call('GET', '/api/3/monitors/')).status).toBe(401)
  const list = await people.get('EDITOR')?.api().get('/api/2/account/projects')
  expect(JSON.stringify(list)).not.toContain(doomed.id)
  expect(await people.get('OWNER')?.api().get('/api/2/account/')).toMatchObject({ default_project_id: null })

  await eventually(async () => (await rowsOf(doomed.key)).projects === 0, { what: 'the end of the project' })
  const { refused } = await agent.report(reportOf(underWay))
  expect(refused).toHaveLength(1)
  expect(Object.values(await rowsOf(doomed.key)).every((count) => count === 0)).toBe(true)
  expect(await rowsOf(kept.key)).toEqual(before)
  const entries = await db().selectFrom('audit').select('action').where('project_key', '=', doomed.key).execute()
  expect(entries.map(({ action }) => action)).toContain('project.delete')
  expect(running.log.filter((line) => line.startsWith('removal'))).toEqual([])
})
