import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, type HandAgent, joinAgent, runOnce } from '../../support/agent.ts'
import { openKeeper, providersAt } from '../../support/delivering.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Hook = { id: string; web_hook_type: string; parameters: Record<string, unknown> }
type Delivery = { status: string; error: string | null; recipient: string | null }

let running: TestServer
let agent: HandAgent
let keeper: Awaited<ReturnType<typeof openKeeper>>
beforeAll(async () => {
  keeper = await openKeeper()
  running = await startServer({
    env: { SONDE_ALLOW_PRIVATE: new URL(keeper.url).host },
    providers: providersAt(keeper.url),
  })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(async () => {
  await running.stop()
  keeper.close()
})

const newMonitor = (name: string) =>
  running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })

const newHook = (body: object) =>
  running.api.post<Hook>('/api/3/webhooks/', { alerts: ['FAIL'], name: 'Old room', ...body })

/** An alert as an older installation left it. */
const ended = async (monitor_id: string | null = null) => {
  const hook = await newHook({ web_hook_type: 'slack', monitor_id, parameters: { url: `${keeper.url}/room` } })
  const { db } = running.server.services.database
  await sql`update object set doc = jsonb_set(doc, '{web_hook_type}', '"hipchat"') where id = ${hook.id}`.execute(db)
  return `/api/3/webhooks/${hook.id}`
}

const failNow = async (id: string) => runOnce(running.api, agent, id, { change: failed })
const deliveriesOf = async (at: string) => (await running.api.get<{ data: Delivery[] }>(`${at}/deliveries`)).data

test('an alert of a service that has ended is not created', async () => {
  const { status, body } = await running.api.call('POST', '/api/3/webhooks/', {
    web_hook_type: 'flowdock',
    parameters: { flow_token: 'x' },
  })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('must be another type: Flowdock ended in 2022.')
})

test('an existing one is shown, turned off, given another type, and deleted, and changed in no other way', async () => {
  const at = await ended()
  expect(await running.api.get<Hook>(at)).toMatchObject({ web_hook_type: 'hipchat', parameters: { url: '••••••' } })
  for (const change of [{ name: 'Other' }, { enabled: true }, { parameters: { url: 'https://a.example/' } }])
    expect((await running.api.call('PUT', at, change)).status).toBe(422)
  expect(await running.api.put(at, { enabled: false })).toMatchObject({ enabled: false })
  const parameters = { url: 'https://ntfy.example', topic: 'ops' }
  const changed = await running.api.put<Hook>(at, { web_hook_type: 'ntfy', parameters, name: 'Phone' })
  expect(changed).toMatchObject({ web_hook_type: 'ntfy', parameters: { topic: 'ops', token: null } })
  const other = await ended()
  expect((await running.api.call('DELETE', other)).status).toBe(204)
})

test('nothing is sent to it, and the delivery says why', async () => {
  const { id } = await newMonitor('Of an ended service')
  const at = await ended(id)
  keeper.arrived.length = 0
  await failNow(id)
  const delivery = await eventually(async () => (await deliveriesOf(at)).find(({ status }) => status === 'failed'))
  expect(delivery.error).toBe('HipChat ended in 2019. Nothing was sent: give this alert another type.')
  expect(keeper.arrived).toEqual([])
})

test('each number of a text message gets a delivery of its own, and only the refused one is retried', async () => {
  const { id } = await newMonitor('Texted')
  const { id: hook } = await newHook({
    web_hook_type: 'twilio',
    monitor_id: id,
    parameters: {
      account_id: `AC${'0123456789abcdef'.repeat(2)}`,
      token: 'secret-token',
      sender: '+15005550006',
      phone_numbers: '+49 151 12345678, +1 (500) 555-0009',
    },
  })
  keeper.arrived.length = 0
  keeper.answers.push({ status: 201, body: '{"status":"queued"}' }, { status: 429, body: '{"code":20429}' })
  await failNow(id)
  const all = await eventually(async () => {
    const each = await deliveriesOf(`/api/3/webhooks/${hook}`)
    return each.length === 2 && each.every(({ status }) => status === 'delivered' || status === 'retrying') && each
  })
  expect(all.map(({ recipient }) => recipient).sort()).toEqual(['+15005550009', '+4915112345678'])
  expect(all.map(({ status }) => status).sort()).toEqual(['delivered', 'retrying'])
  expect(keeper.arrived.map(({ body }) => Object(body).To).sort()).toEqual(['+15005550009', '+4915112345678'])
})
