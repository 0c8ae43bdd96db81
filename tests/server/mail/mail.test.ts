import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailSender } from '../../../src/server/mail/mail-sender.ts'
import { queueMail } from '../../../src/server/mail/outbox.ts'
import { renderMail } from '../../../src/server/mail/template.ts'
import { openMailTransport } from '../../../src/server/mail/transport.ts'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer()
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
})

type Listed = { id: string; to: string; kind: string; status: string; subject: string | null; tries: number }
const admin = async () => (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
const outbox = async () => (await admin()).get<{ results: Listed[] }>('/api/2/admin/outbox/')

test('without a mail server, mail is kept for site admins only', async () => {
  const person = await addAccount(running, 'bob@example.com')
  await running.api.as('').post('/api/2/account/reset_password', { email: person.email })
  const kept = await eventually(async () => (await outbox()).results.find(({ status }) => status === 'kept'))
  expect(kept).toMatchObject({ to: 'bob@example.com', kind: 'password-reset', subject: 'Choose a new password' })
  const read = await (await admin()).get<{ text: string }>(`/api/2/admin/outbox/${kept.id}`)
  const link = /password-reset\/(\w+)\/(\w+)/.exec(read.text) ?? []
  const token = link[2] ?? ''
  expect(token).toHaveLength(32)
  const { rows } = await running.server.services.database.db
    .selectFrom('mail')
    .selectAll()
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  expect(rows).not.toContain(token)
  const bob = await signIn(running.server, person.email, PASSWORD)
  expect((await bob.api().call('GET', '/api/2/admin/outbox/')).status).toBe(403)
  const reset = await running.api
    .as('')
    .call('POST', `/api/2/account/reset_password/${person.id}`, { token, password: 'quite another one' })
  expect(reset.status).toBe(204)
})

test('nobody gets more than three mails of a kind per hour', async () => {
  const { db } = running.server.services.database
  await addAccount(running, 'flooded@example.com')
  for (let n = 0; n < 6; n++) await queueMail(db, { kind: 'password-reset', to: 'Flooded@example.com', now: n })
  const sent = await db.selectFrom('mail').select('id').where('recipient', '=', 'flooded@example.com').execute()
  expect(sent).toHaveLength(3)
})

test('mail is retried with growing waits while the server is down, and arrives once', async () => {
  const { database } = running.server.services
  const { db } = database
  await db.deleteFrom('mail').execute()
  const person = await addAccount(running, 'carol@example.com')
  let nowMs = Date.now() + 3_600_000
  // The running server keeps what is due by its own clock; this mail is due an hour later, for these two.
  const options = {
    database,
    sealing: createSecretCipher('another key, for the mail of this test alone'),
    clock: () => nowMs,
    url: 'http://localhost:1',
    log: () => {},
  }
  const transport = openMailTransport({
    ...options,
    mail: { smtpUrl: mailbox.url, from: 'Sonde <sonde@example.org>' },
  })
  const [one, two] = [openMailSender({ ...options, transport }), openMailSender({ ...options, transport })]
  await queueMail(db, { kind: 'verify-address', to: person.email, now: nowMs })
  mailbox.refuse(true)
  await Promise.all([one.sendDue(), two.sendDue()])
  const waiting = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(waiting).toMatchObject({ state: 0, tries: 1, error: expect.stringContaining('Try later'), letter: null })
  expect(waiting.next_try).toBe(nowMs + 15_000)
  mailbox.refuse(false)
  await one.sendDue()
  expect(mailbox.received).toEqual([])
  nowMs += 15_000
  await Promise.all([one.sendDue(), two.sendDue()])
  expect(mailbox.received).toHaveLength(1)
  expect(mailbox.received[0]).toMatchObject({ from: 'sonde@example.org', to: person.email })
  expect(mailbox.received[0]?.text).toMatch(/text\/plain[\s\S]*text\/html/)
  expect(await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()).toMatchObject({ state: 1, letter: null })
  transport.close()
})

test('names are escaped in mail', () => {
  const letter = renderMail({
    subject: '<b>',
    paragraphs: ['<script>alert(1)</script>'],
    link: { words: '"x"', address: 'http://localhost/"onclick="' },
    because: '&',
  })
  expect(letter.html).not.toMatch(/<script|<b>|"onclick/)
  expect(letter.text).toContain('<script>alert(1)</script>')
})
