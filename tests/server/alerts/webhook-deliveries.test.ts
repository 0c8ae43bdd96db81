import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OFFERED_TYPE_IDS, WEBHOOK_TYPES } from '../../../src/domain/alerts/webhook-types.ts'
import { failed, type HandAgent, type Job, joinAgent, type Report, reportOf, runOnce } from '../../support/agent.ts'
import { openKeeper, providersAt } from '../../support/delivering.ts'
import { eventually } from '../../support/eventually.ts'
import { openLiveStream } from '../../support/live-stream.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { confirmRecipients } from '../../support/recipients.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { rightParameters } from '../../support/webhook-parameters.ts'
import { newWorkflow } from '../../support/workflows.ts'

type Trial = { status: string; http_code: number | null; duration: number; error: string | null; detail: string }
type Delivery = {
  key: string
  status: string
  kind: string
  tries: number
  http_code: number | null
  result_id: string
}
type Hook = { id: string; parameters: Record<string, string> }

let running: TestServer
let agent: HandAgent
let mailbox: Mailbox
let keeper: Awaited<ReturnType<typeof openKeeper>>
/** Offset of the server's clock from the machine's. */
let aheadMs = 0
const monitorIds: string[] = []
let workflow = ''
beforeAll(async () => {
  keeper = await openKeeper()
  mailbox = await openMailbox()
  running = await startServer({
    env: {
      SONDE_ALLOW_PRIVATE: new URL(keeper.url).host,
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'Sonde <s@example.org>',
    },
    clock: () => Date.now() + aheadMs,
    providers: providersAt(keeper.url),
  })
  agent = await joinAgent(running.api, running.server.joinToken)
  await confirmRecipients(running, 'ops@example.com')
  for (const name of ['Tried', 'Told of']) monitorIds.push((await newMonitor(name)).id)
  workflow = await newWorkflow(running.api, monitorIds)
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
  keeper.close()
})

const newMonitor = (name: string) =>
  running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })
const run = (id: string, change: Partial<Report> = {}) => runOnce(running.api, agent, id, { change })
/** Tests are counted; after this time the newest no longer counts. */
const later = () => {
  aheadMs += 30_000
}
const tryDraft = async (body: object) => {
  later()
  return running.api.call('POST', '/api/3/webhooks/test', body)
}
const deliveriesOf = async (hook: string, query = '') =>
  (await running.api.get<{ data: Delivery[] }>(`/api/3/webhooks/${hook}/deliveries${query}`)).data

/** Everything that the server showed about this test's webhooks, to be searched for secrets. */
const shown: unknown[] = []
const hooks: Hook[] = []

// A token is refreshed at its provider: see the tests of tokens.
const SENT = OFFERED_TYPE_IDS.filter((id) => id !== 'refresh_token')

test.each(SENT)('%s can be tried before it is stored and after, and is read back without its secrets', async (id) => {
  const [tried, failing] = monitorIds
  const parameters = rightParameters(id, { url: keeper.url, monitorId: tried, workflowId: workflow })
  // Several types reach the same receiver, which would hear of the outage once.
  const policy = { merge: false }
  const draft = { name: `One of ${id}`, web_hook_type: id, monitor_id: failing, alerts: ['FAIL'], parameters, policy }
  const trial = await tryDraft(draft)
  expect(trial).toMatchObject({ status: 200, body: { status: 'delivered', error: null } })
  const created = await running.api.post<Hook>('/api/3/webhooks/', draft)
  hooks.push(created)
  // The signing secret is shown here, once.
  const { secret: _, ...others } = created.parameters
  for (const { name, isSecret } of WEBHOOK_TYPES[id].parameters)
    if (isSecret && name !== 'secret') expect(created.parameters[name]).toBe('••••••')
  // What was read can be sent back as it is, and tried with its masks.
  const updated = await running.api.put(`/api/3/webhooks/${created.id}`, { name: 'Renamed', parameters: others })
  later()
  const again = await running.api.post<Trial>(`/api/3/webhooks/${created.id}/test`, { parameters: others })
  expect(again).toMatchObject({ status: 'delivered', error: null })
  shown.push(trial, others, updated, again)
})

test('every type delivers, and no secret is in a row, message, event, audit entry, outbox or log', async () => {
  const stream = await openLiveStream(running.api)
  await agent.work(100, 0)
  await run(monitorIds[1] ?? '', failed)
  for (const { id } of hooks) {
    const [delivery] = await eventually(async () => {
      const found = await deliveriesOf(id)
      return found[0]?.status === 'delivered' && found
    })
    const read = await running.api.get<{ content: string; request: { url: string } | null }>(
      `/api/3/webhooks/${id}/deliveries/${delivery?.key}`,
    )
    expect(read.content.length).toBeGreaterThan(10)
    shown.push(delivery, read)
  }
  await stream.until((text) => text.includes('"type":"delivery"'))
  stream.close()
  const { db } = running.server.services.database
  shown.push(await running.api.get('/api/3/webhooks/'), stream.text, running.log)
  for (const table of ['audit', 'delivery', 'object', 'mail', 'event', 'notification'] as const)
    shown.push(await db.selectFrom(table).selectAll().execute())
  const text = JSON.stringify(shown)
  expect(text.match(/CANARY[\w-]*/g)).toBe(null)
  expect(text).not.toContain(rightParameters('webhook').secret)
  for (const { id } of hooks) await running.api.call('DELETE', `/api/3/webhooks/${id}`)
  keeper.arrived.length = 0
})

test.each([
  ['nobody listens', { url: 'http://127.0.0.1:1/' }, 'is not a public address'],
  ['the name is not known', { url: 'http://no-such-name.invalid/' }, 'no-such-name.invalid'],
])('a test reports the problem: %s', async (_, parameters, sentence) => {
  const { body } = await tryDraft({ parameters })
  const trial = body as Trial
  expect(trial).toMatchObject({ status: 'failed', http_code: null, detail: 'It did not arrive.' })
  expect(trial.error).toContain(sentence)
})

test('an invalid draft is refused with its field, and not sent', async () => {
  const before = keeper.arrived.length
  const wrong = await tryDraft({ web_hook_type: 'slack', parameters: {} })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('parameters.url must be')])
  const elsewhere = await tryDraft({ web_hook_type: 'run_call', parameters: { call_id: 'nowhere' } })
  expect([elsewhere.status, JSON.stringify(elsewhere.body)]).toEqual([
    422,
    expect.stringContaining('parameters.call_id'),
  ])
  expect(keeper.arrived.length).toBe(before)
})

test('too many tests are rate-limited', async () => {
  aheadMs += 3_600_000
  const statuses: number[] = []
  for (let nth = 0; nth < 12; nth++)
    statuses.push(
      (await running.api.call('POST', '/api/3/webhooks/test', { parameters: { url: 'http://127.0.0.1:1/' } })).status,
    )
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200))
  expect(statuses.at(-1)).toBe(429)
})

test('a monitor started by an alert raises none itself, and gets the alert’s variables', async () => {
  const { db } = running.server.services.database
  await sql`update project set doc = doc || '{"alert_on_manual_runs": true}'`.execute(db)
  const { id: restart } = await newMonitor('Restart')
  const { id: broken } = await newMonitor('Broken')
  const hook = await running.api.post<Hook>('/api/3/webhooks/', {
    web_hook_type: 'run_call',
    parameters: { call_id: restart },
  })
  const result = await run(broken, failed)
  const isStarted = ({ variables }: Job) => variables.ALERT_RESULT_ID === result
  const job = await eventually(async () => (await agent.work(100, 1)).find(isStarted), { what: 'the started run' })
  expect(job.variables).toMatchObject({ ALERT_KIND: 'alert', ALERT_CALL_NAME: 'Broken', ALERT_RESULT_ID: result })
  await agent.report(reportOf(job, failed))
  const delivered = await eventually(async () => {
    const found = await deliveriesOf(hook.id)
    return found[0]?.status === 'delivered' && found
  })
  expect(delivered).toHaveLength(1)
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('deliveries are listed with their status, and can be sent again, with an audit entry', async () => {
  const { id } = await newMonitor('Listed')
  const hook = await running.api.post<Hook>('/api/3/webhooks/', { monitor_id: id, parameters: { url: keeper.url } })
  await run(id, failed)
  await run(id, failed)
  const listed = await eventually(async () => {
    const found = await deliveriesOf(hook.id)
    return found.length === 2 && found.every(({ status }) => status === 'delivered') && found
  })
  const [newest, oldest] = listed
  expect(newest).toMatchObject({
    kind: 'alert',
    tries: 1,
    http_code: 200,
    monitor: { id, name: 'Listed' },
    error: null,
  })
  expect((await deliveriesOf(hook.id, '?limit=1')).map(({ key }) => key)).toEqual([newest?.key])
  expect((await deliveriesOf(hook.id, `?limit=1&cursor=${newest?.key}`)).map(({ key }) => key)).toEqual([oldest?.key])
  expect(await deliveriesOf(hook.id, '?status=failed')).toEqual([])
  expect(await deliveriesOf(hook.id, `?monitor_id=${id}`)).toHaveLength(2)
  const before = keeper.arrived.splice(0)
  expect(await running.api.post(`/api/3/webhooks/${hook.id}/deliveries/${newest?.key}/retry`)).toMatchObject({
    key: newest?.key,
    status: 'queued',
  })
  await eventually(async () => keeper.arrived.length > 0)
  const sentAgain = keeper.arrived.splice(0)
  expect(before.map(({ headers }) => headers['webhook-id'])).toContain(sentAgain[0]?.headers['webhook-id'])
  const { db } = running.server.services.database
  const entry = await db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'delivery.retry')
    .executeTakeFirstOrThrow()
  expect(entry.resource).toMatchObject({ type: 'webhook', id: hook.id })
  const nowhere = await running.api.call('POST', `/api/3/webhooks/${hook.id}/deliveries/999999999/retry`)
  expect(nowhere.status).toBe(404)
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('changing a webhook’s type removes the old parameters', async () => {
  const hook = await running.api.post<Hook>('/api/3/webhooks/', {
    parameters: { url: keeper.url, username: 'u', password: 'CANARY-old', fails_in_a_row: 4 },
  })
  const changed = await running.api.put<Hook>(`/api/3/webhooks/${hook.id}`, {
    web_hook_type: 'email',
    parameters: { email_address: 'a@example.com' },
  })
  expect(changed.parameters).toEqual({ email_address: 'a@example.com', repeat: false, fails_in_a_row: '4' })
  const back = await running.api.put<Hook>(`/api/3/webhooks/${hook.id}`, {
    web_hook_type: 'webhook',
    parameters: { url: keeper.url },
  })
  expect(back.parameters).toMatchObject({ username: null, password: null, secret: expect.stringMatching(/^whsec_/) })
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

test('a snooze lasts at most 7 days, ends in the future, and is audited', async () => {
  const hook = await running.api.post<Hook>('/api/3/webhooks/', { parameters: { url: keeper.url } })
  const until = (ms: number) => ({ until: new Date(Date.now() + aheadMs + ms).toISOString() })
  const snooze = (body: object) => running.api.call('POST', `/api/2/webhooks/snooze/${hook.id}`, body)
  const asked = until(90 * 60_000)
  expect(await snooze(asked)).toMatchObject({ status: 200, body: { snoozed_until: asked.until } })
  expect((await snooze(until(7 * 86_400_000 + 60_000))).status).toBe(422)
  for (const past of [-1, -86_400_000])
    expect(await snooze(until(past))).toMatchObject({
      status: 422,
      body: { fields: [{ loc: ['until'], msg: 'until must be in the future; to end a snooze, set minutes to 0.' }] },
    })
  expect((await snooze({ minutes: 0 })).body).toMatchObject({ snoozed_until: null })
  expect((await snooze({})).status).toBe(400)
  expect(await snooze({ ...asked, minutes: 30 })).toMatchObject({
    status: 422,
    body: { fields: [{ loc: ['until'], msg: 'until cannot be combined with minutes: send only one of them.' }] },
  })
  const { db } = running.server.services.database
  const entries = await db.selectFrom('audit').select('changes').where('action', '=', 'webhook.snooze').execute()
  expect(entries).toHaveLength(2)
  await running.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})
