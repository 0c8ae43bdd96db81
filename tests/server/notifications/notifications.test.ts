import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyDeliveryErrors } from '../../../src/server/alerts/delivery-errors.ts'
import { tickAlerts } from '../../../src/server/alerts/ticks.ts'
import { deleteOldNotifications } from '../../../src/server/store/notifications/notifications.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { failed, type HandAgent, joinAgent, type Report, reportOf, runOnce } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { openLiveStream } from '../../support/live-stream.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let aheadMs = 0

beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Feed = {
  meta: { more: boolean; next_cursor: string | null; unread: number }
  results: {
    id: string
    kind: string
    title: string
    text: string
    read: boolean
    times: number
    call_id: string | null
    result_id: string | null
    webhook_id: string | null
  }[]
}

const monitor = async (name: string) =>
  (await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } }))
    .id
const webhook = async (monitorId: string, change: object = {}) =>
  (
    await running.api.post<{ id: string }>('/api/3/webhooks/', {
      name: `of ${monitorId}`,
      monitor_id: monitorId,
      alerts: ['FAIL'],
      parameters: { url: 'http://receiver.invalid/' },
      ...change,
    })
  ).id
/** Runs a monitor once by the API and reports the outcome. */
const run = (monitorId: string, change: Partial<Report> = {}): Promise<string> => {
  aheadMs += 10
  return runOnce(running.api, agent, monitorId, { change })
}
const feedOf = (monitorId: string, api: Api = running.api) =>
  api.get<Feed>(`/api/2/notifications/?call_id=${monitorId}`)

test('an incident is one notification however often it repeats, and its end is another', async () => {
  const id = await monitor('Tax lookup')
  const hook = await webhook(id)
  const ids = [await run(id, failed), await run(id, failed), await run(id, failed)]
  const [alert] = (await feedOf(id)).results
  expect(alert).toMatchObject({
    kind: 'alert',
    times: 3,
    result_id: ids[2],
    webhook_id: hook,
    title: 'Tax lookup fails',
  })
  expect(alert?.text).toContain('3 times in a row')
  await run(id)
  const { results } = await feedOf(id)
  expect(results.map(({ kind, title }) => [kind, title])).toEqual([
    ['recovery', 'Tax lookup is back to normal'],
    ['alert', 'Tax lookup fails'],
  ])
  await run(id, failed)
  expect((await feedOf(id)).results.map(({ kind, times }) => [kind, times])).toEqual([
    ['alert', 1],
    ['recovery', 1],
    ['alert', 3],
  ])
})

test('an outage that several alerts tell of is one notification, which ends with the last of them', async () => {
  const id = await monitor('Shared')
  const first = await webhook(id, { name: 'First' })
  await webhook(id, { name: 'Second' })
  await webhook(id, { name: 'Third', alerts: ['FAIL', 'SLOW'] })
  const off = await webhook(id, { name: 'Off' })
  const told = async () =>
    (await feedOf(id)).results.map(({ kind, times, title, text }) => ({ kind, times, title, text }))
  await run(id, failed)
  const [alert, ...others] = await told()
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'alert', times: 1, title: 'Shared fails' })
  expect(alert?.text).toMatch(/The alerts “First”, “Second” and 2 more fired\.$/)
  expect((await feedOf(id)).results[0]?.webhook_id).toBe(first)

  // One that begins later joins, one that is switched off keeps nothing open.
  await webhook(id, { name: 'Late' })
  await running.api.put(`/api/3/webhooks/${off}`, { enabled: false })
  await run(id, failed)
  expect((await told()).map(({ kind, times }) => [kind, times])).toEqual([['alert', 2]])

  // Slow is an end for two of them, and the outage goes on for the third.
  await run(id, { result_category: 'SLOW', result: 'SLOW_COMPLETE' })
  expect((await told()).map(({ kind }) => kind)).toEqual(['alert'])
  await run(id)
  expect((await told()).map(({ kind, title }) => [kind, title])).toEqual([
    ['recovery', 'Shared is back to normal'],
    ['alert', 'Shared is slow'],
  ])
  await run(id, failed)
  expect((await told()).map(({ kind }) => kind)).toEqual(['alert', 'recovery', 'alert'])
})

test('several results of one monitor that arrive together are reported in order', async () => {
  const id = await monitor('Together')
  await webhook(id, { alerts: ['FAIL', 'PASS'] })
  const jobs = []
  for (let nth = 0; nth < 5; nth++) {
    aheadMs += 10
    const asked = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    jobs.push({ id: asked.result_id, due: new Date(Date.now() + aheadMs).toISOString() })
  }
  const [a, b, c, d, e] = jobs
  if (!a || !b || !c || !d || !e) throw new Error('Five runs were to be made.')
  await agent.report(reportOf(a), reportOf(b, failed), reportOf(c, failed), reportOf(d), reportOf(e))
  expect((await feedOf(id)).results.map(({ kind, title, times }) => [kind, title, times])).toEqual([
    ['alert', 'Together passed', 1],
    ['recovery', 'Together is back to normal', 1],
    ['alert', 'Together fails', 2],
    ['alert', 'Together passed', 1],
  ])
})

test('results that arrive together end an outage of several alerts and begin the next', async () => {
  const id = await monitor('Spooled')
  await webhook(id)
  await webhook(id, { parameters: { url: 'http://receiver.invalid/', fails_in_a_row: 2 } })
  const jobs = []
  for (let nth = 0; nth < 4; nth++) {
    aheadMs += 10
    const asked = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
    jobs.push({ id: asked.result_id, due: new Date(Date.now() + aheadMs).toISOString() })
  }
  await agent.report(...jobs.map((job, nth) => reportOf(job, nth === 1 ? {} : failed)))
  expect((await feedOf(id)).results.map(({ kind, times }) => [kind, times])).toEqual([
    ['alert', 2],
    ['recovery', 1],
    ['alert', 1],
  ])
})

test('an alert that no longer covers a monitor keeps no outage open, and reminds nobody', async () => {
  const call = { meta: { name: 'Untagged', tags: ['left'] }, request: { url: 'http://example.com/' } }
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', call)
  const policy = { remind_minutes: 5 }
  const tagged = await webhook(id, { name: 'Tagged', monitor_id: null, include_tags: ['left'], policy })
  await webhook(id, { name: 'Stays' })
  await run(id, failed)
  await running.api.post(`/api/2/calls/${id}/`, { ...call, meta: { name: 'Untagged', tags: [] } })
  await run(id)
  const kinds = async () => (await feedOf(id)).results.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['recovery', 'alert'])
  aheadMs += 10 * 60_000
  const { services } = running.server
  await tickAlerts({ ...services, now: Date.now() + aheadMs, announce: () => {} })
  expect((await running.api.get<{ data: unknown[] }>(`/api/3/webhooks/${tagged}/deliveries`)).data.length).toBe(1)
  await run(id, failed)
  await run(id)
  expect(await kinds()).toEqual(['recovery', 'alert', 'recovery', 'alert'])
})

test('an end that a snooze held back is not told twice where another alert told it', async () => {
  const id = await monitor('Held back')
  const snoozed = await webhook(id, { alerts: ['FAIL', 'PASS'] })
  await webhook(id, { alerts: ['FAIL', 'PASS'] })
  await run(id, failed)
  await running.api.post(`/api/2/webhooks/snooze/${snoozed}`, { minutes: 30 })
  await run(id)
  await running.api.post(`/api/2/webhooks/snooze/${snoozed}`, { minutes: 0 })
  expect((await feedOf(id)).results.map(({ kind }) => kind)).toEqual(['recovery', 'alert'])
})

test('read marks are per person, one by one or all at once, and can be reverted', async () => {
  const { db } = running.server.services.database
  const { key } = await db.selectFrom('project').select('key').orderBy('key').executeTakeFirstOrThrow()
  const { id: projectId } = await db.selectFrom('project').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  const account = await addAccount(running, 'reader@example.com')
  await grant(running, account, key, 'VIEWER')
  const reader = (await signIn(running.server, account.email, PASSWORD)).api(projectId)
  // What was told before somebody came is nothing to catch up with.
  expect((await reader.get<Feed>('/api/2/notifications/')).meta.unread).toBe(0)

  const id = await monitor('Read')
  await webhook(id)
  await run(id, failed)
  await run(id)
  await run(id, failed)
  const unreadOf = async (api: Api) => (await feedOf(id, api)).results.map(({ read }) => !read)
  expect(await unreadOf(reader)).toEqual([true, true, true])
  const { results } = await feedOf(id, reader)
  const marked = (body: object) => reader.post<{ unread: number }>('/api/3/notifications/mark', body)
  expect(await marked({ ids: [results[1]?.id] })).toEqual({ unread: 2 })
  expect(await unreadOf(reader)).toEqual([true, false, true])
  expect((await reader.get<Feed>(`/api/2/notifications/?unread=true&call_id=${id}`)).results.length).toBe(2)
  expect((await reader.get<Feed>(`/api/2/notifications/?unread=false&call_id=${id}`)).results.length).toBe(1)
  expect(await marked({})).toEqual({ unread: 0 })
  expect(await marked({ ids: [results[2]?.id], read: false })).toEqual({ unread: 1 })
  expect(await unreadOf(reader)).toEqual([false, false, true])
  expect((await reader.get<Feed>('/api/2/notifications/?unread=true')).results.map((one) => one.id)).toEqual([
    results[2]?.id,
  ])
  expect(await unreadOf(running.api)).toEqual([true, true, true])
  // Read one by one from the oldest, nothing is left noted but the mark itself.
  await marked({ ids: results.map((one) => one.id) })
  const noted = await db.selectFrom('notification_read').selectAll().where('reader', '=', account.id).execute()
  expect(noted).toEqual([])
})

test('pages follow each other without gaps, and can be filtered by kind', async () => {
  const all: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Feed = await running.api.get(`/api/2/notifications/?limit=2${cursor && `&cursor=${cursor}`}`)
    all.push(...page.results.map(({ id }) => id))
    cursor = page.meta.next_cursor
  }
  expect(all).toEqual((await running.api.get<Feed>('/api/2/notifications/?limit=100')).results.map(({ id }) => id))
  const recoveries = await running.api.get<Feed>('/api/2/notifications/?kind=recovery')
  expect(new Set(recoveries.results.map(({ kind }) => kind))).toEqual(new Set(['recovery']))
  expect((await running.api.call('GET', '/api/2/notifications/?cursor=%21')).status).toBe(422)
})

test('notifications of one monitor are filtered by their last occurrence', async () => {
  const id = await monitor('Since')
  await webhook(id)
  await run(id, failed)
  aheadMs += 60_000
  const since = new Date(Date.now() + aheadMs).toISOString()
  const of = (query: string) => running.api.get<Feed>(`/api/2/notifications/call/${id}/${query}`)
  expect((await of(`?since=${since}`)).results).toEqual([])
  await run(id, failed)
  expect((await of(`?since=${since}`)).results.map(({ times }) => times)).toEqual([2])
  expect((await running.api.call('GET', `/api/2/notifications/call/${id}/?since=yesterday`)).status).toBe(422)
})

test('live streams report new and read notifications', async () => {
  const id = await monitor('Live')
  await webhook(id)
  const stream = await openLiveStream(running.api)
  const heard = (text: string) => text.split('event: notification').length - 1
  await run(id, failed)
  await stream.until((text) => heard(text) === 1)
  await running.api.post('/api/3/notifications/mark', {})
  await stream.until((text) => heard(text) === 2)
  stream.close()
})

test('a receiver that is unreachable for long is reported once until it recovers, and so are deliveries given up', async () => {
  const { database } = running.server.services
  const id = await monitor('Unreached')
  const hook = await webhook(id)
  await run(id, failed)
  const of = async () =>
    (await running.api.get<Feed>('/api/2/notifications/?kind=delivery_error&limit=100')).results.filter(
      ({ webhook_id }) => webhook_id === hook,
    )
  const now = () => Date.now() + aheadMs
  const look = () => notifyDeliveryErrors({ database, now: now(), announce: () => {} })
  const row = await database.db
    .selectFrom('delivery')
    .select(['key', 'created'])
    .orderBy('key', 'desc')
    .executeTakeFirstOrThrow()
  const put = (change: object) => database.db.updateTable('delivery').set(change).where('key', '=', row.key).execute()
  const far = now() + 10 ** 9
  await put({ state: 0, last_try: now(), next_try: far, error: 'The receiver answered 500.', created: now() - 60_000 })
  await look()
  expect(await of()).toEqual([])
  await put({ created: now() - 3_600_000 })
  await look()
  await look()
  expect(await of()).toEqual([
    expect.objectContaining({ times: 1, title: expect.stringContaining('cannot be delivered') }),
  ])
  await put({ state: 2, next_try: null })
  await look()
  await look()
  const [given, ...others] = await of()
  expect(others).toEqual([])
  expect(given).toMatchObject({ times: 2, text: expect.stringContaining('will not be retried') })
  // A message gets through: the next trouble is another.
  await put({ state: 1, last_try: now() + 5 })
  await look()
  await put({ state: 2, told: false })
  await look()
  expect((await of()).length).toBe(2)
})

test('notifications are deleted after 90 days', async () => {
  const { db } = running.server.services.database
  expect(await deleteOldNotifications(db, Date.now() + aheadMs)).toBe(false)
  expect((await running.api.get<Feed>('/api/2/notifications/')).results.length).toBeGreaterThan(0)
  await deleteOldNotifications(db, Date.now() + aheadMs + 91 * 86_400_000)
  expect(await running.api.get('/api/2/notifications/')).toEqual({
    meta: { more: false, next_cursor: null, unread: 0 },
    results: [],
  })
})
