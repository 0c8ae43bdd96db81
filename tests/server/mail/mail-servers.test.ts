import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyDeliveryErrors } from '../../../src/server/alerts/delivery-errors.ts'
import { writeNoticeMail } from '../../../src/server/digests/notice-mail.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Two servers on one database, and a real mail server that knows no address with `gone` in it. */
let mailServer: MailServer
let first: TestServer
let second: TestServer
const env = () => ({
  SONDE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  SONDE_MAIL_FROM: 'Sonde <sonde@example.org>',
  SONDE_SECRET_KEY: 'a key that both of the servers have',
})
beforeAll(async () => {
  mailServer = await openMailServer({
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (address.includes('gone')) done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }))
      else done()
    },
  })
  first = await startServer({ env: env() })
  second = await startServer({ env: { ...env(), DATABASE_URL: first.databaseUrl } })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await mailServer.close()
})

const db = () => first.server.services.database.db
const writeOn = async ({ server: { services } }: TestServer) => {
  await notifyDeliveryErrors({ database: services.database, now: Date.now(), announce: () => {} })
  await writeNoticeMail(services)
  services.wakeMail()
}
const sent = async (kind: string) =>
  db().selectFrom('mail').select(['recipient', 'state']).where('kind', '=', kind).execute()

test('owners get one mail by SMTP about an alert that was given up, with two servers and after a restart', async () => {
  const { id } = await first.api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Ops',
    parameters: { url: 'https://example.com/' },
  })
  const { key, project_key } = await db()
    .selectFrom('object')
    .select(['key', 'project_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const now = Date.now()
  await db()
    .insertInto('delivery')
    .values({
      message_id: 'given up',
      project_key,
      webhook_key: key,
      target_key: key,
      kind: 'alert',
      payload: '{}',
      created: now - 26 * 3_600_000,
      next_try: null,
      claimed_until: null,
      last_try: now,
      http_code: 500,
      error: 'The receiver answered 500.',
      state: 2,
    })
    .execute()
  await Promise.all([writeOn(first), writeOn(second)])
  await eventually(async () => mailServer.bodies.length > 0, { what: 'the mail' })
  const third = await startServer({ env: { ...env(), DATABASE_URL: first.databaseUrl } })
  await Promise.all([writeOn(first), writeOn(third)])
  await third.stop()
  await eventually(async () => (await sent('notice-undelivered')).every(({ state }) => state === 1), { what: 'sent' })
  expect(await sent('notice-undelivered')).toEqual([{ recipient: 'ada@example.com', state: 1 }])
  const about = mailServer.bodies.filter((body) => body.includes('Ops'))
  expect(about).toHaveLength(1)
  expect(about[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('an address that the mail server refused for good is said to its owner, and to who asks', async () => {
  const project = await db().selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  const gone = await addAccount(first, 'gone@example.com')
  await grant(first, gone, project.key, 'VIEWER')
  const api = (await signIn(first.server, gone.email, PASSWORD)).api()
  await api.post('/api/2/project-subscriptions/trigger', { option: 'daily', project_id: project.id })
  const refused = { reason: expect.stringContaining('No such mailbox here'), since: expect.any(String) }
  await eventually(async () => (await sent('digest-daily'))[0]?.state === 2, { what: 'the refusal' })
  expect(await api.get('/api/2/subscriptions/')).toMatchObject({ meta: { undeliverable: refused } })
  expect(
    await api.post('/api/2/subscriptions/undeliverable', { emails: ['Gone@example.com', 'ada@example.com'] }),
  ).toEqual({ results: [{ email: 'gone@example.com', ...refused }] })
})
