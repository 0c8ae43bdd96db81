import { createServer } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentJob } from '../../../src/agent/workflows/workflow-job.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
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
describe('secrecy', () => {
  test('a step cannot read a secret out of a response, and no step shows the secrets of another', async () => {
    const secret = 'SECRET-CANARY-5577'
    const login = await monitor('Login', '/login', { headers: [{ key: 'Authorization', value: `Bearer ${secret}` }] }, [
      sets('STOLEN', '$.authorization'),
      sets('ACCESS_TOKEN', '$.access_token'),
    ])
    const other = await monitor('Other', '/other?stolen=__STOLEN__', {
      unset_variables: 'send',
      headers: [
        { key: 'X-Note', value: `copied ${secret}` },
        { key: 'X-Access', value: '__ACCESS_TOKEN__' },
      ],
    })
    const workflow = await newWorkflow(api, [login, other])
    calls.received.length = 0
    const { id, report } = await runOnce(api, agent, workflow)
    expect(calls.received[0]?.authorization).toBe(`Bearer ${secret}`)
    // The masked text is not passed on, so the placeholder stays.
    expect(calls.received[1]?.url).toBe('/other?stolen=__STOLEN__')
    const told = (report.steps ?? []).map(({ detail }) => inflateRawSync(Buffer.from(detail, 'base64')).toString())
    for (const text of [...told, inflateRawSync(Buffer.from(report.detail, 'base64')).toString()]) {
      expect(text).not.toContain(secret)
      // Named like a secret: masked where it was read and where it was sent.
      expect(text).not.toContain('tok-abcdefgh12345')
    }
    const result = await read(id)
    expect(JSON.stringify(result)).not.toContain('tok-abcdefgh12345')
    expect(result.messages.join()).toContain('did not set STOLEN')
    expect(result.variables.set).toEqual({ ACCESS_TOKEN: MASK })
  })

  test('a secret goes to its own origins alone, whatever an earlier step has set', async () => {
    const elsewhere = await new Promise<string>((resolve) => {
      const thief = createServer((_, response) => response.end('{}'))
      thief.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(thief.address() as { port: number }).port}`))
      thief.unref()
    })
    const sets_host = await monitor('Host', `/host?to=${elsewhere}`, {}, [
      {
        source: 'regex',
        property: 'to=([^"]+)',
        condition: 'exists',
        set_variable: { name: 'HOST', scope: 'workflow' },
      },
    ])
    const sends = await newMonitor(api, 'Sends', {
      url: '{{HOST}}/secret',
      allowed_origins: [target],
      headers: [{ key: 'Authorization', value: 'Bearer SECRET-CANARY-9911' }],
    })
    const { id } = await runOnce(api, agent, await newWorkflow(api, [sets_host, sends]))
    const result = await read(id)
    expect(result.results[1]).toMatchObject({ result_category: 'FAIL', http_code: null })
    const step = await api.get<{ exception: string }>(`/api/2/results/${result.results[1]?.result_id}/?mode=full`)
    expect(step.exception).toContain('Authorization')
  })
})

describe('lists and trials', () => {
  test('results are listed by category, location and page, and QUEUED while on their way', async () => {
    const fine = await monitor('Fine', '/fine')
    const workflow = await newWorkflow(api, [fine])
    const ids = [await runOnce(api, agent, workflow), await runOnce(api, agent, workflow)].map(({ id }) => id)
    const list = (query = '') =>
      api.get<{ meta: { more: boolean; next_cursor: string | null }; results: { id: string }[] }>(
        `/api/2/workflows/${workflow}/results/${query}`,
      )
    expect((await list()).results.map(({ id }) => id)).toEqual(ids.toReversed())
    const first = await list('?limit=1&result_category=PASS&location_id=local')
    expect(first.meta.more).toBe(true)
    expect((await list(`?limit=1&cursor=${first.meta.next_cursor}`)).results.map(({ id }) => id)).toEqual([ids[0]])
    expect((await list('?result_category=ERROR')).results).toEqual([])
    const { workflow_result_id: queued } = await api.post<{ workflow_result_id: string }>(
      `/api/2/workflows/${workflow}/run`,
    )
    expect(await read(queued)).toMatchObject({ meta: { result_category: 'QUEUED', status: 'QUEUED' } })
    const job = await leaseWorkflow(agent, queued)
    expect(await read(queued)).toMatchObject({ meta: { status: 'RUNNING' } })
    expect((await list('?result_category=QUEUED')).results.map(({ id }) => id)).toEqual([queued])
    await agent.report(await madeReport(job))
    expect(await api.get(`/api/2/workflows/${workflow}/`)).toMatchObject({
      last_result: { id: queued, result_category: 'PASS' },
      pass_rate_24h: 1,
    })
  })

  test('a draft is tried whole: every step with its exchange, and nothing is stored', async () => {
    const order = await monitor('Order', '/a', {}, [sets('ORDER', '$.order'), sets('LEFT', '$.order', 'global')])
    const pay = await monitor('Pay', '/pay/__ORDER__')
    const { db } = running.server.services.database
    const before = await db.selectFrom('result').select('due').execute()
    const { id } = await api.post<{ id: string }>('/api/3/workflows/run-draft', {
      workflow: { call_ids: [order, pay] },
    })
    const [job] = (await agent.work(1, 1)) as readonly AgentJob[]
    if (!job) throw new Error('There is no job.')
    await agent.report(await madeReport(job))
    const trial = await api.get<{ state: string; steps: { outcome: { detail: { response: { body: string } } } }[] }>(
      `/api/3/monitors/run-draft/${id}`,
    )
    expect(trial).toMatchObject({
      state: 'done',
      outcome: { result_category: 'PASS', detail: { variables: { set: { ORDER: 'o-77' } } } },
      steps: [
        { index: 0, call_id: order, name: 'Order', result_category: 'PASS' },
        { index: 1, call_id: pay, outcome: { detail: { request: { url: `${target}/pay/o-77` } } } },
      ],
    })
    expect(await db.selectFrom('result').select('due').execute()).toEqual(before)
    expect((await api.call('GET', '/api/2/environment/global/LEFT')).status).toBe(404)
  })

  test('a variable that is named like a secret is told to be shown masked, and is passed on', async () => {
    const login = await monitor('Sign in', '/login', {}, [
      sets('ORDER', '$.order'),
      sets('ACCESS_TOKEN', '$.access_token'),
    ])
    const next = await monitor('Next', '/__ACCESS_TOKEN__')
    const { steps } = await api.post<{ steps: object[] }>('/api/3/workflows/variables', {
      steps: [{ call_id: login }, { call_id: next }],
    })
    expect(steps[0]).toMatchObject({
      sets: [
        { name: 'ORDER', masking: 'none' },
        { name: 'ACCESS_TOKEN', masking: 'shown-masked', read_by: [1] },
      ],
    })
    calls.received.length = 0
    await runOnce(api, agent, await newWorkflow(api, [login, next]))
    expect(calls.received.at(-1)?.url).toBe('/tok-abcdefgh12345')
  })

  test('results are exported as CSV by the API, newest first', async () => {
    const workflow = await newWorkflow(api, [await monitor('Fine', '/fine'), await monitor('Broken, too', '/code/500')])
    const first = await runOnce(api, agent, workflow)
    const second = await runOnce(api, agent, workflow)
    const answer = await api.call('GET', `/api/3/workflows/${workflow}/results/csv?result_category=FAIL`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = String(answer.body).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^time,category,/)
    expect(lines[1]).toContain(second.id)
    expect(lines[2]).toContain(first.id)
    expect(lines[1]).toContain('2: Broken, too')
  })

  test('a draft tells which variables its steps set, read and miss', async () => {
    const order = await monitor('Order', '/a/__CUSTOMER__', {}, [sets('ORDER', '$.order')])
    const pay = await monitor('Pay', '/pay/__ORDER__')
    const { steps } = await api.post<{ steps: object[] }>('/api/3/workflows/variables', {
      steps: [{ call_id: pay }, { call_id: order }, { call_id: pay }],
    })
    expect(steps).toMatchObject([
      { name: 'Pay', missing: ['ORDER'] },
      { name: 'Order', missing: ['CUSTOMER'], sets: [{ name: 'ORDER', scope: 'workflow', read_by: [2] }] },
      { name: 'Pay', missing: [], uses: [{ name: 'ORDER', source: 'step', step: 1, where: ['url'] }] },
    ])
  })
})
