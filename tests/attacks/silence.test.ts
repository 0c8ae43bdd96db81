import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgeSilence } from '../../src/server/alerts/silence.ts'
import { recordAwayLocations } from '../../src/server/silence/absence.ts'
import { updateSilences } from '../../src/server/silence/update-silences.ts'
import { addAccount, grant } from '../support/accounts.ts'
import { type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { confirmRecipients } from '../support/recipients.ts'
import { startServer, type TestServer } from '../support/server.ts'

const second = 1000

let running: TestServer
let agent: HandAgent
/** Time that passes only where a test says so, however slow the machine is. */
let nowMs: number
const now = () => nowMs

beforeEach(async () => {
  nowMs = Date.now()
  running = await startServer({ clock: now })
  agent = await joinAgent(running.api, running.server.joinToken)
  await confirmRecipients(running, 'ops@example.com')
})
afterEach(() => running.stop())

const look = async () => {
  const { database, sealing, results, resultUrl, live } = running.server.services
  // The server checks too: whichever is second finds nothing to do.
  await recordAwayLocations(database, { sealing, url: running.server.url }, now())
  await updateSilences(database, now())
  await judgeSilence({ database, results, resultUrl, sealing, now: now(), announce: live.announce, log: () => {} })
}
/** Advances time in steps, with the server's usual checks. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 20 * second) {
    nowMs += Math.min(left, 20 * second)
    await look()
  }
}
const work = async (runs: number) => {
  let made = 0
  await eventually(
    async () => {
      const jobs = await agent.work(100, 1)
      await agent.report(...jobs.map((job) => reportOf(job)))
      made += jobs.length
      if (made < runs) nowMs += second / 2
      return made >= runs
    },
    { what: `${runs} runs` },
  )
}
const monitored = async (name: string, everySeconds = 1) => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name },
    request: { url: 'http://example.com/', timeout_seconds: 1 },
  })
  await running.api.post('/api/3/schedules/', { name, frequency: everySeconds, targets: [id], regions: ['all'] })
  return id
}

type Row = { no_data: { since: string; everywhere: boolean; locations: { location_id: string; away_since: string }[] } }
type Synopsis = { no_data: { count: number; longest: { call_id: string; locations: number }[] } }
const rowOf = (id: string) => running.api.get<Row>(`/api/3/monitors/${id}`)
const synopsis = async () => (await running.api.get<Synopsis>('/api/2/project/synopsis')).no_data
const told = async () =>
  (
    await running.api.get<{ results: { kind: string; title: string; text: string; location_id: string }[] }>(
      '/api/2/notifications/',
    )
  ).results
const mails = () =>
  running.server.services.database.db
    .selectFrom('mail')
    .select(['kind', 'recipient', 'subject'])
    .where('kind', 'like', 'location-%')
    .orderBy('key')
    .execute()

test('an agent disconnected for 180 s: its monitors have no data, and its location is reported once as offline and once as online again', async () => {
  const viewer = await addAccount(running, 'viewer@example.com')
  await grant(running, viewer, 1, 'VIEWER')
  const id = await monitored('Checkout')
  await work(3)
  await look()
  expect((await rowOf(id)).no_data).toBeNull()
  expect(await synopsis()).toEqual({ count: 0, longest: [] })

  await pass(180 * second)
  expect((await rowOf(id)).no_data).toMatchObject({
    everywhere: true,
    locations: [{ location_id: 'local', away_since: expect.any(String) }],
  })
  expect(await synopsis()).toMatchObject({ count: 1, longest: [{ call_id: id, locations: 1 }] })
  expect(await told()).toMatchObject([
    { kind: 'location_away', title: 'Location local is offline', location_id: 'local' },
  ])
  expect(await mails()).toEqual([
    { kind: 'location-away', recipient: 'ada@example.com', subject: 'Location local is offline' },
  ])

  await work(2)
  await look()
  expect((await rowOf(id)).no_data).toBeNull()
  const [back, ...before] = await told()
  expect(before).toHaveLength(1)
  expect(back).toMatchObject({ kind: 'location_back', title: 'Location local is online again', location_id: 'local' })
  const missed = Number(/(\d+) runs were missed/.exec(back?.text ?? '')?.[1])
  expect(missed).toBeGreaterThan(100)
  expect(missed).toBeLessThan(220)
  expect((await mails()).map(({ kind }) => kind)).toEqual(['location-away', 'location-back'])
})

test('unused locations, short absences and time without a server are not reported', async () => {
  await pass(200 * second)
  expect(await told()).toEqual([])
  await agent.work(0, 0)
  const id = await monitored('Checkout')
  await pass(80 * second)
  await work(1)
  await pass(60 * second)
  expect(await told()).toEqual([])
  expect(await mails()).toEqual([])

  // As if the server had been down for an hour: no checks, and no agent could ask for work.
  nowMs += 3_600 * second
  await look()
  await pass(40 * second)
  await work(1)
  await look()
  expect(await told()).toEqual([])
  expect((await rowOf(id)).no_data).toBeNull()
})

type Delivery = {
  kind: string
  result_id: string | null
  result_category: string
  monitor: { id: string }
  key: string
}
type Decision = { outcome: string; text: string; sent: boolean; result_id: null; no_data: object }
const alerting = async (change: object) =>
  (
    await running.api.post<{ id: string; parameters: { no_data_periods?: number } }>('/api/3/webhooks/', {
      web_hook_type: 'email',
      parameters: { email_address: 'ops@example.com' },
      ...change,
    })
  ).id
const deliveriesOf = async (id: string) =>
  (await running.api.get<{ data: Delivery[] }>(`/api/3/webhooks/${id}/deliveries`)).data.reverse()
const decisionsOf = async (id: string) =>
  (await running.api.get<{ data: Decision[] }>(`/api/3/webhooks/${id}/decisions`)).data.reverse()

test('an alert about no data is sent once after its periods, and once when data returns; other alerts are not', async () => {
  const soon = await alerting({ name: 'Soon', alerts: ['NO_DATA'] })
  const late = await alerting({
    name: 'Late',
    alerts: ['FAIL', 'NO_DATA'],
    parameters: { email_address: 'ops@example.com', no_data_periods: 170 },
    // Both tell the same receiver.
    policy: { merge: false },
  })
  const deaf = await alerting({ name: 'Deaf', alerts: ['FAIL', 'WARNING', 'SLOW', 'PASS'] })
  const id = await monitored('Checkout')
  await work(1)
  await pass(140 * second)
  expect(await deliveriesOf(soon)).toMatchObject([
    { kind: 'alert', result_id: null, result_category: 'NO_DATA', monitor: { id } },
  ])
  expect(await deliveriesOf(late)).toEqual([])
  await pass(60 * second)
  expect(await deliveriesOf(late)).toHaveLength(1)
  expect(await deliveriesOf(soon)).toHaveLength(1)
  expect(await decisionsOf(soon)).toMatchObject([
    { outcome: 'fired', sent: true, result_id: null, no_data: { step: 'no_data', location_id: 'local' } },
  ])
  expect((await decisionsOf(late))[0]?.text).toMatch(
    /^“Late” fired: there was no data from local for 1\d\d periods, and the alert fires after 170\.$/,
  )
  const notices = await told()
  // One notification, whichever of them tell.
  expect(notices.filter(({ kind }) => kind === 'alert').map(({ title }) => title)).toEqual([
    'Checkout has no data from local',
  ])

  await work(1)
  await look()
  expect((await deliveriesOf(soon)).map(({ kind }) => kind)).toEqual(['alert', 'recovery'])
  expect((await deliveriesOf(late)).map(({ kind }) => kind)).toEqual(['alert', 'recovery'])
  expect((await decisionsOf(soon)).map(({ outcome }) => outcome)).toEqual(['fired', 'recovered'])
  await look()
  expect(await deliveriesOf(soon)).toHaveLength(2)
  for (const { result_category } of await deliveriesOf(deaf)) expect(result_category).toBe('PASS')

  const sent = await eventually(
    async () => {
      const rows = await running.server.services.database.db
        .selectFrom('mail')
        .select('subject')
        .where('kind', 'in', ['alert', 'recovery'])
        .where('subject', 'like', '%Checkout%')
        .execute()
      return rows.length >= 4 && rows.map(({ subject }) => subject)
    },
    { what: 'the mails of two alerts' },
  )
  expect(new Set(sent)).toEqual(new Set(['[NO DATA] Checkout', '[RECOVERED] Checkout']))
})

test('invalid periods are refused in one sentence', async () => {
  const answer = await running.api.call('POST', '/api/3/webhooks/', {
    web_hook_type: 'email',
    alerts: ['NO_DATA'],
    parameters: { email_address: 'ops@example.com', no_data_periods: 1 },
  })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).toContain('parameters.no_data_periods must be a whole number from 2 to 1000.')
})
