import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let mailbox: Mailbox
let lateMs = 0
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    clock: () => Date.now() + lateMs,
    env: { SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'Sonde <sonde@example.org>' },
  })
})
afterAll(async () => {
  await running?.stop()
  await mailbox?.close()
})

const PATH = '/api/2/account/address'
const person = async (email: string) => {
  await addAccount(running, email)
  return (await signIn(running.server, email, PASSWORD)).api()
}
const mailTo = (address: string, subject: string) =>
  eventually(async () =>
    mailbox.received.find(({ to, text }) => to === address && text.includes(`Subject: ${subject}`)),
  )
/** The parts of the link in the newest mail to an address. */
const linkTo = async (address: string) => {
  await mailTo(address, 'Confirm your new email address')
  const mail = mailbox.received.filter(({ to }) => to === address).at(-1)
  const [, id = '', email = '', token = ''] = /change-email\/(\w+)\/([^/]+)\/(\w+)/.exec(mail?.text ?? '') ?? []
  return { id, body: { email: decodeURIComponent(email), token } }
}
const anybody = () => running.api.as('')
const follow = ({ id, body }: { id: string; body: object }) => anybody().call('POST', `${PATH}/${id}`, body)

test('the link in the mail to the new address changes it, once; the old one hears of it', async () => {
  const api = await person('old@example.com')
  expect(await api.post(PATH, { email: 'New+1@example.com', password: PASSWORD })).toEqual({
    asked: true,
    mail_leaves: true,
  })
  await mailTo('old@example.com', 'Your email address is about to change')
  const link = await linkTo('new+1@example.com')
  expect(link.body.email).toBe('New+1@example.com')
  expect((await follow({ ...link, body: { ...link.body, email: 'else@example.com' } })).status).toBe(410)
  expect(await follow(link)).toMatchObject({ status: 200, body: { email: 'New+1@example.com' } })
  expect((await follow(link)).status).toBe(410)
  expect(await api.get('/api/2/account/')).toMatchObject({ email: 'New+1@example.com', email_verified: true })
  await mailTo('old@example.com', 'Your email address was changed')
  await signIn(running.server, 'new+1@example.com', PASSWORD)
  await expect(signIn(running.server, 'old@example.com', PASSWORD)).rejects.toThrow('401')
})

test('it takes the current password, and another address', async () => {
  const api = await person('careful@example.com')
  const refused = async (body: object) => (await api.call('POST', PATH, body)).body
  expect(await refused({ email: 'x@example.com' })).toMatchObject({ fields: [{ loc: ['password'] }] })
  expect(await refused({ email: 'x@example.com', password: 'wrong' })).toMatchObject({
    fields: [{ loc: ['password'] }],
  })
  expect(await refused({ email: 'careful@example.com', password: PASSWORD })).toMatchObject({
    fields: [{ loc: ['email'] }],
  })
  expect(await refused({ email: 'no address', password: PASSWORD })).toMatchObject({ fields: [{ loc: ['email'] }] })
})

test('whether the new address has an account is said to its owner alone', async () => {
  await addAccount(running, 'taken@example.com')
  const api = await person('asks@example.com')
  const free = await api.call('POST', PATH, { email: 'free@example.com', password: PASSWORD })
  const taken = await api.call('POST', PATH, { email: 'taken@example.com', password: PASSWORD })
  expect(taken).toMatchObject({ status: free.status, body: free.body as object })
  const answer = await follow(await linkTo('taken@example.com'))
  expect(answer).toMatchObject({ status: 409, body: { error_msg: expect.stringMatching(/Another account uses/) } })
  expect(await api.get('/api/2/account/')).toMatchObject({ email: 'asks@example.com' })
})

test('a link works for 24 hours, and only until another one is asked for or the password is reset', async () => {
  const api = await person('slow@example.com')
  const ask = (email: string) => api.post(PATH, { email, password: PASSWORD })
  await ask('slow1@example.com')
  const first = await linkTo('slow1@example.com')
  await ask('slow2@example.com')
  expect((await follow(first)).status).toBe(410)
  const second = await linkTo('slow2@example.com')
  lateMs += 24 * 3_600_000
  expect((await follow(second)).status).toBe(410)
  lateMs -= 24 * 3_600_000
  await api.post('/api/2/account/password', { password: PASSWORD, new_password: 'quite another one' })
  expect((await follow(second)).status).toBe(410)
})
