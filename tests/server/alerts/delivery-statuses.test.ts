import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailSender } from '../../../src/server/mail/mail-sender.ts'
import { openMailTransport } from '../../../src/server/mail/transport.ts'
import { deliveryStates } from '../../../src/server/store/core/migrations/0019-delivery-states.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../../support/loopback.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { confirmRecipients } from '../../support/recipients.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Delivery = { key: string; kind: string; status: string; tries: number; result_id: string; error: string | null }
type Decision = { outcome: string; text: string; result_id: string; delivery: { status: string } | null }
type Notification = { kind: string; text: string; delivery: { status: string; error: string | null } | null }

let running: TestServer
let agent: HandAgent
let receiver: Loopback
let answer = 503
const arrived: string[] = []
const arrivedFor = (hook: string) => arrived.filter((message) => message.includes(hook))
beforeAll(async () => {
  receiver = await listenOnLoopback((request, response) => {
    if (answer === 204) arrived.push(String(request.headers['webhook-id']))
    response.writeHead(answer).end()
  })
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  await sql`update project set doc = doc || '{"alert_on_manual_runs": true}'`.execute(
    running.server.services.database.db,
  )
  await confirmRecipients(running, 'ops@example.com')
})
afterAll(async () => {
  await running.stop()
  receiver.close()
})

const newMonitor = async (name: string): Promise<string> =>
  (await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } }))
    .id
const run = async (id: string, change = {}): Promise<string> => {
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const job = (await agent.work()).find((one) => one.id === result_id)
  if (!job) throw new Error('The run was not leased.')
  await agent.report(reportOf(job, change))
  return result_id
}
const newHook = async (draft: object): Promise<string> =>
  (await running.api.post<{ id: string }>('/api/3/webhooks/', draft)).id
const deliveriesOf = async (hook: string, query = ''): Promise<Delivery[]> =>
  (await running.api.get<{ data: Delivery[] }>(`/api/3/webhooks/${hook}/deliveries${query}`)).data
const decisionsOf = async (hook: string): Promise<Decision[]> =>
  (await running.api.get<{ data: Decision[] }>(`/api/3/webhooks/${hook}/decisions`)).data
const notificationsOf = async (monitor: string): Promise<Notification[]> =>
  (await running.api.get<{ results: Notification[] }>(`/api/2/notifications/?call_id=${monitor}`)).results
const newestOf = async (hook: string) =>
  (
    await running.api.get<{ data: { id: string; last_delivery: { status: string } | null }[] }>('/api/3/webhooks/')
  ).data.find(({ id }) => id === hook)?.last_delivery
const settled = (hook: string, status: string) =>
  eventually(async () => (await deliveriesOf(hook)).some((each) => each.status === status), {
    what: `a delivery that is ${status}`,
  })

test('without a mail server, mail is told as kept everywhere, and as delivered once the outbox has sent it', async () => {
  const { services } = running.server
  const { db } = services.database
  const id = await newMonitor('Kept')
  const draft = { monitor_id: id, web_hook_type: 'email', parameters: { email_address: 'ops@example.com' } }
  const hook = await newHook(draft)
  const result = await run(id, failed)
  await settled(hook, 'kept')
  expect(await deliveriesOf(hook)).toMatchObject([{ kind: 'alert', status: 'kept', result_id: result }])
  expect(await deliveriesOf(hook, '?status=kept')).toHaveLength(1)
  expect(await deliveriesOf(hook, '?status=delivered')).toHaveLength(0)
  expect(await newestOf(hook)).toMatchObject({ status: 'kept' })
  expect(await decisionsOf(hook)).toMatchObject([{ outcome: 'fired', delivery: { status: 'kept' } }])
  expect(await notificationsOf(id)).toMatchObject([{ kind: 'alert', delivery: { status: 'kept' } }])
  const trial = await running.api.post<{ status: string; detail: string }>(`/api/3/webhooks/${hook}/test`, {})
  expect(trial).toMatchObject({ status: 'kept', detail: expect.stringContaining('SONDE_SMTP_URL') })

  // An earlier version stored it as delivered, and knew nothing of the mail.
  await sql`alter table mail drop column delivery_message_id`.execute(db)
  await sql`update delivery set state = 1 where state = 3`.execute(db)
  await sql.raw(deliveryStates).execute(db)
  expect(await newestOf(hook)).toMatchObject({ status: 'kept' })

  // A mail server is set, and a site admin sends the mail from the outbox.
  const mailbox = await openMailbox()
  const { database, sealing } = services
  const common = { database, sealing, clock: Date.now, log: () => undefined }
  const transport = openMailTransport({ ...common, mail: { smtpUrl: mailbox.url, from: 'sonde@example.org' } })
  const sender = openMailSender({ ...common, url: 'http://localhost', transport })
  await sql`update mail set state = 0, next_try = 0 where delivery_message_id is not null`.execute(db)
  await eventually(async () => {
    await sender.sendDue()
    return mailbox.received.length > 0
  })
  expect(await newestOf(hook)).toMatchObject({ status: 'delivered' })
  transport.close()
  await mailbox.close()
})

test('a receiver that answers 503 is not told as told', async () => {
  answer = 503
  const id = await newMonitor('Refused')
  const hook = await newHook({ monitor_id: id, alerts: ['FAIL', 'PASS'], parameters: { url: receiver.url } })
  await run(id, failed)
  await settled(hook, 'retrying')
  const [notification] = await notificationsOf(id)
  expect(notification).toMatchObject({ delivery: { status: 'retrying', error: expect.stringContaining('503') } })
  expect(notification?.text).not.toMatch(/was (sent|told)/)
  await run(id)
  const [recovery] = await decisionsOf(hook)
  expect(recovery?.outcome).toBe('recovered')
  expect(recovery?.text).not.toContain('sent')
})

test('a recovery withdraws the repeats that were not sent, and the explanation of each says so', async () => {
  answer = 503
  const id = await newMonitor('Repeated')
  const hook = await newHook({
    monitor_id: id,
    alerts: ['FAIL', 'PASS'],
    parameters: { url: receiver.url, repeat: true },
  })
  const first = await run(id, failed)
  await settled(hook, 'retrying')
  const repeats = [await run(id, failed), await run(id, failed), await run(id, failed)]
  const passed = await run(id)
  answer = 204
  arrived.length = 0
  expect(
    (await deliveriesOf(hook))
      .filter(({ status }) => status === 'withdrawn')
      .map(({ result_id }) => result_id)
      .reverse(),
  ).toEqual(repeats)
  // What is left is tried again with the recovery, in order.
  const { db } = running.server.services.database
  await eventually(async () => {
    await sql`update delivery set next_try = 0 where state = 0`.execute(db)
    return arrivedFor(hook).length === 2
  })
  expect(arrivedFor(hook)).toEqual([`msg_${hook}_${first}_notify`, `msg_${hook}_${passed}_recover`])
  // The receiver has a message before its answer is stored.
  await eventually(async () => (await newestOf(hook))?.status === 'delivered')
  const told = (await decisionsOf(hook)).map(({ outcome, delivery }) => `${outcome} ${delivery?.status}`)
  expect(told.slice(0, 4)).toEqual(['recovered delivered', ...Array(3).fill('repeated withdrawn')])

  // A message that was withdrawn can still be sent by hand.
  const [withdrawn] = await deliveriesOf(hook, '?status=withdrawn')
  await running.api.post(`/api/3/webhooks/${hook}/deliveries/${withdrawn?.key}/retry`)
  await eventually(async () => arrivedFor(hook).length === 3)
})

test('a repeat is not withdrawn while the first message of its incident was given up', async () => {
  answer = 503
  const { db } = running.server.services.database
  const id = await newMonitor('Given up')
  const hook = await newHook({
    monitor_id: id,
    alerts: ['FAIL', 'PASS'],
    parameters: { url: receiver.url, repeat: true },
  })
  await run(id, failed)
  await settled(hook, 'retrying')
  await sql`update delivery set state = 2, next_try = null where webhook_key = (select key from object where id = ${hook})`.execute(
    db,
  )
  const second = await run(id, failed)
  await run(id, failed)
  await run(id)
  const left = (await deliveriesOf(hook)).filter(({ status }) => status !== 'withdrawn' && status !== 'failed')
  expect(left.map(({ kind }) => kind)).toEqual(['recovery', 'alert'])
  expect(left[1]?.result_id).toBe(second)
})
