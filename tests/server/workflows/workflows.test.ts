import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openWorkflowTarget } from '../../support/workflow-target.ts'
import {
  leaseWorkflow,
  madeReport,
  newMonitor,
  newWorkflow,
  runOnce,
  sets,
  type WorkflowResult,
} from '../../support/workflows.ts'

let running: TestServer
let api: Api
let agent: HandAgent
let target: string
let calls: Awaited<ReturnType<typeof openWorkflowTarget>>

beforeAll(async () => {
  running = await startServer()
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
  calls = await openWorkflowTarget()
  target = calls.url
})
afterAll(async () => {
  calls.close()
  await running.stop()
})

const read = (id: string) => api.get<WorkflowResult>(`/api/2/workflows/results/${id}/`)
const monitor = (name: string, path: string, request: object = {}, conditions: object[] = []) =>
  newMonitor(api, name, { url: `${target}${path}`, ...request }, conditions)
describe('steps', () => {
  test('a step reads what an earlier one set, and the value is gone with the run', async () => {
    const first = await monitor('Order', '/a', {}, [sets('ORDER', '$.order')])
    const second = await monitor('Pay', '/pay/__ORDER__')
    const workflow = await newWorkflow(api, [first, second, first])
    calls.received.length = 0
    const { id } = await runOnce(api, agent, workflow)
    expect(calls.received.map(({ url }) => url)).toEqual(['/a', '/pay/o-77', '/a'])
    const result = await read(id)
    expect(result).toMatchObject({
      meta: { workflow_id: workflow, result_category: 'PASS', result: 'COMPLETE', status: 'COMPLETE', trigger: 'api' },
      steps: { run: 3, skipped: 0 },
      failed_step: null,
      variables: { set: { ORDER: 'o-77' } },
    })
    expect(result.results.map(({ index, name }) => [index, name])).toEqual([
      [0, 'Order'],
      [1, 'Pay'],
      [2, 'Order'],
    ])
    // Each step is an ordinary result of its monitor, which names the workflow's.
    const [, step] = result.results
    expect(await api.get(`/api/2/results/${step?.result_id}/?mode=full`)).toMatchObject({
      test: 'Pay',
      meta: { call_id: second, workflow_result_id: id, trigger: 'api', schedule_id: null },
      variables: { initial: { ORDER: 'o-77' } },
    })
    expect((await api.get<{ results: object[] }>(`/api/2/results/call/${first}/`)).results).toHaveLength(2)
    // The workflow's own result is none of a monitor.
    expect((await api.call('GET', `/api/2/results/${id}/`)).status).toBe(404)
    calls.received.length = 0
    await api.post(`/api/3/monitors/${second}/run`)
    expect((await agent.work(10, 1))[0]).toMatchObject({ variables: {} })
  })

  test('a failed step ends the workflow: the rest is skipped, but for its teardown', async () => {
    const broken = await monitor('Broken', '/code/503')
    const after = await monitor('After', '/after')
    const undo = await monitor('Undo', '/undo')
    const workflow = await newWorkflow(api, [broken, after, { call_id: undo, teardown: true }, after])
    calls.received.length = 0
    const { id } = await runOnce(api, agent, workflow)
    expect(calls.received.map(({ url }) => url)).toEqual(['/code/503', '/undo'])
    const result = await read(id)
    expect(result).toMatchObject({
      meta: { result_category: 'FAIL', result: 'HTTP_SERVER_ERROR', status: 'PARTIAL' },
      steps: { run: 2, skipped: 2 },
      failed_step: { index: 0, name: 'Broken', result: 'HTTP_SERVER_ERROR' },
    })
    expect(result.results.map(({ result_category, result }) => [result_category, result])).toEqual([
      ['FAIL', 'HTTP_SERVER_ERROR'],
      ['SKIPPED', 'STEP_SKIPPED'],
      ['PASS', 'COMPLETE'],
      ['SKIPPED', 'STEP_SKIPPED'],
    ])
    // A skipped step is in no figure of its monitor.
    const { db } = running.server.services.database
    const { key } = await db.selectFrom('object').select('key').where('id', '=', after).executeTakeFirstOrThrow()
    for (const table of ['rollup', 'rollup_stale'] as const)
      expect(await db.selectFrom(table).selectAll().where('target_key', '=', key).execute()).toEqual([])
  })

  test('a workflow that does not stop makes all of its steps, and is as bad as its worst', async () => {
    const warned = await monitor('Warned', '/code/404')
    const fine = await monitor('Fine', '/fine')
    const workflow = await newWorkflow(api, [fine, warned, fine], { stop_on_failure: false })
    const { id } = await runOnce(api, agent, workflow)
    expect(await read(id)).toMatchObject({
      meta: { result_category: 'WARNING', result: 'HTTP_CLIENT_ERROR', status: 'COMPLETE' },
      steps: { run: 3, skipped: 0 },
    })
  })

  test('cookies are shared where the workflow says so, and nowhere else', async () => {
    const visit = await monitor('Visit', '/visit')
    for (const handle_cookies of [true, false]) {
      calls.received.length = 0
      await runOnce(api, agent, await newWorkflow(api, [visit, visit], { handle_cookies }))
      expect(calls.received.map(({ cookie }) => cookie)).toEqual([
        undefined,
        handle_cookies ? 'visitor=v-123456789' : undefined,
      ])
    }
  })

  test('the environment of the workflow goes before those of its monitors, and the context of a run before all', async () => {
    for (const workspace of ['global', 'staging', 'flow'])
      await api.post(`/api/2/environment/${workspace}/WHERE`, { value: workspace })
    const { id: one } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'One', workspace: 'staging' },
      request: { url: `${target}/__WHERE__` },
    })
    const sets_where = await monitor('Sets', '/set', {}, [sets('WHERE', '$.order')])
    const asked = async (workspace: string, steps: string[], context = {}) => {
      calls.received.length = 0
      await runOnce(api, agent, await newWorkflow(api, steps, { workspace }), { context })
      return calls.received.at(-1)?.url
    }
    expect(await asked('global', [one])).toBe('/staging')
    expect(await asked('flow', [one])).toBe('/flow')
    expect(await asked('flow', [sets_where, one])).toBe('/o-77')
    expect(await asked('flow', [sets_where, one], { WHERE: 'context' })).toBe('/context')
  })

  test('a step reads the facts of its workflow', async () => {
    const { id: one } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Facts' },
      request: { url: `${target}/{{WORKFLOW_NAME}}/{{WORKFLOW_RESULT_ID}}` },
    })
    calls.received.length = 0
    const { id } = await runOnce(api, agent, await newWorkflow(api, [one], { name: 'Facts' }))
    expect(calls.received.map(({ url }) => url)).toEqual([`/Facts/${id}`])
  })
})

describe('what cannot run', () => {
  const refusedRun = async (workflow: string, body: object = {}) => {
    const answer = await api.call('POST', `/api/2/workflows/${workflow}/run`, body)
    return [answer.status, JSON.stringify(answer.body)] as const
  }

  test('a run of a workflow without steps is refused', async () => {
    const [status, says] = await refusedRun(await newWorkflow(api, []))
    expect([status, says]).toEqual([400, expect.stringContaining('must have at least one step')])
  })

  test('a step whose monitor was deleted is shown, refuses runs on demand, and fails those of a schedule', async () => {
    const kept = await monitor('Kept', '/kept')
    const gone = await monitor('Gone', '/gone')
    const workflow = await newWorkflow(api, [kept, gone, kept])
    const { workflow_result_id: queued } = await api.post<{ workflow_result_id: string }>(
      `/api/2/workflows/${workflow}/run`,
    )
    expect((await api.call('DELETE', `/api/2/calls/${gone}/`)).status).toBe(204)
    expect(await api.get(`/api/2/workflows/${workflow}/`)).toMatchObject({
      workflow: { call_ids: [kept, gone, kept] },
      missing_call_ids: [gone],
    })
    const [status, says] = await refusedRun(workflow)
    expect([status, says]).toEqual([422, expect.stringContaining('The monitor of step 2 was deleted')])
    // It was queued while the monitor was there.
    const report = await madeReport(await leaseWorkflow(agent, queued))
    expect((await agent.report(report)).refused).toEqual([])
    const result = await read(queued)
    expect(result.meta).toMatchObject({ result_category: 'FAIL', result: 'CONNECTION_ERROR', status: 'PARTIAL' })
    expect(result.results.map(({ index, result_category }) => [index, result_category])).toEqual([
      [0, 'PASS'],
      [1, 'FAIL'],
      [2, 'SKIPPED'],
    ])
    expect(result.messages.join()).toContain('its monitor was deleted')
    // It can be changed all the same.
    await api.post(`/api/2/workflows/${workflow}/`, { workflow: { call_ids: [gone, kept] } })
  })

  test('unknown monitors, too many steps and contradictions are refused, and name their field', async () => {
    const kept = await monitor('Kept', '/kept')
    const refused = async (workflow: object, tags: string[] = []) => {
      const answer = await api.call('POST', '/api/2/workflows/', { meta: { name: 'Wrong', tags }, workflow })
      return `${answer.status} ${JSON.stringify(answer.body)}`
    }
    expect(await refused({ call_ids: ['nobody'] })).toContain('workflow.call_ids[0] must be the id of a monitor')
    expect(await refused({ steps: [{ call_id: 'nobody' }] })).toContain('workflow.steps[0].call_id')
    expect(await refused({ call_ids: Array.from({ length: 101 }, () => kept) })).toContain('422')
    expect(await refused({ call_ids: [kept, kept], steps: [{ call_id: kept }] })).toContain('workflow.steps')
    expect(await refused({ call_ids: [kept] }, ['sys:backoff_max_retries:99'])).toContain('meta.tags[0]')
    expect(await refused({ call_ids: [kept] }, ['sys:location_id:nowhere'])).toContain('nowhere')
  })

  test('a workflow with a fixed location runs from nowhere else', async () => {
    const kept = await monitor('Kept', '/kept')
    const workflow = await newWorkflow(api, [kept], { tags: ['sys:location_id:local'] })
    await joinAgent(api, running.server.joinToken, 'elsewhere')
    expect((await refusedRun(workflow, { location_id: 'elsewhere' }))[1]).toContain('always runs from there')
    expect((await api.post<{ location_id: string }>(`/api/2/workflows/${workflow}/run`)).location_id).toBe('local')
    const { id: schedule } = await api.post<{ id: string }>('/api/3/schedules/', { regions: ['all'], frequency: 60 })
    await api.call('PUT', `/api/2/schedules/${schedule}/run/${workflow}`)
    const slots = async () => {
      const { db } = running.server.services.database
      const rows = await db
        .selectFrom('slot')
        .innerJoin('location', 'location.key', 'slot.location_key')
        .innerJoin('object', 'object.key', 'slot.schedule_key')
        .select('location.id')
        .where('object.id', '=', schedule)
        .execute()
      return rows.map(({ id }) => id).sort()
    }
    expect(await slots()).toEqual(['local'])
    await api.post(`/api/2/workflows/${workflow}/`, { meta: { tags: [] } })
    expect(await slots()).toEqual(['elsewhere', 'local'])
    expect(await api.get(`/api/2/workflows/${workflow}/`)).toMatchObject({ schedule_ids: [schedule], monitored: true })
    // What the schedule shows can be sent back.
    const shown = await api.get<object>(`/api/3/schedules/${schedule}`)
    expect((await api.call('PUT', `/api/3/schedules/${schedule}`, shown)).status).toBe(200)
    expect((await api.call('DELETE', `/api/2/schedules/${schedule}/run/${workflow}`)).status).toBe(204)
    expect(await slots()).toEqual([])
  })

  test('while a run goes on, one that may not overlap is refused', async () => {
    const kept = await monitor('Kept', '/kept')
    const workflow = await newWorkflow(api, [kept], { tags: ['sys:workflow_mutex'] })
    await api.post(`/api/2/workflows/${workflow}/run`)
    expect((await refusedRun(workflow))[0]).toBe(409)
  })
})

test('a change that is based on an older version is refused with a sentence, and nothing is stored', async () => {
  const kept = await monitor('Kept', '/kept')
  const id = await newWorkflow(api, [kept])
  type Read = { meta: { name: string; last_update: string }; workflow: { call_ids: string[] } }
  const path = `/api/2/workflows/${id}/`
  const { last_update: opened } = (await api.get<Read>(path)).meta
  const theirs = await api.post<Read>(path, { workflow: { call_ids: [kept, kept] }, if_last_update: opened })
  const stale = await api.call('POST', path, { workflow: { call_ids: [] }, if_last_update: opened })
  expect([stale.status, JSON.stringify(stale.body)]).toEqual([
    409,
    expect.stringContaining('This workflow was changed after you opened it.'),
  ])
  expect((await api.get<Read>(path)).workflow.call_ids).toEqual([kept, kept])
  await api.post(path, { workflow: { call_ids: [kept] }, if_last_update: theirs.meta.last_update })
  expect((await api.get<Read>(path)).workflow.call_ids).toEqual([kept])
  const wrong = await api.call('POST', path, { if_last_update: 'yesterday' })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('if_last_update must be')])
})
