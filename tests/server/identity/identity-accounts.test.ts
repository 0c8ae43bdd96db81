import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { type Mailbox, openMailbox } from '../../support/mailbox.ts'
import { exchangeTokens, openBrowser, type SignedIn, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { codeIn, home } from '../../support/sources.ts'

let running: TestServer
let mailbox: Mailbox
let lateMs = 0
beforeAll(async () => {
  mailbox = await openMailbox()
  running = await startServer({
    clock: () => Date.now() + lateMs,
    env: { SONDE_REGISTRATION: 'open', SONDE_SMTP_URL: mailbox.url, SONDE_MAIL_FROM: 'Sonde <sonde@example.org>' },
  })
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
})

const mailTo = (address: string, subject: string) =>
  eventually(async () =>
    mailbox.received.find((mail) => mail.to === address && mail.text.includes(`Subject: ${subject}`)),
  )

const post = (path: string, body: object, api = running.api.as('')) => api.call('POST', path, body)
const register = (email: string, password = PASSWORD) =>
  post('/api/2/account/register', { email, password, name: 'Newcomer' })
const meta = async (person: SignedIn) => {
  const { meta, projects } = await person.api().get<{
    meta: Record<string, unknown>
    projects: { project: { id: string; org_id: string | null }; access_level: string }[]
  }>('/api/2/account/projects')
  return { meta, projects }
}

test('a new account gets its own project and a reminder to confirm its address', async () => {
  expect(await register('New@example.com')).toMatchObject({ status: 201, body: { email: 'New@example.com' } })
  const person = await signIn(running.server, 'new@example.com', PASSWORD)
  const begun = await meta(person)
  expect(begun).toMatchObject({
    meta: { verify_needed: true, new_project: true, current_project_id: null, permissions: [], roles: {} },
    projects: [{ access_level: 'OWNER', project: { org_id: null } }],
  })
  const id = begun.projects[0]?.project.id ?? ''
  const schedules = await person.api(id).get<{ data: { name: string }[] }>('/api/3/schedules/')
  expect(schedules.data).toMatchObject([{ name: 'Default Schedule' }])
  expect(await meta(person)).toMatchObject({ meta: { new_project: false, current_project_id: id } })

  const mail = await mailTo('new@example.com', 'Confirm your email address')
  expect(mail.from).toBe('sonde@example.org')
  expect((await post('/api/2/account/verify/mail', {}, person.api())).status).toBe(200)
  await eventually(async () => mailbox.received.filter(({ to }) => to === 'new@example.com').length === 2)
  const token = new RegExp(`${running.server.url}/verify/(\\w+)`).exec(mail.text)?.[1]
  expect((await post('/api/2/account/verify', { token: 'x'.repeat(32) })).status).toBe(410)
  expect(await post('/api/2/account/verify', { token })).toMatchObject({
    status: 200,
    body: { email: 'New@example.com' },
  })
  expect((await post('/api/2/account/verify', { token })).status).toBe(410)
  expect((await meta(person)).meta).toMatchObject({ verify_needed: false })
})

test('registering a taken address gets the same response, and a mail about it', async () => {
  const taken = await addAccount(running, 'taken@example.com')
  const known = await register('TAKEN@example.com')
  const fresh = await register('fresh@example.com')
  expect(known.status).toBe(fresh.status)
  expect(Object.keys(known.body as object)).toEqual(Object.keys(fresh.body as object))
  await mailTo(taken.email, 'You already have an account')
  await signIn(running.server, taken.email, PASSWORD)
  const { db } = running.server.services.database
  expect(await db.selectFrom('account').select('id').where('email', 'like', '%@invalid').execute()).toEqual([])
})

test('an address with other letters than those of ASCII is one account, however it is written', async () => {
  const address = 'ÀÉ-Straße@example.com'
  expect((await register(address)).status).toBe(201)
  expect((await register(address)).status).toBe(201)
  expect((await register('ÀÉ-STRAßE@Example.com')).status).toBe(201)
  const person = await signIn(running.server, address, PASSWORD)
  expect(await person.api().get('/api/2/account/')).toMatchObject({ email: address })
  await signIn(running.server, 'ÀÉ-straße@EXAMPLE.com', PASSWORD)
  const { db } = running.server.services.database
  await eventually(
    async () =>
      (
        await db
          .selectFrom('account_token')
          .select('kind')
          .where('account_id', '=', (await meta(person)).meta.account_id as string)
          .execute()
      ).length > 0,
  )
})

test('addresses have one spelling for comparing, which the database agrees with', () => {
  const folding = codeIn('src/server').filter((file) =>
    /\b(?:email|address|recipient|to)(?:\.trim\(\))?\.toLowerCase\(\)/.test(readFileSync(join(home, file), 'utf8')),
  )
  expect(folding).toEqual([])
})

test('a common password, a short one, or the address itself is refused', async () => {
  for (const password of ['short', 'Password1234', 'aaaaaaaaaaaa', 'weak.one@example.com', 'x'.repeat(201)]) {
    const answer = await register('weak.one@example.com', password)
    expect(answer.status, password).toBe(422)
    expect(answer.body).toMatchObject({ fields: [{ loc: ['password'] }] })
  }
})

test('a reset link works once within an hour, and ends every session', async () => {
  const person = await addAccount(running, 'forgetful@example.com')
  const before = await signIn(running.server, person.email, PASSWORD)
  const asked = await post('/api/2/account/reset_password', { email: person.email })
  const nobody = await post('/api/2/account/reset_password', { email: 'nobody@example.com' })
  expect(asked.status).toBe(200)
  expect(nobody).toMatchObject({ status: 200, body: asked.body })
  const mail = await mailTo(person.email, 'Choose a new password')
  const [, id = '', token = ''] = new RegExp(`${running.server.url}/password-reset/(\\w+)/(\\w+)`).exec(mail.text) ?? []
  expect(id).toBe(person.id)
  const { db } = running.server.services.database
  const stored = JSON.stringify(await db.selectFrom('account_token').selectAll().execute())
  expect(stored).not.toContain(token)

  const reset = (body: object, account = id) => post(`/api/2/account/reset_password/${account}`, body)
  const other = await addAccount(running, 'other@example.com')
  expect((await reset({ token, password: 'a new and long one' }, other.id)).status).toBe(410)
  expect((await reset({ token, password: 'short' })).status).toBe(422)
  lateMs += 3_600_000
  expect((await reset({ token, password: 'a new and long one' })).status).toBe(410)
  lateMs -= 3_600_000

  expect((await reset({ token, password: 'a new and long one' })).status).toBe(204)
  expect((await before.api().call('GET', '/api/2/account/projects')).status).toBe(401)
  const refresh = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
  expect((await exchangeTokens(running.server.url, openBrowser(), refresh)).status).toBe(400)
  await expect(signIn(running.server, person.email, PASSWORD)).rejects.toThrow('401')
  await signIn(running.server, person.email, 'a new and long one')
  expect((await reset({ token, password: 'a new and long two' })).status).toBe(410)
  await mailTo(person.email, 'Your password was changed')
  expect(mailbox.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
})

test('changing the password requires the current one, and ends all other sessions', async () => {
  const person = await addAccount(running, 'changer@example.com')
  const here = await signIn(running.server, person.email, PASSWORD)
  const there = await signIn(running.server, person.email, PASSWORD)
  const change = (password: string) =>
    post('/api/2/account/password', { password, new_password: 'quite another one' }, here.api())
  expect((await here.api().call('GET', '/api/2/account/projects')).status).toBe(200)
  for (let n = 0; n < 6; n++) expect((await change('wrong wrong wrong')).status).toBe(422)
  expect((await change(PASSWORD)).status).toBe(429)
  lateMs += 10_000
  expect((await change(PASSWORD)).status).toBe(204)
  expect((await here.api().call('GET', '/api/2/account/projects')).status).toBe(200)
  const refresh = { grant_type: 'refresh_token', refresh_token: here.refreshToken }
  expect((await exchangeTokens(running.server.url, here.browser, refresh)).status).toBe(200)
  expect((await there.api().call('GET', '/api/2/account/projects')).status).toBe(401)
})

test('many registrations from one address are delayed', async () => {
  lateMs += 25 * 3_600_000
  const answers = []
  for (let n = 0; n < 8; n++) answers.push(await register(`flood${n}@example.com`))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^[1-5]$/)
})

test('with registration by invitation, the refusal says whom to ask', async () => {
  const invited = await startServer({ env: { SONDE_REGISTRATION: 'invited' } })
  const asked = { email: 'a@b.example', password: PASSWORD }
  const answer = await invited.api.as('').call('POST', '/api/2/account/register', asked)
  expect(answer).toMatchObject({
    status: 403,
    body: { error_msg: expect.stringContaining('Registration requires an invitation') },
  })
  await invited.stop()
})

test('nobody can register while registration is closed or the installation is not set up', async () => {
  const closed = await startServer()
  expect(
    (await closed.api.as('').call('POST', '/api/2/account/register', { email: 'a@b.example', password: PASSWORD }))
      .status,
  ).toBe(403)
  await closed.stop()
})
