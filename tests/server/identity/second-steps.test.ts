import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from '../../../src/server/store/accounts/accounts.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { joinAgent } from '../../support/agent.ts'
import { apiWith } from '../../support/api.ts'
import { addTotp, openSecondStep, postTo } from '../../support/factors.ts'
import { openBrowser, openSignIn, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
/** The server's clock: moved by tests, so that no code ends before a test has typed it. */
let nowMs = Date.now()
const STEP_MS = 30_000
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  url = running.server.url
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db

/** An account with an authenticator app, and its recovery codes. */
const person = async (email: string) => {
  const account = await addAccount(running, email)
  const session = await signIn(running.server, email, PASSWORD)
  const { app, recovery_codes } = await addTotp(session.api(), PASSWORD, nowMs)
  nowMs += STEP_MS
  return { ...account, app, codes: recovery_codes ?? [], session }
}

test('after the right password, a code completes the sign-in, and the ID token says how', async () => {
  const { id, email, app } = await person('ada2@example.com')
  const browser = openBrowser()
  const step = await openSecondStep(url, browser, email, PASSWORD)
  expect(step).toMatchObject({
    status: 200,
    body: { redirect_to: null, second_step: { methods: ['totp', 'recovery'] } },
  })
  const details = await browser.ask(`${url}${step.page}/details`)
  expect(await details.json()).toMatchObject({ second_step: { methods: ['totp', 'recovery'] } })
  const answer = await step.type(app(nowMs))
  expect(answer.status).toBe(200)
  const { redirect_to, recovery_codes_left } = (await answer.json()) as Record<string, string | null>
  expect(recovery_codes_left).toBeNull()
  const tokens = await step.tokens(String(redirect_to))
  expect(decodeJwt(tokens.id_token ?? '').amr).toEqual(['pwd', 'otp', 'mfa'])
  expect(typeof decodeJwt(tokens.access_token ?? '').auth_time).toBe('number')
  const entries = await db()
    .selectFrom('audit')
    .select('actor')
    .where(sql`resource->>'id'`, '=', id)
    .where('action', '=', 'session.sign-in')
    .execute()
  // One before the app was set up, and one with its code.
  expect(entries).toHaveLength(2)
  // The same step does not complete it twice.
  expect((await step.type(app(nowMs + STEP_MS))).status).toBe(410)
})

test('the provider does not finish before the second step', async () => {
  const { email } = await person('early@example.com')
  const browser = openBrowser()
  const { page } = await openSecondStep(url, browser, email, PASSWORD)
  const back = await browser.ask(`${url}/oidc/session`)
  expect(back.headers.get('location') ?? '').not.toContain('code=')
  const resumed = await browser.ask(`${url}/authorize/${page.split('/')[2]}`)
  expect(resumed.headers.get('location') ?? '').not.toContain('code=')
})

test('a code is accepted once, also of two requests at once', async () => {
  const { email, app } = await person('twice@example.com')
  const one = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const two = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const code = app(nowMs)
  const statuses = (await Promise.all([one.type(code), two.type(code)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 401])
  const late = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const refused = await late.type(app(nowMs - STEP_MS))
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ error_msg: expect.stringContaining('used before') })
})

test('each recovery code works once, and the answer says how many are left', async () => {
  const { email, codes } = await person('lost@example.com')
  const one = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const two = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const typed = (codes[0] ?? '').toUpperCase()
  const answers = await Promise.all([one.type(typed, 'recovery'), two.type(typed, 'recovery')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const right = answers.find(({ status }) => status === 200)
  expect(await right?.json()).toMatchObject({ recovery_codes_left: 9 })
  // A recovery code of one account is nothing to another.
  const other = await person('other@example.com')
  const third = await openSecondStep(url, openBrowser(), other.email, PASSWORD)
  expect((await third.type(codes[1] ?? '', 'recovery')).status).toBe(401)
})

test('a second step belongs to the browser and origin that typed the password, and ends with a new password or a block', async () => {
  const { id, email, app } = await person('bound@example.com')
  const browser = openBrowser()
  const { page } = await openSecondStep(url, browser, email, PASSWORD)
  const body = { method: 'totp', code: app(nowMs) }
  expect((await postTo(url, openBrowser(), `${page}/second-step`, body)).status).toBe(410)
  expect((await postTo(url, browser, `${page}/second-step`, body, 'https://evil.example')).status).toBe(403)
  const { page: fresh } = await openSignIn(url, openBrowser())
  expect((await postTo(url, browser, `${fresh}/second-step`, body)).status).toBe(410)
  await db().updateTable('account').set({ blocked: nowMs }).where('id', '=', id).execute()
  expect((await postTo(url, browser, `${page}/second-step`, body)).status).toBe(410)
  await db().updateTable('account').set({ blocked: null }).where('id', '=', id).execute()
  const again = await signInWithCode(email, app)
  await again.post('/api/2/account/password', { password: PASSWORD, new_password: 'a zebra of another colour' })
  nowMs += STEP_MS
  const late = { method: 'totp', code: app(nowMs) }
  expect((await postTo(url, browser, `${page}/second-step`, late)).status).toBe(410)
})

const signInWithCode = async (email: string, app: (at: number) => string) => {
  const step = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const { redirect_to } = (await (await step.type(app(nowMs))).json()) as { redirect_to: string }
  nowMs += STEP_MS
  const { access_token = '' } = await step.tokens(redirect_to)
  return apiWith(url, access_token)
}

test('wrong codes make strangers wait, not the owner’s known browser, and each is in the audit log', async () => {
  const { id, email, app } = await person('guessed@example.com')
  const known = openBrowser()
  const first = await openSecondStep(url, known, email, PASSWORD)
  const { redirect_to } = (await (await first.type(app(nowMs))).json()) as { redirect_to: string }
  const { id_token } = await first.tokens(redirect_to)
  await known.ask(`${url}/v2/logout?client_id=sonde-web&id_token_hint=${id_token}`)
  nowMs += STEP_MS
  const stranger = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const wrong = app(nowMs - 10 * STEP_MS)
  for (let n = 0; n < 6; n++) expect((await stranger.type(wrong)).status).toBe(401)
  const refused = await stranger.type(app(nowMs))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const owner = await openSecondStep(url, known, email, PASSWORD)
  expect((await owner.type(app(nowMs))).status).toBe(200)
  const entries = await db()
    .selectFrom('audit')
    .select('action')
    .where(sql`resource->>'id'`, '=', id)
    .where('action', '=', 'session.fail')
    .execute()
  expect(entries).toHaveLength(6)
  // Nobody is locked out for good.
  nowMs += 15 * 60_000
  const later = await openSecondStep(url, openBrowser(), email, PASSWORD)
  expect((await later.type(app(nowMs))).status).toBe(200)
})

test('a password reset keeps the factors', async () => {
  const { id, email, app } = await person('forgot@example.com')
  const token = await issueToken(db(), id, 'reset', nowMs)
  const password = 'another horse of no colour'
  const reset = await running.api.as('').call('POST', `/api/2/account/reset_password/${id}`, { token, password })
  expect(reset.status).toBe(204)
  const step = await openSecondStep(url, openBrowser(), email, password)
  expect(step.body).toMatchObject({ redirect_to: null })
  expect((await step.type(app(nowMs))).status).toBe(200)
})

test('who registered the address of somebody else keeps no way in once its owner has set a password', async () => {
  const { id, email, session } = await person('squatted@example.com')
  const api = session.api()
  const made = await api.post<{ id: string }>('/api/2/account/projects', { name: 'Shop' })
  const within = session.api(made.id)
  const key = await within.post<{ secret: string }>('/api/2/api_keys/', { name: 'k', access_level: 'OWNER' })
  const ask = { name: 'x', bound_to: { project_ids: [made.id] } }
  const joinToken = await within.post<{ secret: string }>('/api/3/agents/join-tokens/', ask)
  const agent = await joinAgent(running.api, joinToken.secret, 'squatters')
  // As installations have them in which accounts with such an address were let to do so.
  await db().updateTable('account').set({ email_verified: null }).where('id', '=', id).execute()
  const refused = await within.call('POST', '/api/3/agents/join-tokens/', ask)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('Confirm your email')])
  await db().updateTable('project').set({ held: true }).where('id', '=', made.id).execute()
  const hook = { web_hook_type: 'webhook', alerts: ['FAIL'], parameters: { url: 'https://squatter.example/' } }
  const alert = await within.post<{ id: string; enabled: boolean }>('/api/3/webhooks/', hook)
  expect(alert.enabled).toBe(true)
  await api.post('/api/2/account/factors/passkey', { password: PASSWORD })
  const tables = ['account_factor', 'factor_challenge', 'account_identity', 'api_key', 'join_token'] as const
  const left = async () => {
    const rows: string[] = []
    for (const table of tables) {
      const owner = table === 'api_key' || table === 'join_token' ? 'created_by' : 'account_id'
      const { rows: found } = await sql`select from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db())
      if (found.length > 0) rows.push(table)
    }
    return rows
  }
  expect(await left()).toEqual(['account_factor', 'factor_challenge', 'api_key', 'join_token'])
  const keyed = apiWith(url, key.secret)
  expect((await keyed.call('GET', '/api/2/calls/')).status).toBe(200)
  const token = await issueToken(db(), id, 'reset', nowMs)
  const password = 'the owner of the address'
  expect(
    (await running.api.as('').call('POST', `/api/2/account/reset_password/${id}`, { token, password })).status,
  ).toBe(204)
  expect(await left()).toEqual([])
  expect((await keyed.call('GET', '/api/2/calls/')).status).toBe(401)
  expect((await api.call('GET', '/api/2/account/')).status).toBe(401)
  const asked = { capacity: 1, running: [], wait_seconds: 0 }
  expect((await apiWith(url, agent.key).call('POST', '/remote-api/1/agent/work', asked)).status).toBe(403)
  const step = await openSecondStep(url, openBrowser(), email, password)
  expect(step).toMatchObject({ status: 200, body: { redirect_to: expect.any(String), second_step: null } })
  const { doc } = await db().selectFrom('object').select('doc').where('id', '=', alert.id).executeTakeFirstOrThrow()
  expect(doc).toMatchObject({ enabled: false })
  const held = await db().selectFrom('project').select('held').where('id', '=', made.id).executeTakeFirstOrThrow()
  expect(held.held).toBe(false)
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
