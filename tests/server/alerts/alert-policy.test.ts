import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Body = { result_class: string; result_id: string; note?: string; acknowledge_url?: string }
type Decision = { outcome: string; text: string; result_id: string | null }

let running: TestServer
let agent: HandAgent
let hookUrl: string
/** Offset of the server's clock from the machine's. */
let aheadMs = 0
const told: Body[] = []
let heard: (() => void) | undefined

const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    told.push(JSON.parse(body))
    response.end()
    heard?.()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  hookUrl = `http://127.0.0.1:${port}/`
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${port}` }, clock: () => Date.now() + aheadMs })
  agent = await joinAgent(running.api, running.server.joinToken)
})
beforeEach(async () => {
  for (const { id } of (await running.api.get<{ data: { id: string }[] }>('/api/3/webhooks/')).data)
    await running.api.call('DELETE', `/api/3/webhooks/${id}`)
  told.splice(0)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await running.stop()
})

const messages = async (count: number): Promise<Body[]> => {
  while (told.length < count)
    await new Promise<void>((resolve) => {
      heard = resolve
    })
  return told.splice(0)
}

const newMonitor = async (name: string): Promise<string> => {
  const draft = { meta: { name }, request: { url: 'http://example.com/' } }
  return (await running.api.post<{ id: string }>('/api/2/calls/', draft)).id
}

const newAlert = async (monitor_id: string, policy: object): Promise<string> => {
  // One message an incident: mail's way, to a receiver that can be asked.
  const draft = { monitor_id, alerts: ['FAIL', 'PASS'], policy, parameters: { url: hookUrl, repeat: false } }
  return (await running.api.post<{ id: string }>('/api/3/webhooks/', draft)).id
}

/** Runs a monitor by hand and reports how it went. */
const runs = async (monitor: string, ...outcomes: readonly ('fail' | 'pass')[]): Promise<string[]> => {
  const ids: string[] = []
  for (const outcome of outcomes) {
    aheadMs += 1_000
    const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`)
    const run = { id: result_id, due: new Date(Date.now() + aheadMs).toISOString() }
    await agent.work()
    await agent.report(outcome === 'fail' ? reportOf(run, failed) : reportOf(run))
    ids.push(result_id)
  }
  return ids
}

const decisionsOf = async (webhook: string): Promise<Decision[]> =>
  (await running.api.get<{ data: Decision[] }>(`/api/3/webhooks/${webhook}/decisions`)).data

test('an alert reminds until somebody acknowledges by the link of its message, and tells the end', async () => {
  const { api } = running
  const monitor = await newMonitor('Reminded')
  const webhook = await newAlert(monitor, { remind_minutes: 5 })
  const [first] = await runs(monitor, 'fail')
  const [alert] = await messages(1)
  expect(alert).toMatchObject({ result_class: 'FAIL', result_id: first })
  expect(alert?.note).toBeUndefined()

  aheadMs += 5 * 60_000
  const [reminder] = await messages(1)
  expect(reminder).toMatchObject({ result_id: first })
  expect(reminder?.note).toBe('This is a reminder, message 2 of this incident: nobody has acknowledged it.')

  const token = reminder?.acknowledge_url?.split('/acknowledge/')[1]
  const link = `/api/2/acknowledgements/${token}`
  expect(await api.as('').get(link)).toMatchObject({ call_name: 'Reminded', state: 'open', acknowledged_by: null })
  expect(await api.as('').post(link, {})).toMatchObject({ state: 'acknowledged' })
  const { data: open } = await api.get<{ data: { acknowledged: { by: string } }[] }>('/api/3/alerts/open')
  expect(open.map(({ acknowledged }) => acknowledged.by)).toEqual(['Unnamed Webhook'])
  // Whoever comes second reads that there is nothing left to do.
  expect(await api.as('').post(link, {})).toMatchObject({ state: 'acknowledged', acknowledged_by: 'Unnamed Webhook' })

  aheadMs += 60 * 60_000
  await runs(monitor, 'fail', 'pass')
  expect((await messages(1)).map(({ result_class }) => result_class)).toEqual(['PASS'])
  expect((await decisionsOf(webhook)).map(({ outcome }) => outcome)).toEqual([
    'recovered',
    'acknowledged',
    'reminded',
    'fired',
  ])
  expect(await api.as('').get(link)).toMatchObject({ state: 'over' })

  // The link of a message is for its incident, not for a later one.
  await runs(monitor, 'fail')
  const [anew] = await messages(1)
  expect(await api.as('').post(link, {})).toMatchObject({ state: 'over' })
  const later = `/api/2/acknowledgements/${anew?.acknowledge_url?.split('/acknowledge/')[1]}`
  expect(await api.as('').get(later)).toMatchObject({ state: 'open' })
  expect(await api.as('').post(later, {})).toMatchObject({ state: 'acknowledged' })
})

test('a second line hears only of what nobody acknowledged', async () => {
  const { api } = running
  const monitor = await newMonitor('Escalated')
  const webhook = await newAlert(monitor, { escalate_minutes: 10 })
  await runs(monitor, 'fail')
  await api.post(`/api/3/alerts/acknowledge/${monitor}`, { note: 'On it' })
  aheadMs += 11 * 60_000
  await runs(monitor, 'pass', 'fail')
  aheadMs += 11 * 60_000
  const [escalated] = await messages(1)
  expect(escalated?.note).toBe('Nobody acknowledged it within 10 min.')
  expect((await decisionsOf(webhook)).map(({ outcome }) => outcome)).toEqual([
    'escalated',
    'awaiting_acknowledgement',
    'ended_acknowledged',
    'awaiting_acknowledgement',
  ])
  expect((await api.call('POST', `/api/3/alerts/acknowledge/${monitor}`, {})).status).toBe(200)
  expect((await api.call('POST', `/api/3/alerts/acknowledge/${monitor}`, {})).status).toBe(409)
})

test('what hangs on a failing monitor is held back, and says on which', async () => {
  const { api } = running
  const [gateway, orders] = [await newMonitor('Gateway'), await newMonitor('Orders')]
  await api.call('PUT', `/api/3/dependencies/${orders}`, { depends_on: [gateway] })
  const circle = await api.call('PUT', `/api/3/dependencies/${gateway}`, { depends_on: [orders] })
  expect(circle).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['depends_on'], msg: expect.stringContaining('“Gateway” → “Orders” → “Gateway”.') }] },
  })
  const cache = await newMonitor('Cache')
  await api.call('PUT', `/api/3/dependencies/${cache}`, { depends_on: [orders] })
  for (const [on, names] of [
    [[cache], '“Gateway” → “Cache” → “Orders” → “Gateway”.'],
    // The shortest one is named.
    [[cache, orders], '“Gateway” → “Orders” → “Gateway”.'],
    [[gateway], '“Gateway” itself'],
  ] as const)
    expect(await api.call('PUT', `/api/3/dependencies/${gateway}`, { depends_on: on })).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringContaining(names) }] },
    })
  const webhook = await newAlert(orders, {})
  await runs(gateway, 'fail')
  await runs(orders, 'fail')
  expect((await decisionsOf(webhook))[0]?.text).toBe(
    '“Unnamed Webhook” did not fire: “Gateway”, which this one depends on, is failing. If the problem outlasts that, it fires.',
  )
  await runs(gateway, 'pass')
  await runs(orders, 'fail')
  expect((await messages(1)).map(({ result_class }) => result_class)).toEqual(['FAIL'])
  expect(await api.get(`/api/3/dependencies/${gateway}`)).toMatchObject({
    dependents: [{ id: orders, name: 'Orders' }],
  })
})

test('a policy is read back whole, and what it cannot be is refused by its field', async () => {
  const { api } = running
  const monitor = await newMonitor('Quiet')
  const quiet_hours = { time_zone: 'Europe/Vienna', from: '22:00', to: '06:30', days: [7, 1, 1] }
  const id = await newAlert(monitor, { failing_locations: 2, quiet_hours })
  const read = await api.get<{ policy: object }>(`/api/3/webhooks/${id}`)
  expect(read.policy).toEqual({
    failing_minutes: 0,
    failing_locations: 2,
    within_minutes: 60,
    remind_minutes: 0,
    escalate_minutes: 0,
    flapping_incidents: 0,
    flapping_minutes: 60,
    merge: true,
    quiet_hours: { ...quiet_hours, days: [1, 7] },
  })
  const wrong: readonly (readonly [object, string])[] = [
    [{ remind_minutes: 3 }, 'policy.remind_minutes'],
    [{ flapping_incidents: 1 }, 'policy.flapping_incidents'],
    [{ quiet_hours: { ...quiet_hours, time_zone: 'Vienna' } }, 'policy.quiet_hours.time_zone'],
    [{ quiet_hours: { ...quiet_hours, to: '24:00' } }, 'policy.quiet_hours.to'],
    [{ quiet_hours: { ...quiet_hours, to: '22:00' } }, 'policy.quiet_hours.to'],
  ]
  for (const [policy, field] of wrong) {
    const { status, body } = await api.call('PUT', `/api/3/webhooks/${id}`, { policy })
    expect(status).toBe(422)
    expect(body).toMatchObject({ detail: [{ loc: field.split('.') }] })
  }
})
