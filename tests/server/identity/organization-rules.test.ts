import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuseEnforcing } from '../../../src/server/access/organizations.ts'
import { addRoles } from '../../../src/server/store/organizations/organizations.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { apiWith } from '../../support/api.ts'
import { addTotp, openSecondStep } from '../../support/factors.ts'
import { exchangeTokens, openBrowser, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
/** The provider's clock is the machine's, so time is moved for all. */
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
let project: { key: number; id: string; org_id: string }
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  running = await startServer({ clock: () => Date.now() })
  url = running.server.url
  const found = await db()
    .selectFrom('project')
    .select(['key', 'id', 'org_id'])
    .orderBy('key')
    .executeTakeFirstOrThrow()
  project = { ...found, org_id: String(found.org_id) }
})
afterAll(async () => {
  await running.stop()
  vi.useRealTimers()
})

const db = () => running.server.services.database.db

type Rules = { enforce_2fa?: boolean; password_expiry_days?: number; session_hours?: number }
const rule = (rules: Rules) =>
  db()
    .updateTable('organization')
    .set({ enforce_2fa: false, password_expiry_days: 0, session_hours: 336, name: 'Acme', ...rules })
    .where('id', '=', project.org_id)
    .execute()

let count = 0
const person = async (how: 'direct' | 'ADMIN' | 'site_admin' | 'site_viewer') => {
  const site = how === 'site_admin' || how === 'site_viewer' ? how : undefined
  const account = await addAccount(running, `person${++count}@example.com`, site)
  if (how === 'direct') await grant(running, account, project.key, 'EDITOR')
  if (how === 'ADMIN')
    await addRoles(db(), { orgId: project.org_id, accountId: account.id, roles: ['ADMIN'], now: Date.now() })
  const session = await signIn(running.server, account.email, PASSWORD)
  return { ...account, session, api: session.api(project.id) }
}

const SCHEDULES = '/api/3/schedules/'
const QUOTA = '/api/2/account/quota'
const downtimes = () => `/api/3/organizations/${project.org_id}/downtimes`

test.each(['direct', 'ADMIN', 'site_admin', 'site_viewer'] as const)(
  'without a second factor, access by %s is refused where the organization requires one, until it is set up',
  async (how) => {
    const { api } = await person(how)
    await rule({})
    expect((await api.call('GET', QUOTA)).status).toBe(200)
    await rule({ enforce_2fa: true })
    expect(await api.call('GET', QUOTA)).toMatchObject({
      status: 403,
      body: { error: 'mfa_required', error_msg: expect.stringContaining('Acme') },
    })
    expect(await api.call('GET', SCHEDULES)).toMatchObject({ status: 403, body: { error: 'mfa_required' } })
    if (how !== 'direct')
      expect(await api.call('GET', downtimes())).toMatchObject({ status: 403, body: { error: 'mfa_required' } })
    // One's own account stays open, to set it up.
    expect((await api.call('GET', '/api/2/account/')).status).toBe(200)
    expect((await api.call('GET', '/api/2/account/projects')).status).toBe(200)
    await addTotp(api, PASSWORD, Date.now())
    expect((await api.call('GET', QUOTA)).status).toBe(200)
    if (how !== 'direct') expect((await api.call('GET', downtimes())).status).toBe(200)
  },
)

test('strangers learn nothing of the rule, and keys need no factor', async () => {
  await rule({ enforce_2fa: true })
  const account = await addAccount(running, 'stranger@example.com')
  const stranger = (await signIn(running.server, account.email, PASSWORD)).api(project.id)
  expect(await stranger.call('GET', QUOTA)).toMatchObject({ status: 403, body: { error: 'no_project_access' } })
  expect((await stranger.call('GET', downtimes())).status).toBe(404)
  expect((await running.api.call('GET', SCHEDULES)).status).toBe(200)
})

test('an open stream ends when the organization begins to require a factor', async () => {
  await rule({})
  const { session } = await person('direct')
  const abort = new AbortController()
  const answer = await fetch(`${url}/api/3/events`, {
    headers: { authorization: `Bearer ${session.accessToken}`, 'sonde-project-id': project.id },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  await rule({ enforce_2fa: true })
  await running.api.post('/api/3/environment', { name: 'wakes the stream' }).catch(() => {})
  const reader = answer.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
  }
})

test('an old password is refused until it is changed', async () => {
  await rule({})
  const { api, session, email } = await person('direct')
  pass(50 * 60_000)
  const { id } = await db().selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db()
    .updateTable('account')
    .set({ created: Date.now() - 31 * 86_400_000 })
    .where('id', '=', id)
    .execute()
  await rule({ password_expiry_days: 30 })
  expect(await api.call('GET', QUOTA)).toMatchObject({
    status: 403,
    body: { error: 'password_expired', error_msg: expect.stringContaining('30 days') },
  })
  const new_password = 'a zebra of another colour'
  await session.api().post('/api/2/account/password', { password: PASSWORD, new_password })
  expect((await api.call('GET', QUOTA)).status).toBe(200)
  await db()
    .updateTable('account')
    .set({ password_changed: Date.now() - 31 * 86_400_000 })
    .where('id', '=', id)
    .execute()
  expect((await api.call('GET', QUOTA)).status).toBe(403)
})

test('a sign-in older than the organization allows needs a new one; a renewed token is no new sign-in', async () => {
  await rule({ session_hours: 1 })
  const { session, email } = await person('direct')
  pass(59 * 60_000)
  expect((await session.api(project.id).call('GET', QUOTA)).status).toBe(200)
  pass(60_000)
  const renewed = await exchangeTokens(url, session.browser, {
    grant_type: 'refresh_token',
    refresh_token: session.refreshToken,
  })
  const api = apiWith(url, String(renewed.body.access_token), { 'sonde-project-id': project.id })
  expect(await api.call('GET', QUOTA)).toMatchObject({ status: 403, body: { error: 'session_expired' } })
  const again = await signIn(running.server, email, PASSWORD)
  expect((await again.api(project.id).call('GET', QUOTA)).status).toBe(200)
})

test('with a factor set up, the next sign-in takes its code and the projects open', async () => {
  await rule({ enforce_2fa: true })
  const { api, email } = await person('direct')
  const { app } = await addTotp(api, PASSWORD, Date.now())
  pass(30_000)
  const step = await openSecondStep(url, openBrowser(), email, PASSWORD)
  const { redirect_to } = (await (await step.type(app(Date.now()))).json()) as { redirect_to: string }
  const { access_token = '' } = await step.tokens(redirect_to)
  const entered = apiWith(url, access_token, { 'sonde-project-id': project.id })
  expect((await entered.call('GET', QUOTA)).status).toBe(200)
})

test('an ADMIN without a factor may not require one of everyone', () => {
  const assurance = { hasFactor: false, isOfTenant: false, passwordSet: null, signedIn: null }
  const caller = { kind: 'account', accountId: 'a', email: 'a@example.com', sitePermission: null } as const
  const rest = { unconfirmed: null, entered: null, unmet: null, signIn: null }
  expect(refuseEnforcing({ ...caller, ...rest, assurance })).toMatchObject({ status: 409 })
  expect(refuseEnforcing({ ...caller, ...rest, assurance: { ...assurance, hasFactor: true } })).toBeNull()
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
