import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, type HandAgent, joinAgent, leaseRun, type Report, reportOf, runOnce } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Delivery = { headers: IncomingHttpHeaders; body: string; json: Record<string, unknown> }

let running: TestServer
let agent: HandAgent
let hookUrl: string
const deliveries: Delivery[] = []
let arrived: (() => void) | undefined
/** The receiver's next response; 200 by default. */
const answers: number[] = []

const receiver = createServer((request, response) => {
  if (request.url === '/silent') return
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const code = answers.shift() ?? 200
    if (code === 200) deliveries.push({ headers: request.headers, body, json: JSON.parse(body) })
    response.writeHead(code).end()
    arrived?.()
  })
})

/** Waits for that many deliveries and takes them. */
const taken = async (count: number): Promise<Delivery[]> => {
  while (deliveries.length < count)
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
  return deliveries.splice(0)
}

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  hookUrl = `http://127.0.0.1:${port}/hook`
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` } })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await running.stop()
})

const newMonitor = (name: string, tags: string[] = []) =>
  running.api.post<{ id: string }>('/api/2/calls/', { meta: { name, tags }, request: { url: 'http://example.com/' } })
const newWebhook = (change: object) =>
  running.api.post<{ id: string; parameters: { secret: string } }>('/api/3/webhooks/', {
    parameters: { url: hookUrl },
    ...change,
  })
/** Runs a monitor once and reports the outcome. */
const run = (id: string, change: Partial<Report> = {}) => runOnce(running.api, agent, id, { change })

test('a run on demand is first QUEUED, then a result with its figures and detail', async () => {
  const { api } = running
  const { id } = await newMonitor('on demand')
  const asked = await api.post<{ call_id: string; location_id: string; result_id: string }>(
    `/api/3/monitors/${id}/run`,
    {
      context: { NAME: 'x' },
    },
  )
  expect(asked).toMatchObject({ call_id: id, location_id: 'local' })
  expect(await api.get(`/api/2/results/${asked.result_id}/`)).toMatchObject({ result_category: 'QUEUED' })
  const job = await leaseRun(agent, asked.result_id)
  expect(job).toMatchObject({ id: asked.result_id, variables: { NAME: 'x' }, call: { url: 'http://example.com/' } })
  expect(await agent.report(reportOf(job))).toEqual({ accepted: [job.id], refused: [] })

  const full = await api.get<{ meta: object; timing: { total: number }; response: object }>(
    `/api/2/results/${job.id}?mode=full`,
  )
  expect(full).toMatchObject({
    result_category: 'PASS',
    http_code: 200,
    meta: { call_id: id, result: 'COMPLETE', trigger: 'api', dest_ip: '192.0.2.1' },
    timing: { dns: 1, tcp: 2, handshake: 3, upload: 4, processing: 50, download: 6, redirect: 0, total: 66 },
    response: { status_code: 200, body: 'hello' },
    messages: ['called'],
  })
  expect((await api.call('GET', `/api/2/results/${job.id}/content`)).body).toBe('hello')
})

test('a result reported twice is stored and counted once', async () => {
  const { id } = await newMonitor('twice')
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const job = await leaseRun(agent, result_id)
  const receipts = await Promise.all([agent.report(reportOf(job), reportOf(job)), agent.report(reportOf(job))])
  for (const { refused } of receipts) expect(refused).toEqual([])
  const list = await running.api.get<{ results: unknown[] }>(`/api/2/results/call/${id}/`)
  expect(list.results).toHaveLength(1)
  const days = await running.api.get<{ results: { pass: number }[] }>(`/api/2/calls/${id}/stats/passfail_range`)
  expect(days.results.map((day) => day.pass)).toEqual([1])
})

test('two agents at one location never get the same job', async () => {
  const other = await joinAgent(running.api, running.server.joinToken)
  const monitors = await Promise.all(Array.from({ length: 40 }, (_, at) => newMonitor(`shared ${at}`)))
  await Promise.all(monitors.map(({ id }) => running.api.post(`/api/3/monitors/${id}/run`)))
  const leased: string[] = []
  while (leased.length < 40) {
    const batches = await Promise.all([agent.work(7), other.work(7), agent.work(7)])
    // Reported at once: a lease that ends while the test goes on would hand a job out again, and rightly.
    await agent.report(...batches.flat().map((job) => reportOf(job)))
    for (const job of batches.flat()) leased.push(job.id)
  }
  expect(new Set(leased).size).toBe(40)
})

test('an alert is signed, explains what happened, repeats, and reports the recovery if PASS is chosen', async () => {
  const { id } = await newMonitor('alerting', ['shop'])
  const { id: hook, parameters } = await newWebhook({
    alerts: ['FAIL'],
    monitor_id: id,
    parameters: { url: hookUrl, fails_in_a_row: '2', username: 'ada', password: 'CANARY' },
  })
  await run(id, failed)
  const second = await run(id, failed)
  const [alert] = await taken(1)
  if (!alert) throw new Error('No alert came.')
  expect(() => new Webhook(parameters.secret).verify(alert.body, alert.headers as Record<string, string>)).not.toThrow()
  expect(alert.headers.authorization).toBe(`Basic ${Buffer.from('ada:CANARY').toString('base64')}`)
  const {
    projects: [project],
  } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  expect(alert.json).toMatchObject({
    call_id: id,
    call_meta: { name: 'alerting', tags: ['shop'] },
    call_url: 'http://example.com/',
    http_code: 500,
    location_id: 'local',
    result: 'HTTP_SERVER_ERROR',
    result_class: 'FAIL',
    result_id: second,
    // Whoever follows it may have another project open.
    result_url: `${running.server.url}/tests/result/${second}?project_key_str=${project?.project.id}`,
  })
  expect(alert.json.context).toHaveProperty('_notification')
  await run(id, failed)
  expect(await taken(1)).toHaveLength(1)

  await running.api.put(`/api/3/webhooks/${hook}`, { alerts: ['FAIL', 'PASS'] })
  const passed = await run(id)
  const [recovery] = await taken(1)
  expect(recovery?.json).toMatchObject({ result_class: 'PASS', result_id: passed })
  // The receiver has a message before its answer is stored.
  const shown = await eventually(async () => {
    type Shown = { id: string; last_delivery: { status: string } | null }
    const { data } = await running.api.get<{ data: Shown[] }>(`/api/3/webhooks/?monitor_id=${id}`)
    const one = data.find((each) => each.id === hook)
    return one?.last_delivery?.status !== 'sending' && one
  })
  expect(shown).toMatchObject({
    last_delivery: { status: 'delivered', http_code: 200, error: null },
    parameters: { password: '••••••', secret: '••••••' },
  })
  await running.api.call('DELETE', `/api/3/webhooks/${hook}`)
})

test('tags select a webhook’s monitors, and exclusion wins', async () => {
  const hook = await newWebhook({ include_tags: ['billing'], exclude_tags: ['draft'] })
  const [wanted, other, excluded] = await Promise.all([
    newMonitor('wanted', ['billing']),
    newMonitor('other', ['shop']),
    newMonitor('excluded', ['billing', 'draft']),
  ])
  for (const { id } of [other, excluded, wanted]) await run(id, failed)
  expect((await taken(1)).map(({ json }) => json.call_id)).toEqual([wanted.id])
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('a snoozed webhook stays quiet, and sends at its end what is still failing', async () => {
  const { id } = await newMonitor('snoozing')
  const hook = await newWebhook({ monitor_id: id })
  await running.api.post(`/api/2/webhooks/snooze/${hook.id}`, { minutes: 60 })
  await run(id, failed)
  const last = await run(id, failed)
  await running.api.post(`/api/2/webhooks/snooze/${hook.id}`, { minutes: 0 })
  expect((await taken(1)).map(({ json }) => json.result_id)).toEqual([last])
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('a failed delivery stays queued as retrying, and is sent before newer messages of the same monitor', async () => {
  const { id } = await newMonitor('retried')
  const hook = await newWebhook({ monitor_id: id })
  answers.push(500)
  const tried = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const first = await run(id, failed)
  await tried
  const second = await run(id, failed)
  expect((await taken(2)).map(({ json }) => json.result_id)).toEqual([first, second])
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('a webhook cannot reach a private address that the operator allows no longer', async () => {
  const { id } = await newMonitor('inward')
  const hook = await newWebhook({ monitor_id: id })
  await sql`update object set doc = jsonb_set(doc, '{parameters,url}', '"http://127.0.0.1:1/"') where id = ${hook.id}`.execute(
    running.server.services.database.db,
  )
  await run(id, failed)
  type Shown = { id: string; last_delivery: { status: string; error: string | null } | null }
  let last: Shown['last_delivery'] = null
  while (!last?.error) {
    const shown = await running.api.get<{ data: Shown[] }>('/api/3/webhooks/')
    last = shown.data.find((one) => one.id === hook.id)?.last_delivery ?? null
  }
  expect(last).toMatchObject({ status: 'retrying', error: expect.stringContaining('not a public address') })
})

test('a receiver that never answers delays nobody else', async () => {
  const silent = await newMonitor('silent')
  const hooks = [await newWebhook({ parameters: { url: hookUrl.replace('/hook', '/silent') } }), await newWebhook({})]
  for (let nth = 0; nth < 10; nth++) await run(silent.id, failed)
  expect(await taken(10)).toHaveLength(10)
  for (const { id } of hooks) await running.api.call('DELETE', `/api/3/webhooks/${id}`)
})
