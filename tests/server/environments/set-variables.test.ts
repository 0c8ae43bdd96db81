import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandAgent, type Job, joinAgent, leaseRun, type Report, reportOf, runOnce } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let monitor: string

beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
  monitor = (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Checkout', workspace: 'staging' },
      request: { url: 'https://example.com/' },
    })
  ).id
})
afterAll(() => running.stop())

type Set = NonNullable<Report['set_variables']>

const run = (set_variables: Set, change: Partial<Report> = {}) =>
  runOnce(running.api, agent, monitor, { change: { set_variables, ...change } })

const read = async (workspace: string, name: string) => {
  const { status, body } = await running.api.call('GET', `/api/2/environment/${workspace}/${name}`)
  return status === 200
    ? (body as { workspace_variable: { value: string; secret: boolean; updated_by: string } }).workspace_variable
    : null
}
test('a condition’s variable is stored in the environment of its monitor, or in global, and says which monitor set it', async () => {
  await run([
    { name: 'ORDER', value: '17', scope: 'call_workspace' },
    { name: 'TOTAL', value: '9.90', scope: 'global' },
  ])
  expect(await read('staging', 'ORDER')).toMatchObject({ value: '17', secret: false, updated_by: 'Checkout' })
  expect(await read('global', 'TOTAL')).toMatchObject({ value: '9.90', updated_by: 'Checkout' })
  expect(await read('global', 'ORDER')).toBeNull()
})

test('it leaves one audit entry, of the monitor; the same value again leaves none', async () => {
  const entries = async () =>
    (
      await running.api.get<{ results: { action: string; actor: { name: string }; resource: { name: string } }[] }>(
        '/api/2/audits/?action=variable.set',
      )
    ).results.filter(({ resource }) => resource.name === 'STEP')
  await run([{ name: 'STEP', value: 'a', scope: 'global' }])
  await run([{ name: 'STEP', value: 'a', scope: 'global' }])
  expect(await entries()).toMatchObject([{ action: 'variable.set', actor: { name: 'Checkout' } }])
})

test('a late report of an older run does not overwrite a newer value, of a run or of a person', async () => {
  const begin = async (id: string) => {
    const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    return leaseRun(agent, result_id)
  }
  const end = async (job: Job, value: string) => {
    const { refused } = await agent.report(
      reportOf(job, { set_variables: [{ name: 'LATE', value, scope: 'global' }], started: job.due }),
    )
    expect(refused).toEqual([])
  }
  const other = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Other' },
    request: { url: 'https://example.com/' },
  })
  const older = await begin(other.id)
  await eventually(async () => Date.now() > Date.parse(older.due), { what: 'a later moment' })
  await end(await begin(monitor), 'new')
  await end(older, 'old')
  expect(await read('global', 'LATE')).toMatchObject({ value: 'new' })
  const before = await begin(monitor)
  await running.api.post('/api/2/environment/global/LATE', { value: 'by hand' })
  await end(before, 'stale')
  expect(await read('global', 'LATE')).toMatchObject({ value: 'by hand' })
})

test('a secret stays secret for its origins; a masked value, a bad name and one too long are not stored', async () => {
  const origins = ['https://example.com']
  await running.api.post('/api/2/environment/staging/TOKEN', { value: 'first secret', secret: true, origins })
  await run([{ name: 'TOKEN', value: 'second secret', scope: 'call_workspace' }])
  expect(await read('staging', 'TOKEN')).toMatchObject({ value: '••••••', secret: true, origins })
  const { rows } = await running.server.services.database.db
    .selectFrom('variable')
    .select('value')
    .where('name', '=', 'TOKEN')
    .execute()
    .then((rows) => ({ rows }))
  expect(JSON.stringify(rows)).not.toContain('secret')
  await run([
    { name: 'MASKED', value: 'Bearer ••••••', scope: 'global' },
    { name: 'not a name', value: 'x', scope: 'global' },
    { name: 'LONG', value: 'ä'.repeat(10_000), scope: 'global' },
  ])
  for (const name of ['MASKED', 'not%20a%20name', 'LONG'])
    expect([name, await read('global', name)]).toEqual([name, null])
})

test('batches that set the same variables in another order do not wait for each other for ever', async () => {
  const names = ['A1', 'B1', 'C1', 'D1']
  for (let index = 0; index < 8; index++) {
    const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: `Twin ${index}`, workspace: 'staging' },
      request: { url: 'https://example.com/' },
    })
    await running.api.post(`/api/3/monitors/${id}/run`, {})
  }
  const jobs: Job[] = []
  while (jobs.length < 8) jobs.push(...(await agent.work(100, 1)))
  const receipts = await Promise.all(
    jobs.map((job, index) => {
      const set_variables = (index % 2 ? names : names.toReversed()).map((name) => ({
        name,
        value: String(index),
        scope: index % 3 ? ('global' as const) : ('call_workspace' as const),
      }))
      return agent.report(reportOf(job, { set_variables }))
    }),
  )
  expect(receipts.flatMap(({ refused }) => refused)).toEqual([])
  for (const name of names) expect(await read('global', name)).toMatchObject({ secret: false })
})
