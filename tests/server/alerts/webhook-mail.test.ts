import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, type HandAgent, joinAgent, type Report, runOnce } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { type Mailbox, openMailbox, type Received } from '../../support/mailbox.ts'
import { confirmRecipients } from '../../support/recipients.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let mailbox: Mailbox
/** Offset of the server's clock from the machine's. */
const aheadMs = 0
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    env: { SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'Sonde <sonde@example.org>' },
    clock: () => Date.now() + aheadMs,
  })
  agent = await joinAgent(running.api, running.server.joinToken)
  await confirmRecipients(running, 'ops@example.com', 'a@example.com', 'b@example.com')
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
})

const newMonitor = (name: string) =>
  running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name, tags: ['shop'] },
    request: { url: 'http://example.com/' },
  })
const newMail = (monitor_id: string, parameters: object, web_hook_type = 'email') =>
  running.api.post<{ id: string }>('/api/3/webhooks/', {
    name: `Mail of ${monitor_id}`,
    web_hook_type,
    monitor_id,
    parameters: { email_address: 'ops@example.com', ...parameters },
  })
/** Runs a monitor once and reports the outcome. */
const run = (id: string, change: Partial<Report> = {}) => runOnce(running.api, agent, id, { change })
const received = async (many: number): Promise<Received[]> => {
  await eventually(async () => mailbox.received.length >= many, { what: `${many} mails` })
  return mailbox.received.splice(0)
}
const subjectOf = ({ text }: Received) => /^Subject: (.*)$/m.exec(text)?.[1]
const headerOf = ({ text }: Received, name: string) =>
  new RegExp(`^${name}:((?:.*\\r?\\n[ \\t])*.*)$`, 'm')
    .exec(text)?.[1]
    ?.replace(/\r?\n[ \t]/g, '')
    .trim()

test('an incident is one mail and its end another; both explain what happened, why they were sent, and how to unsubscribe', async () => {
  const { id } = await newMonitor('Checkout')
  const { id: hook } = await newMail(id, { fails_in_a_row: 2 })
  for (let nth = 0; nth < 2; nth++) await run(id, failed)
  const told = await run(id, failed)
  const [alert] = await received(1)
  if (!alert) throw new Error('No mail came.')
  expect(alert).toMatchObject({ from: 'sonde@example.org', to: 'ops@example.com' })
  expect(subjectOf(alert)).toBe('[FAIL] Checkout')
  expect(alert.text).toMatch(/text\/plain[\s\S]*text\/html/)
  expect(alert.text).toContain(
    'Checkout failed with a server error (HTTP 500 after 66 ms, from local), 2 times in a row.',
  )
  expect(alert.text).toMatch(/Status: +500 Internal Server Error/)
  expect(alert.text).toContain(`You get this because your address is in the alert “Mail of ${id}” in Sonde.`)
  const passed = await run(id)
  await run(id)
  const [recovery] = await received(1)
  if (!recovery) throw new Error('No recovery came.')
  expect(subjectOf(recovery)).toBe('[RECOVERED] Checkout')
  expect(recovery.text).toMatch(/Was failing: /)
  expect(recovery.text).toContain(`${running.server.url}/tests/result/${passed}`)
  expect(recovery.text).not.toContain(told)
  expect(mailbox.received).toEqual([])
  // The mail server has a mail before its answer is stored.
  const data = await eventually(async () => {
    const deliveries = await running.api.get<{ data: { kind: string; status: string; recipient: string }[] }>(
      `/api/3/webhooks/${hook}/deliveries`,
    )
    return deliveries.data.every(({ status }) => status !== 'sending') && deliveries.data
  })
  expect(data.map(({ kind, status, recipient }) => `${kind} ${status} ${recipient}`)).toEqual([
    'recovery delivered ops@example.com',
    'alert delivered ops@example.com',
  ])
})

test('with repetition every failure is a mail, and the end one more', async () => {
  const { id } = await newMonitor('Repeated')
  await newMail(id, { repeat: true }, 'email_text')
  for (let nth = 0; nth < 3; nth++) await run(id, failed)
  // A recovery withdraws repeats that were not sent yet.
  const failures = await received(3)
  await run(id)
  await run(id)
  const mails = [...failures, ...(await received(1))]
  expect(mails.map(subjectOf)).toEqual([
    '[FAIL] Repeated',
    '[FAIL] Repeated',
    '[FAIL] Repeated',
    '[RECOVERED] Repeated',
  ])
  for (const { text } of mails) expect(text).not.toContain('text/html')
})

test('templates are used as written, and names cannot break out of the subject', async () => {
  const { id } = await newMonitor('A')
  // Stored before names were one line.
  const name = 'A\r\nBcc: evil@example.com'
  await sql`update object set name = ${name}, doc = jsonb_set(doc, '{meta,name}', to_jsonb(${name}::text))
    where id = ${id}`.execute(running.server.services.database.db)
  await newMail(
    id,
    {
      subject_template: '{{ call_meta.name }} is {{ result_class | lower }}',
      text_template:
        '{% if kind == "recovery" %}Well again{% else %}Code {{ http_code }}, {{ call_meta.tags | join("/") }}{% endif %}',
    },
    'email_template',
  )
  await run(id, failed)
  const [mail] = await received(1)
  if (!mail) throw new Error('No mail came.')
  expect(mail.to).toBe('ops@example.com')
  expect(subjectOf(mail)).toBe('A Bcc: evil@example.com is fail')
  expect(headerOf(mail, 'Bcc')).toBeUndefined()
  expect(mail.text).toContain('Code 500, shop')
})

test('each address gets its own mail, and one click unsubscribes it from this webhook', async () => {
  const { id } = await newMonitor('Several')
  const { id: hook } = await newMail(id, { email_address: 'a@example.com, B@example.com', repeat: true })
  await run(id, failed)
  const mails = await received(2)
  expect(mails.map(({ to }) => to).sort()).toEqual(['B@example.com', 'a@example.com'])
  const mine = mails.find(({ to }) => to === 'a@example.com')
  const link = /<(.*)>/.exec((mine && headerOf(mine, 'List-Unsubscribe')) ?? '')?.[1] ?? ''
  expect(mine && headerOf(mine, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const click = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(click.status).toBeLessThan(300)
  await run(id, failed)
  expect((await received(1)).map(({ to }) => to)).toEqual(['B@example.com'])
  await run(id)
  expect((await received(1)).map(({ to }) => to)).toEqual(['B@example.com'])
  const { data } = await running.api.get<{ data: { id: string; unsubscribed: { address: string }[] }[] }>(
    '/api/3/webhooks/',
  )
  expect(data.find((one) => one.id === hook)?.unsubscribed).toMatchObject([{ address: 'a@example.com' }])
})

test('mail is retried while the mail server is down, and the alert is sent before its end', async () => {
  const { id } = await newMonitor('Down')
  const { id: hook } = await newMail(id, {})
  type Listed = { data: { status: string; error: string | null }[] }
  mailbox.refuse(true)
  await run(id, failed)
  const retrying = await eventually(async () => {
    const { data } = await running.api.get<Listed>(`/api/3/webhooks/${hook}/deliveries`)
    return data[0]?.status === 'retrying' && data[0]
  })
  expect(retrying.error).toContain('Try later')
  mailbox.refuse(false)
  await run(id)
  expect((await received(2)).map(subjectOf)).toEqual(['[FAIL] Down', '[RECOVERED] Down'])
})
