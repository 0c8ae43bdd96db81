import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let ours: Api
let theirs: Api
let admin: Api
let ourProject = ''
let agent: HandAgent

beforeAll(async () => {
  running = await startServer()
  ours = running.api
  const other = await ours.post<{ id: string; api_key: string }>('/api/2/account/projects', { name: 'Theirs' })
  theirs = ours.as(other.api_key)
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  ourProject = (await ours.get<{ meta: { project_id: string } }>('/api/2/api_keys/')).meta.project_id
  agent = await joinAgent(ours, running.server.joinToken, 'shared')
})
afterAll(() => running.stop())

const runAt = async (api: Api): Promise<string> => {
  const request = { url: 'https://example.com/' }
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request })
  return (await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'shared' })).result_id
}
const bind = (to: object | null) => admin.put(`/api/3/agents/${agent.id}/location`, { bound_to: to })
const work = (more: object = {}) =>
  ours.as(agent.key).post<{ jobs: { id: string }[]; forget?: number }>('/remote-api/1/agent/work', {
    capacity: 10,
    running: [],
    wait_seconds: 0,
    ...more,
  })

test('an agent that is bound to one project forgets the others at once, and its next lease is of that project alone', async () => {
  const [mine, foreign] = [await runAt(ours), await runAt(theirs)]
  const job = await leaseRun(agent, foreign)
  const waiting = work({ wait_seconds: 30, running: [foreign, mine] })
  await eventually(async () => (await admin.get<{ job_count: number }>(`/api/3/agents/${agent.id}`)).job_count > 0)
  const row = await bind({ project_ids: [ourProject] })
  expect(row).toMatchObject({ bound_to: { projects: [{ id: ourProject }] } })
  const told = await waiting
  const { forget } = told.forget === undefined ? await work() : told
  expect(forget).toBeGreaterThan(0)
  // It is told until it has obeyed.
  expect((await work()).forget).toBe(forget)
  expect((await work({ forgotten: forget, held: [] })).forget).toBeUndefined()
  // What it had of theirs is nobody's any more, and its report is refused.
  expect(await agent.report(reportOf(job))).toMatchObject({ accepted: [], refused: [{ id: foreign }] })
  expect((await theirs.call('POST', '/api/3/schedules/', { locations: ['shared'] })).status).toBe(422)
  const again = await runAt(ours)
  expect((await leaseRun(agent, again)).id).toBe(again)
})

test('an earlier order does not end a later one, and an unchanged binding orders nothing', async () => {
  await bind(null)
  const { forget: first = 0 } = await work()
  await bind({ project_ids: [ourProject] })
  const { forget: second = 0 } = await work({ forgotten: first })
  expect(second).toBeGreaterThan(0)
  await work({ forgotten: second })
  await bind({ project_ids: [ourProject] })
  expect((await work()).forget).toBeUndefined()
})

test('the change is in the audit log with both bindings', async () => {
  const { rows } = {
    rows: await running.server.services.database.db
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('action', '=', 'location.update')
      .execute(),
  }
  expect(JSON.stringify(rows)).toContain('bound_projects')
})
