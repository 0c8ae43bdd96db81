import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readMailHealth } from '../../../src/server/mail/health.ts'
import { openMailSender } from '../../../src/server/mail/mail-sender.ts'
import { MAIL_STATES, queueWrittenMail } from '../../../src/server/mail/outbox.ts'
import { smtpSettings } from '../../../src/server/mail/smtp-settings.ts'
import { renderMail } from '../../../src/server/mail/template.ts'
import { type MailTransport, openMailTransport } from '../../../src/server/mail/transport.ts'
import { undeliverableOf } from '../../../src/server/mail/undeliverable.ts'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { type MailServer, mailCertificate, openMailServer, openOddMailServer } from '../../support/mail-server.ts'
import { openStore, type TestStore } from '../../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.database.db.deleteFrom('mail').execute()
  await store.database.db.deleteFrom('mail_undeliverable').execute()
})

const tls = mailCertificate()
const sealing = createSecretCipher('the key of these tests, and of nothing else')
const letter = renderMail({ subject: 'News', paragraphs: ['All is well.'], because: 'You asked for it.' })
const outgoing = { to: 'bob@example.com', letter }

let nowMs = 1_000
let log: string[] = []
const transportTo = (smtpUrl: string | null, more: { trusted?: string; waitMs?: number } = {}): MailTransport => {
  log = []
  const transport = openMailTransport({
    database: store.database,
    sealing,
    clock: () => nowMs,
    mail: smtpUrl === null ? null : { smtpUrl, from: 'Sonde <sonde@example.org>' },
    log: (line) => log.push(line),
    ...more,
  })
  onTestFinished(() => transport.close())
  return transport
}
const opened = async (opening: Promise<MailServer>): Promise<MailServer> => {
  const server = await opening
  onTestFinished(() => server.close())
  return server
}
/** An SMTP dialogue that answers each client command as given, or with success. */
const answers =
  (odd: Record<string, string | undefined>) =>
  (line: string): string | undefined => {
    const word = Object.keys(odd).find((each) => line.toUpperCase().startsWith(each))
    if (word !== undefined) return odd[word]
    if (line.startsWith('DATA')) return '354 go on\r\n'
    // Lines of the mail itself want no answer, until the dot that ends it.
    return /^(EHLO|MAIL|RCPT|QUIT|RSET|\.$)/.test(line) ? '250 ok\r\n' : ''
  }

test('plain SMTP: a mail arrives as text and HTML, with its headers and an id that stays the same across attempts', async () => {
  const server = await opened(openMailServer({ disabledCommands: ['STARTTLS'] }))
  const transport = transportTo(`smtp://localhost:${server.port}`)
  const headers = { 'List-Unsubscribe': `<https://sonde.example.org/unsubscribe/${'a'.repeat(200)}>` }
  expect(await transport.send({ ...outgoing, headers, id: 'M1' })).toEqual({ outcome: 'sent' })
  expect(server.bodies[0]).toMatch(/^Message-ID: <M1@example.org>$/im)
  expect(server.bodies[0]).toMatch(/^List-Unsubscribe: <https:\/\/sonde.example.org\/unsubscribe\/a{200}>\r?$/im)
  expect(server.bodies[0]).toMatch(/^Auto-Submitted: auto-generated$/im)
  expect(server.bodies[0]).toMatch(/text\/plain[\s\S]*text\/html/)
  expect(await readMailHealth(store.database.db)).toEqual({ error: null, since: nowMs })
})

test('TLS from the start requires a trusted certificate, and the error says what to do', async () => {
  const server = await opened(openMailServer({ secure: true, cert: tls.cert, key: tls.key }))
  const url = `smtps://localhost:${server.port}`
  expect(await transportTo(url).send(outgoing)).toMatchObject({
    outcome: 'failed',
    fault: 'server',
    isPermanent: false,
    error: expect.stringMatching(
      /^The certificate of the mail server localhost:\d+ is not trusted: .*NODE_EXTRA_CA_CERTS\.$/,
    ),
  })
  expect(await transportTo(url, { trusted: tls.authority }).send(outgoing)).toEqual({ outcome: 'sent' })
  expect(await transportTo(`${url}?tls.rejectUnauthorized=false`).send(outgoing)).toEqual({ outcome: 'sent' })
  const otherName = await transportTo(url.replace('localhost', '127.0.0.1'), { trusted: tls.authority }).send(outgoing)
  expect(otherName).toMatchObject({ outcome: 'failed', error: expect.stringContaining('altnames') })
})

test('STARTTLS is used if offered; if required but not offered, nothing is sent', async () => {
  const isSecure: boolean[] = []
  const offering = await opened(
    openMailServer({
      cert: tls.cert,
      key: tls.key,
      onMailFrom: (_address, session, done) => {
        isSecure.push(session.secure)
        done()
      },
    }),
  )
  const trusted = tls.authority
  expect(await transportTo(`smtp://localhost:${offering.port}`, { trusted }).send(outgoing)).toEqual({
    outcome: 'sent',
  })
  const required = `smtp://localhost:${offering.port}?requireTLS=true`
  expect(await transportTo(required, { trusted }).send(outgoing)).toEqual({ outcome: 'sent' })
  expect(await transportTo(required).send(outgoing)).toMatchObject({ error: expect.stringContaining('not trusted') })
  expect(isSecure).toEqual([true, true])
  const plain = await opened(openMailServer({ disabledCommands: ['STARTTLS'] }))
  expect(await transportTo(`smtp://localhost:${plain.port}?requireTLS=true`).send(outgoing)).toMatchObject({
    outcome: 'failed',
    fault: 'server',
    error: expect.stringContaining('No encrypted connection'),
  })
  expect(plain.bodies).toEqual([])
})

test('the right password sends; a wrong one names the user in the error, but not the password', async () => {
  const server = await opened(
    openMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === 'sonde' && password === 'p@ss/word'
          ? done(null, { user: username })
          : done(new Error('Wrong user or password')),
    }),
  )
  const right = transportTo(`smtp://sonde:${encodeURIComponent('p@ss/word')}@localhost:${server.port}`)
  expect(await right.send(outgoing)).toEqual({ outcome: 'sent' })
  const wrong = transportTo(`smtp://sonde:secret-guess@localhost:${server.port}`)
  expect(await wrong.send(outgoing)).toMatchObject({
    outcome: 'failed',
    isPermanent: false,
    fault: 'server',
    error: expect.stringMatching(/rejected the sign-in of sonde: .*Wrong user or password/),
  })
  expect(JSON.stringify([wrong.settings, log, await readMailHealth(store.database.db)])).not.toContain('secret-guess')
  expect(log).toHaveLength(1)
})

test('an unreachable, silent or disconnecting server is named, and the mail is retried', async () => {
  const gone = await openOddMailServer(answers({}))
  await gone.close()
  expect(await transportTo(`smtp://localhost:${gone.port}`).send(outgoing)).toMatchObject({
    isPermanent: false,
    fault: 'server',
    error: expect.stringContaining('it refused the connection'),
  })
  const silent = await opened(openOddMailServer(answers({}), null))
  expect(await transportTo(`smtp://localhost:${silent.port}`, { waitMs: 50 }).send(outgoing)).toMatchObject({
    error: expect.stringContaining('did not answer in time'),
  })
  const cutting = await opened(openOddMailServer(answers({ SUBJECT: undefined })))
  expect(await transportTo(`smtp://localhost:${cutting.port}`).send(outgoing)).toMatchObject({
    isPermanent: false,
    fault: 'server',
    error: expect.stringContaining('closed the connection'),
  })
  expect(await readMailHealth(store.database.db)).toMatchObject({
    error: expect.stringContaining('closed the connection'),
  })
  expect(await transportTo('smtp://no-such-host.invalid').send(outgoing)).toMatchObject({
    error: expect.stringMatching(/its name (does not resolve|cannot be resolved)/),
  })
})

/** Queues one mail and runs its attempts whenever `nextMs` says it is due. */
const postmanWith = async (transport: MailTransport) => {
  const { db } = store.database
  await queueWrittenMail(db, sealing, { kind: 'digest', to: outgoing.to, letter, now: nowMs })
  const postman = openMailSender({
    database: store.database,
    sealing,
    clock: () => nowMs,
    url: 'http://localhost:1',
    transport,
    log: (line) => log.push(line),
  })
  return {
    async tryOnce() {
      await postman.sendDue()
      const row = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
      if (row.next_try !== null) nowMs = row.next_try
      return row
    },
  }
}

test('a temporarily refused address gets the mail later, once, and the mail server counts as healthy', async () => {
  let rcpts = 0
  const server = await opened(
    openMailServer({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        ++rcpts < 3 ? done(Object.assign(new Error('Greylisted, come back'), { responseCode: 451 })) : done(),
    }),
  )
  const { tryOnce } = await postmanWith(transportTo(`smtp://localhost:${server.port}`))
  const first = await tryOnce()
  expect(first).toMatchObject({ state: MAIL_STATES.waiting, tries: 1, error: expect.stringContaining('Greylisted') })
  expect(await readMailHealth(store.database.db)).toMatchObject({ error: null })
  await tryOnce()
  expect(await tryOnce()).toMatchObject({
    state: MAIL_STATES.sent,
    tries: 3,
    letter: null,
    subject: 'News',
    error: null,
  })
  await tryOnce()
  expect(server.bodies).toHaveLength(1)
})

test('a permanently refused address is not retried, and is undeliverable until mail arrives there', async () => {
  const server = await opened(
    openMailServer({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        isRefusing ? done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 })) : done(),
    }),
  )
  let isRefusing = true
  const transport = transportTo(`smtp://localhost:${server.port}`)
  const { tryOnce } = await postmanWith(transport)
  expect(await tryOnce()).toMatchObject({ state: MAIL_STATES.failed, tries: 1, next_try: null })
  const [known] = await undeliverableOf(store.database.db, ['Bob@example.com', 'ada@example.com'])
  expect(known).toMatchObject({ address: 'bob@example.com', reason: expect.stringContaining('No such mailbox here') })
  isRefusing = false
  await transport.send(outgoing)
  expect(await undeliverableOf(store.database.db, ['bob@example.com'])).toEqual([])
})

test('a mail refused for its content is given up, and its address stays deliverable', async () => {
  const server = await opened(openOddMailServer(answers({ '.': '554 5.7.1 looks like spam\r\n' })))
  const { tryOnce } = await postmanWith(transportTo(`smtp://localhost:${server.port}`))
  expect(await tryOnce()).toMatchObject({
    state: MAIL_STATES.failed,
    error: expect.stringContaining('looks like spam'),
  })
  expect(await undeliverableOf(store.database.db, ['bob@example.com'])).toEqual([])
})

test('a refused sender is a configuration error: all mail waits', async () => {
  const server = await opened(openOddMailServer(answers({ MAIL: '550 not your domain\r\n' })))
  const { tryOnce } = await postmanWith(transportTo(`smtp://localhost:${server.port}`))
  expect(await tryOnce()).toMatchObject({
    state: MAIL_STATES.waiting,
    error: expect.stringContaining('does not accept mail from Sonde <sonde@example.org>'),
  })
})

test('the log reports once that mail fails, and once that it works again', async () => {
  let isDown = true
  const server = await opened(
    openMailServer({
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) =>
        isDown ? done(Object.assign(new Error('Closed for now'), { responseCode: 421 })) : done(),
    }),
  )
  const transport = transportTo(`smtp://localhost:${server.port}`)
  for (let n = 0; n < 3; n++) expect(await transport.send(outgoing)).toMatchObject({ fault: 'server' })
  isDown = false
  for (let n = 0; n < 2; n++) await transport.send(outgoing)
  expect(log).toEqual([expect.stringContaining('Closed for now'), 'mail: the mail server accepts mail again.'])
})

test('all waiting mail is due once the mail server is back', async () => {
  let isDown = true
  const server = await opened(
    openMailServer({
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) =>
        isDown ? done(Object.assign(new Error('Closed for now'), { responseCode: 421 })) : done(),
    }),
  )
  const transport = transportTo(`smtp://localhost:${server.port}`)
  const { tryOnce } = await postmanWith(transport)
  const startedMs = nowMs
  for (let n = 0; n < 4; n++) expect(await tryOnce()).toMatchObject({ state: MAIL_STATES.waiting })
  expect(nowMs).toBeGreaterThan(startedMs + 200_000)
  isDown = false
  nowMs = startedMs + 100_000
  await transport.send(outgoing)
  expect(await tryOnce()).toMatchObject({ state: MAIL_STATES.sent })
})

test('without a mail server, mail is kept in the outbox, encrypted', async () => {
  const transport = transportTo(null)
  expect(await transport.carry({ ...outgoing, kind: 'alert' })).toEqual({ outcome: 'kept' })
  const row = await store.database.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ kind: 'alert', state: MAIL_STATES.kept, subject: 'News', recipient: 'bob@example.com' })
  expect(JSON.stringify(row)).not.toContain('All is well')
})

test('the settings are shown without the password', () => {
  const settings = (smtpUrl: string) => smtpSettings({ smtpUrl, from: 'a@example.org' })
  expect(settings('smtps://u%40x:secret@mail.example.org')).toEqual({
    host: 'mail.example.org',
    port: 465,
    user: 'u@x',
    security: 'tls',
    from: 'a@example.org',
  })
  expect(settings('smtp://mail.example.org')).toMatchObject({ port: 587, user: null, security: 'starttls-if-offered' })
  expect(settings('smtp://mail.example.org:25?ignoreTLS=true')).toMatchObject({ port: 25, security: 'none' })
  expect(settings('smtp://mail.example.org?requireTLS=true')).toMatchObject({ security: 'starttls' })
})
