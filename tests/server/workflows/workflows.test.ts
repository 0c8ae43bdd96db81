import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { newMonitor, newWorkflow, runOnce } from '../../support/workflows.ts'

type WorkflowResult = {
  meta: Record<string, unknown>
  steps: object
  failed_step: object | null
  results: { index: number; name: string; result_category: string; result: string; result_id: string | null }[]
  variables: { initial: Record<string, string>; set: Record<string, string> }
  messages: string[]
}

let running: TestServer
let api: Api
let agent: HandAgent
let target: string
/** Requests that the target has received, in order. */
const received: { url: string; cookie: string | undefined; authorization: string | undefined; body: string }[] = []
const little = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += String(piece)
  const { cookie, authorization } = request.headers
  received.push({ url: request.url ?? '', cookie, authorization, body })
  const code = Number(/\/code\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
  response.writeHead(code, { 'content-type': 'application/json', 'set-cookie': 'visitor=v-123456789' })
  response.end(JSON.stringify({ order: 'o-77', access_token: 'tok-abcdefgh12345', url: request.url, authorization }))
})

beforeAll(async () => {
  running = await startServer()
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
  await new Promise<void>((resolve) => little.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(little.address() as { port: number }).port}`
})
afterAll(async () => {
  console.log(running.log.join('\n').slice(-3000))
  little.close()
  await running.stop()
})

const read = (id: string) => api.get<WorkflowResult>(`/api/2/workflows/results/${id}/`)
const monitor = (name: string, path: string, request: object = {}, conditions: object[] = []) =>
  newMonitor(api, name, { url: `${target}${path}`, ...request }, conditions)
const sets = (name: string, property: string, scope = 'workflow') => ({
  source: 'json',
  property,
  condition: 'exists',
  set_variable: { name, scope },
})

describe('steps', () => {
  test('a step reads what an earlier one set, and the value is gone with the run', async () => {
    const first = await monitor('Order', '/a', {}, [sets('ORDER', '$.order')])
    const second = await monitor('Pay', '/pay/__ORDER__')
    const workflow = await newWorkflow(api, [first, second, first])
    received.length = 0
    const { id } = await runOnce(api, agent, workflow)
    expect(received.map(({ url }) => url)).toEqual(['/a', '/pay/o-77', '/a'])
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
    received.length = 0
    await api.post(`/api/3/monitors/${second}/run`)
    expect((await agent.work(10, 1))[0]).toMatchObject({ variables: {} })
  })
})
