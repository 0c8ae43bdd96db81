import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
const target = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(pieces) })
    response.end('ok')
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on TCP has an address of this form.
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  running = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  api = running.api
})
afterAll(async () => {
  await running.stop()
  target.close()
})

const newFile = (text: string, name = 'order.json') =>
  api.post<{ id: string; file: { sha256: string } }>('/api/3/files/', { name, text })
const newMonitor = async (request: object) =>
  (
    await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm' },
      request: { method: 'POST', url, ...request },
    })
  ).id
const run = async (id: string) => {
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'local' })
  return eventually(
    async () => {
      const result = await api.get<{ result_category: string; request: { body: string }; exception: string | null }>(
        `/api/2/results/${result_id}/?mode=full`,
      )
      return result.result_category !== 'QUEUED' && result
    },
    { what: 'a result' },
  )
}

test('an agent sends a stored file as the body, with its media type, and again after it has changed', async () => {
  const { id } = await newFile('{"items":[1]}')
  const monitor = await newMonitor({ file_id: id })
  const result = await run(monitor)
  expect(result).toMatchObject({ result_category: 'PASS', request: { body: '(order.json, 13 bytes)' } })
  expect(received.at(-1)?.body.toString()).toBe('{"items":[1]}')
  expect(received.at(-1)?.headers['content-type']).toBe('application/json')
  await api.post(`/api/2/files/${id}/`, { text: '{"items":[]}' })
  await run(monitor)
  expect(received.at(-1)?.body.toString()).toBe('{"items":[]}')
})

test('an agent sends a stored file within a form', async () => {
  const { id } = await newFile('a;b', 'list.csv')
  await run(
    await newMonitor({
      parts: [
        { name: 'note', value: 'x' },
        { name: 'list', file_id: id },
      ],
    }),
  )
  const { body, headers } = received.at(-1) ?? { body: Buffer.alloc(0), headers: {} }
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(Number(headers['content-length'])).toBe(body.length)
  expect(body.toString()).toContain('name="list"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\na;b\r\n')
})

test('an agent gets a file only while a run that sends it is leased to it', async () => {
  const { id, file } = await newFile('secret plan')
  const other = await newFile('another')
  const monitor = await newMonitor({ file_id: id })
  const agent = await joinAgent(api, running.server.joinToken, 'elsewhere')
  const stranger = await joinAgent(api, running.server.joinToken, 'nowhere')
  const get = async (key: string, fileId = id, sha256 = file.sha256) =>
    (await api.as(key).call('GET', `/remote-api/1/agent/files/${fileId}?sha256=${sha256}`)).status
  expect(await get(agent.key)).toBe(404)
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`, {
    location_id: 'elsewhere',
  })
  const job = await leaseRun(agent, result_id)
  expect(job.files).toMatchObject([{ id, name: 'order.json', size: 11, sha256: file.sha256 }])
  expect(await get(agent.key)).toBe(200)
  expect(await get(stranger.key)).toBe(404)
  expect(await get(agent.key, other.id, other.file.sha256)).toBe(404)
  expect(await get(agent.key, id, 'f'.repeat(64))).toBe(404)
  expect((await api.call('GET', `/remote-api/1/agent/files/${id}?sha256=${file.sha256}`)).status).toBe(403)
  // The content that the job names is kept when the file changes.
  await api.post(`/api/2/files/${id}/`, { text: 'other plan' })
  expect(await get(agent.key)).toBe(200)
  await agent.report(reportOf(job))
  expect(await get(agent.key)).toBe(404)
})

test('a run whose file is gone says so', async () => {
  const { id } = await newFile('gone')
  const monitor = await newMonitor({ file_id: id })
  await running.server.services.database.db.deleteFrom('object').where('id', '=', id).execute()
  expect(await run(monitor)).toMatchObject({ exception: 'the file of the body was not loaded' })
})

test('a monitor cannot name a file of another project', async () => {
  const { id } = await newFile('mine')
  const project = await api.post<{ api_key: string }>('/api/2/account/projects', { name: 'Other' })
  const answer = await api
    .as(project.api_key)
    .call('POST', '/api/2/calls/', { meta: { name: 'm' }, request: { url, file_id: id } })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining('there is none with the id'),
  ])
})
