import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, type HandAgent, joinAgent, type Report, runOnce } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let aheadMs = 0

beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Explanations = {
  data: {
    webhook_name: string
    verdict: string
    as_set_now: boolean
    reason: string
    text: string
    decisions: { outcome: string; snoozed_by: string | null; delivery: { status: string } | null }[]
  }[]
}

const monitor = async (tags: string[] = []) =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'm', tags },
      request: { url: 'http://example.com/' },
    })
  ).id
const webhook = async (name: string, change: object = {}) =>
  (
    await running.api.post<{ id: string }>('/api/3/webhooks/', {
      name,
      alerts: ['FAIL'],
      parameters: { url: 'http://receiver.invalid/' },
      ...change,
    })
  ).id
const run = (monitorId: string, change: Partial<Report> = {}): Promise<string> => {
  aheadMs += 10
  return runOnce(running.api, agent, monitorId, { change })
}
const explained = async (resultId: string) => {
  const { data } = await running.api.get<Explanations>(`/api/3/results/${resultId}/alerts`)
  return new Map(data.map((one) => [one.webhook_name, one]))
}

test('a result lists the decision of every relevant alert, or why the alert did not apply', async () => {
  const id = await monitor(['a', 'b'])
  await webhook('At once', { monitor_id: id })
  await webhook('Third', { monitor_id: id, parameters: { url: 'http://receiver.invalid/', fails_in_a_row: 3 } })
  await webhook('Warnings', { monitor_id: id, alerts: ['WARNING'] })
  await webhook('Off', { monitor_id: id, enabled: false })
  await webhook('Tagged', { include_tags: ['c', 'd'] })
  await webhook('Not these', { exclude_tags: ['b'] })
  await webhook('Elsewhere', { monitor_id: await monitor() })
  const all = await explained(await run(id, failed))
  expect([...all].map(([name, { verdict, reason, as_set_now }]) => [name, verdict, reason, as_set_now])).toEqual([
    ['At once', 'sent', 'fired', false],
    ['Third', 'counted', 'counted', false],
    ['Not these', 'quiet', 'tag_excluded', true],
    ['Tagged', 'quiet', 'tag_missing', true],
    ['Off', 'quiet', 'off', true],
    ['Warnings', 'quiet', 'not_listed', true],
  ])
  expect(all.get('At once')?.text).toBe('“At once” fired: this is a failure, and the alert fires on the first.')
  expect(all.get('Third')?.text).toBe(
    '“Third” did not fire: this is the 1st failure in a row, and the alert fires after 3.',
  )
  expect(all.get('Tagged')?.text).toBe('“Tagged” only covers monitors with the tag c or d.')
  expect(all.get('At once')?.decisions[0]?.delivery?.status).toMatch(/queued|sending|retrying/)
})

test('a decision keeps its explanation when the settings change', async () => {
  const id = await monitor()
  const hook = await webhook('Edited', { monitor_id: id })
  const result = await run(id, failed)
  await running.api.put(`/api/3/webhooks/${hook}`, { enabled: false, alerts: ['PASS'] })
  expect((await explained(result)).get('Edited')).toMatchObject({ reason: 'fired', as_set_now: false })
})

test('a snooze names the person who set it, for readers of the audit log', async () => {
  const id = await monitor()
  const hook = await webhook('Asleep', { monitor_id: id })
  await running.api.post(`/api/2/webhooks/snooze/${hook}`, { minutes: 60 })
  const result = await run(id, failed)
  expect((await explained(result)).get('Asleep')).toMatchObject({
    verdict: 'quiet',
    reason: 'snoozed',
    decisions: [{ snoozed_by: 'First key' }],
  })
  await running.api.post(`/api/2/webhooks/snooze/${hook}`, { minutes: 0 })
  const told = (await explained(result)).get('Asleep')
  expect(told?.verdict).toBe('sent')
  expect(told?.decisions.map(({ outcome }) => outcome)).toEqual(['snoozed', 'fired_late'])
})
