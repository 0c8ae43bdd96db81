import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { connect, dataIn, rpc, useTool } from './connecting.ts'

let running: TestServer
let target: Server
let token: string
let projectId: string
beforeAll(async () => {
  target = createServer((_, response) => response.end('fine')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  running = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  const ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { projects } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  projectId = projects[0]?.project.id ?? ''
  token = (await connect(running.server.url, ada, { project_id: projectId, writes: true })).access
})
afterAll(async () => {
  await running.stop()
  target.close()
})

const data = async <Data>(name: string, given: object): Promise<Data> =>
  dataIn<Data>((await useTool(running.server.url, token, name, given)).content)

test('a program is shown which conditions a result did not meet, and the rest of it where it asks', async () => {
  const { port } = target.address() as AddressInfo
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Judged' },
    request: { method: 'GET', url: `http://127.0.0.1:${port}/` },
  })
  const expecting = (val: string) => ({ source: 'http_code', condition: 'eq', val })
  await running.api.post(`/api/2/calls/${id}/conditions/`, {
    meta: {},
    conditions: [expecting('200'), expecting('204')],
  })
  const { runs } = await data<{ runs: { result_id: string }[] }>('monitor_run', { monitor: 'Judged' })
  const result = runs[0]?.result_id ?? ''
  const show = async (given: object = {}) =>
    (await data<{ data: Record<string, unknown> }>('show_result', { result, ...given })).data
  const short = await show()
  expect(short).toMatchObject({
    result_category: 'FAIL',
    timing: expect.anything(),
    conditions: [{ expected: '204', actual: '200', outcome: 'fail' }],
    conditions_passed: 1,
  })
  expect(Object.keys(short)).not.toContain('response')
  const full = await show({ mode: 'full' })
  expect([full.conditions, full.response]).toEqual([expect.objectContaining({ length: 2 }), expect.anything()])
  expect(Object.keys(await show({ mode: 'summary' }))).not.toContain('conditions')

  const uri = `sonde://project/${projectId}/result/${result}`
  const { body } = await rpc(running.server.url, token, 'resources/read', { uri })
  const { result: read } = body as { result?: { contents: { text: string }[] } }
  expect(JSON.parse(read?.contents[0]?.text ?? '').untrusted_data.data).toEqual(short)

  type Rows = { rows: { id: string }[] }
  const listed = await data<Rows>('list_result', { monitor: 'Judged' })
  const listedByOldName = await data<Rows>('list_result', { call_id: 'Judged' })
  expect([listed, listedByOldName].map(({ rows }) => rows.map((row) => row.id))).toEqual([[result], [result]])
})
