import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '../../../src/contract/core/endpoint.ts'
import type { incidents as incidentEndpoints } from '../../../src/contract/incidents/incidents.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Incidents that alerts open, by the real judge of results. */

type Incident = AnswerOf<(typeof incidentEndpoints)['incident.read']>
type Entry = AnswerOf<(typeof incidentEndpoints)['incident.timeline']>['data'][number]

let running: TestServer
let agent: HandAgent
/** Offset of the server's clock from the machine's. */
let aheadMs = 0
beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

const monitor = async (name: string): Promise<string> =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name },
      request: { url: 'https://internal.example.com/' },
    })
  ).id

const rule = async (monitorId: string, more: object = {}): Promise<string> =>
  (
    await running.api.post<{ id: string }>('/api/3/webhooks/', {
      name: `Rule of ${monitorId}`,
      monitor_id: monitorId,
      alerts: ['FAIL'],
      opens_incident: true,
      parameters: { url: running.server.sampleUrl },
      ...more,
    })
  ).id

/** Runs monitors, all of which fail or all of which pass, and reports their results at once. */
const outcome = async (ids: readonly string[], kind: 'fail' | 'pass'): Promise<void> => {
  aheadMs += 1_000
  const asked: { id: string; due: string }[] = []
  for (const id of ids) {
    const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    asked.push({ id: result_id, due: new Date(Date.now() + aheadMs).toISOString() })
  }
  await agent.work(100, 0)
  await agent.report(...asked.map((run) => (kind === 'fail' ? reportOf(run, failed) : reportOf(run))))
}

const incidentsOf = async (monitorId: string): Promise<Incident[]> =>
  (await running.api.get<{ data: Incident[] }>(`/api/3/incidents/?monitor_id=${monitorId}`)).data

/** Later than alerts of one outage join each other. */
const later = () => {
  aheadMs += 11 * 60_000
}

test('a rule opens an incident, another monitor joins it, and the last recovery resolves it', async () => {
  later()
  const [first, second] = [await monitor('Checkout'), await monitor('Payments')]
  const webhook = await rule(first)
  await rule(second)
  await outcome([first], 'fail')
  expect(await incidentsOf(first)).toMatchObject([
    {
      title: 'Checkout is failing',
      state: 'investigating',
      impact: 'major',
      ended: null,
      published: null,
      opened_by: { kind: 'alert', id: webhook },
      monitors: [{ id: first, name: 'Checkout', until: null, public_name: null }],
    },
  ])
  await outcome([second], 'fail')
  await outcome([first], 'pass')
  const [running1] = await incidentsOf(second)
  expect(running1).toMatchObject({ state: 'investigating', monitor_count: 2, failing_count: 1 })
  await outcome([second], 'pass')
  const [over] = await incidentsOf(first)
  expect(over).toMatchObject({ id: running1?.id, state: 'resolved', failing_count: 0 })
  expect(over?.ended).not.toBeNull()
})

test('two alerts for one monitor open one incident, which lasts until both have recovered', async () => {
  later()
  const id = await monitor('Orders')
  await rule(id)
  await rule(id, { alerts: ['FAIL', 'WARNING'] })
  await outcome([id], 'fail')
  expect(await incidentsOf(id)).toHaveLength(1)
  await outcome([id], 'pass')
  expect(await incidentsOf(id)).toMatchObject([{ state: 'resolved' }])
})

test('monitors that fail in one batch are one incident, named after all of them', async () => {
  later()
  const ids = await Promise.all(['A', 'B', 'C'].map(monitor))
  for (const id of ids) await rule(id)
  await outcome(ids, 'fail')
  const found = await Promise.all(ids.map(incidentsOf))
  expect(new Set(found.flat().map(({ id }) => id)).size).toBe(1)
  expect(found[0]?.[0]?.title).toMatch(/^[ABC] and 2 more are failing$/)
})

test('an alert without the setting opens no incident, and one that was told of stays open for a person', async () => {
  later()
  const [quiet, told] = [await monitor('Quiet'), await monitor('Told')]
  await rule(quiet, { opens_incident: false })
  await rule(told)
  await outcome([quiet, told], 'fail')
  expect(await incidentsOf(quiet)).toEqual([])
  const [open] = await incidentsOf(told)
  await running.api.post(`/api/3/incidents/${open?.id}/updates`, { text: 'We are looking into it.' })
  await outcome([told], 'pass')
  expect(await incidentsOf(told)).toMatchObject([{ state: 'monitoring', ended: null, failing_count: 0 }])
  await outcome([told], 'fail')
  expect(await incidentsOf(told)).toMatchObject([{ id: open?.id, state: 'investigating', failing_count: 1 }])
})

test('an outage long after another is an incident of its own', async () => {
  later()
  const [one, other] = [await monitor('One'), await monitor('Other')]
  await rule(one)
  await rule(other)
  await outcome([one], 'fail')
  later()
  await outcome([other], 'fail')
  const ids = [...(await incidentsOf(one)), ...(await incidentsOf(other))].map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
})

test('messages of an alert about every pass do not stand in the timeline of an outage that is over', async () => {
  later()
  const id = await monitor('Passing again')
  await rule(id, { alerts: ['FAIL', 'PASS'] })
  await outcome([id], 'fail')
  const [incident] = await incidentsOf(id)
  await running.api.post(`/api/3/incidents/${incident?.id}/updates`, { text: 'Known.', state: 'identified' })
  for (let turn = 0; turn < 3; turn++) await outcome([id], 'pass')
  const { data } = await running.api.get<{ data: Entry[] }>(`/api/3/incidents/${incident?.id}/timeline`)
  expect(data.flatMap((one) => (one.type === 'delivery' ? [one.kind] : []))).toEqual(['recovery', 'alert'])
})

test('its timeline has updates, the failing results, decisions and messages, page by page without loss', async () => {
  later()
  const id = await monitor('Timed')
  await rule(id)
  await outcome([id], 'fail')
  await outcome([id], 'fail')
  const [incident] = await incidentsOf(id)
  await running.api.post(`/api/3/incidents/${incident?.id}/updates`, { text: 'Known.', state: 'identified' })
  await running.api.post(`/api/3/alerts/acknowledge/${id}`, { note: 'On it' })
  await outcome([id], 'pass')
  await running.api.post(`/api/3/incidents/${incident?.id}/resolve`, {})
  const page = (query: string) =>
    running.api.get<{ meta: { next_cursor: string | null }; data: Entry[] }>(
      `/api/3/incidents/${incident?.id}/timeline?${query}`,
    )
  const whole = (await page('limit=100')).data
  const kinds = whole.map(({ type }) => type)
  expect(kinds.filter((type) => type === 'result')).toHaveLength(2)
  expect(whole.flatMap((one) => (one.type === 'decision' ? [`${one.from} ${one.to}`] : []))).toEqual([
    'acknowledged quiet',
    'quiet open',
  ])
  expect(kinds.filter((type) => type === 'delivery').length).toBeGreaterThan(0)
  expect(whole.flatMap((one) => (one.type === 'update' && one.author !== null ? [one.text] : []))).toEqual([
    'Resolved.',
    'Known.',
  ])
  expect(whole.find(({ type }) => type === 'acknowledgement')).toMatchObject({ note: 'On it', monitor_name: 'Timed' })
  const paged: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { meta, data }: Awaited<ReturnType<typeof page>> = await page(
      `limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    paged.push(...data)
    cursor = meta.next_cursor
  }
  expect(paged.map((one) => one.id)).toEqual(whole.map((one) => one.id))
})
