import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence, failed, type HandAgent, joinAgent, leaseRun, packed, runOnce } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../../support/loopback.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Seen = { url: string; headers: IncomingHttpHeaders; body: { context: Record<string, string>; call_url: string } }

const PASSWORD = 'CANARY-in-an-alert'

let receiver: Loopback
const seen: Seen[] = []
let running: TestServer
let agent: HandAgent
let monitor: string

beforeAll(async () => {
  receiver = await listenOnLoopback((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
      response.writeHead(200).end(`got ${request.headers.authorization}`)
    })
  })
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${receiver.port}` } })
  agent = await joinAgent(running.api, running.server.joinToken)
  const { db } = running.server.services.database
  const { id: project } = await db.selectFrom('project').select('id').orderBy('key').executeTakeFirstOrThrow()
  await running.api.post(`/api/2/projects/${project}`, { alert_on_manual_runs: true })
  monitor = (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Checkout', workspace: 'staging' },
      request: { url: 'https://example.com/{{PATH}}' },
    })
  ).id
})
afterAll(async () => {
  await running.stop()
  receiver.close()
})

const variables = {
  initial: { PATH: 'orders', TOKEN: '••••••', CALL_ID: 'other' },
  set: { ORDER: '17', 'not a name': 'x' },
}
const failing = { ...failed, detail: packed(evidence({ variables })), url: 'https://example.com/orders' }

const received = (from: number) => eventually(async () => seen[from], { what: 'a message' })

test('placeholders of an alert’s parameters are filled in from environment, global and system; its host is not', async () => {
  await running.api.post('/api/2/environment/staging/TEAM', { value: 'payments' })
  await running.api.post('/api/2/environment/global/TEAM', { value: 'everyone' })
  await running.api.post('/api/2/environment/global/PASS', { value: PASSWORD, secret: true, origins: [receiver.url] })
  const hook = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    web_hook_type: 'webhook',
    alerts: ['FAIL'],
    monitor_id: monitor,
    parameters: { url: `${receiver.url}/{{TEAM}}/{{CALL_NAME}}/{{NOWHERE}}`, username: 'sonde', password: '{{PASS}}' },
  })
  await runOnce(running.api, agent, monitor, { change: failing })
  const { url, headers } = await received(0)
  expect(decodeURIComponent(url)).toBe('/payments/Checkout/{{NOWHERE}}')
  expect(headers.authorization).toBe(`Basic ${Buffer.from(`sonde:${PASSWORD}`).toString('base64')}`)
  const { results } = await running.api.get<{ results: { name: string; used_by: object[] }[] }>('/api/2/environment/')
  expect(results.find(({ name }) => name === 'PASS')?.used_by).toMatchObject([{ kind: 'webhook', id: hook.id }])
  const { data } = await running.api.get<{ data: { key: string }[] }>(`/api/3/webhooks/${hook.id}/deliveries`)
  const log = await running.api.call('GET', `/api/3/webhooks/${hook.id}/deliveries/${data[0]?.key}`)
  expect(JSON.stringify([data, log.body])).not.toContain(PASSWORD)
})

test('the message carries the variables of the run, also those that conditions set, and the address that was called', () => {
  expect(seen[0]?.body).toMatchObject({
    call_url: 'https://example.com/orders',
    context: { PATH: 'orders', ORDER: '17', TOKEN: '••••••', _notification: expect.stringContaining('Checkout') },
  })
  expect(seen[0]?.body.context).not.toHaveProperty('not a name')
})

test('the parameters of an alert read variables of the run too, but passwords and keys do not, and the environment comes first', async () => {
  const set = { ORDER: 'a/b&c=d\r\n', PATH: 'from the run', TEAM: 'taken over' }
  await running.api.post('/api/3/webhooks/', {
    web_hook_type: 'webhook',
    alerts: ['FAIL'],
    monitor_id: monitor,
    parameters: {
      url: `${receiver.url}/run?order={{ORDER}}&team={{TEAM}}`,
      username: '{{PATH}}',
      password: '{{PATH}}',
    },
  })
  const again = { ...failing, detail: packed(evidence({ variables: { initial: {}, set } })) }
  await runOnce(running.api, agent, monitor, { change: again })
  const { url, headers } = await eventually(async () => seen.find((each) => each.url.startsWith('/run')), {
    what: 'a message',
  })
  expect(url).toBe('/run?order=a%2Fb%26c%3Dd%0D%0A&team=payments')
  expect(headers.authorization).toBe(`Basic ${Buffer.from('from the run:{{PATH}}').toString('base64')}`)
})

test('an alert does not send a secret variable to an origin that it is not bound to', async () => {
  await running.api.post('/api/2/environment/global/BOUND', {
    value: PASSWORD,
    secret: true,
    origins: ['https://elsewhere.example'],
  })
  const tried = await running.api.post<{ ok: boolean; detail: string }>('/api/3/webhooks/test', {
    name: 'Thief',
    alerts: ['FAIL'],
    parameters: { url: `${receiver.url}/{{BOUND}}` },
  })
  expect(JSON.stringify(tried)).toContain('BOUND may only be sent to https://elsewhere.example, but this alert would')
  expect(seen.filter(({ url }) => url.includes(PASSWORD))).toEqual([])
})

test('an alert does not send a secret variable along with a Host header', async () => {
  const tried = await running.api.post<object>('/api/3/webhooks/test', {
    name: 'Thief by proxy',
    web_hook_type: 'otel',
    alerts: ['FAIL'],
    parameters: { url: receiver.url, headers: 'x-token: {{PASS}}\nHost: evil.example' },
  })
  expect(JSON.stringify(tried)).toContain('PASS is not sent along with a Host header')
})

test('a started monitor gets the variables of the failed run, without masks and system variables', async () => {
  const { id: started } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Repair' },
    request: { url: 'https://example.com/{{ORDER}}/{{TOKEN}}/{{CALL_ID}}/{{ALERT_RESULT}}' },
  })
  const { id: other } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Failing' },
    request: { url: 'https://example.com/' },
  })
  await running.api.post('/api/3/webhooks/', {
    web_hook_type: 'run_call',
    alerts: ['FAIL'],
    monitor_id: other,
    parameters: { call_id: started },
  })
  await runOnce(running.api, agent, other, { change: failing })
  const { results } = await eventually(async () => {
    const queued = await running.api.get<{ results: { id: string }[] }>(
      `/api/2/results/call/${started}/?result_category=QUEUED`,
    )
    return queued.results.length > 0 && queued
  })
  const job = await leaseRun(agent, results[0]?.id ?? '')
  expect(job.variables).toMatchObject({ ORDER: '17', ALERT_RESULT: 'HTTP_SERVER_ERROR', CALL_ID: started })
  expect(job.variables).not.toHaveProperty('TOKEN')
})

test('a run with variables of its own neither raises an alert nor ends one', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Elsewhere' },
    request: { url: 'https://{{HOST}}/' },
  })
  const hook = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    web_hook_type: 'webhook',
    alerts: ['FAIL', 'PASS'],
    monitor_id: id,
    parameters: { url: `${receiver.url}/elsewhere` },
  })
  const messages = () => seen.filter(({ url }) => url === '/elsewhere').map(({ body }) => Object(body).result)
  const own = { context: { HOST: 'staging.example.com' } }
  await runOnce(running.api, agent, id, { change: failed, ...own })
  await runOnce(running.api, agent, id, { change: failed })
  await eventually(async () => messages()[0], { what: 'the message of the run that was as scheduled' })
  await runOnce(running.api, agent, id, own)
  await runOnce(running.api, agent, id)
  await eventually(async () => messages()[1], { what: 'the recovery' })
  const { data } = await running.api.get<{ data: { outcome: string }[] }>(`/api/3/webhooks/${hook.id}/decisions`)
  expect(data.map(({ outcome }) => outcome)).toEqual(['recovered', 'manual', 'fired', 'manual'])
})
