import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeDueDigests } from '../../../src/server/digests/due.ts'
import { readMail } from '../../../src/server/mail/outbox.ts'
import { unsubscribeToken } from '../../../src/server/mail/unsubscribe.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'

const DAY_MS = 86_400_000
/** A Monday and first of the month, at 8:00 in Vienna. */
const MONDAY = Date.UTC(2026, 5, 1, 6)

let running: TestServer
let bob: TestAccount
let api: Api
let project: { key: number; id: string }
let nowMs = MONDAY
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  bob = await addAccount(running, 'bob@example.com')
  await grant(running, bob, project.key, 'VIEWER')
  api = (await signIn(running.server, bob.email, PASSWORD)).api()
})
afterAll(() => running.stop())
beforeEach(async () => {
  nowMs = MONDAY
  for (const table of ['mail', 'subscription', 'result', 'rollup', 'rollup_stale', 'delivery'] as const)
    await running.server.services.database.db.deleteFrom(table).execute()
})

const services = () => running.server.services
const db = () => services().database.db
const write = () => writeDueDigests({ ...services() })
const mails = () => db().selectFrom('mail').selectAll().orderBy('key').execute()
const letters = async () =>
  Promise.all(
    (await mails()).map(async ({ id }) => {
      const found = await readMail(db(), services().sealing, id)
      return found?.letter ?? { subject: '', text: '', html: '' }
    }),
  )
const monitor = (name: string) =>
  running.api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'https://example.com/' } })
/** Results of a monitor at a time. */
const addResults = async (id: string, at: number, outcomes: readonly ('PASS' | 'FAIL')[], totalMs = 100) => {
  const { key } = await db().selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  const location = await db()
    .insertInto('location')
    .values({ id: 'here', doc: '{}', created: 0, last_update: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_update: 0 }))
    .returning('key')
    .executeTakeFirstOrThrow()
  const rows = outcomes.map((outcome, index) =>
    resultRow({
      project_key: project.key,
      target_key: key,
      location_key: location.key,
      due: at + index,
      category: outcome === 'PASS' ? 0 : 3,
      total: totalMs,
    }),
  )
  await storeResults(db(), rows)
}
type ProjectRow = { project_id: string; digests: Record<string, string | null> }
const digestsOf = async (): Promise<Record<string, string | null> | undefined> =>
  (await api.get<{ results: ProjectRow[] }>('/api/2/project-subscriptions/projects')).results[0]?.digests

test('a person subscribes to digests of projects they may enter, each once', async () => {
  const add = (body: object) => api.call('POST', '/api/2/project-subscriptions/', body)
  expect(await add({ option: 'weekly', project_id: 'another' })).toMatchObject({ status: 404 })
  expect(await add({ option: 'weekly' })).toMatchObject({
    status: 400,
    body: { error_msg: expect.stringContaining('project_id') },
  })
  expect(await add({ option: 'yearly', project_id: project.id })).toMatchObject({ status: 422 })
  expect(await add({ option: 'daily', project_id: project.id, time_zone: 'Mars/Base' })).toMatchObject({ status: 422 })
  const added = await add({ option: 'weekly', project_id: project.id, time_zone: 'Europe/Vienna' })
  await add({ option: 'weekly', project_id: project.id })
  expect(added.body).toMatchObject({ digests: { weekly: '2026-06-08T05:00:00.000Z', daily: null, monthly: null } })
  expect(await digestsOf()).toEqual({ daily: null, weekly: '2026-06-08T05:00:00.000Z', monthly: null })
  const named = await api.call(
    'POST',
    '/api/2/project-subscriptions/',
    { option: 'daily' },
    { 'sonde-project-id': project.id },
  )
  expect(named.status).toBe(200)
  await api.call('DELETE', `/api/2/project-subscriptions/?project_id=${project.id}`)
  expect(await digestsOf()).toEqual({ daily: null, weekly: null, monthly: null })
  expect((await running.api.call('GET', '/api/2/subscriptions/')).status).toBe(403)
})

test('mail is sent only to a confirmed address', async () => {
  await db().updateTable('account').set({ email_verified: null }).where('id', '=', bob.id).execute()
  const refused = await api.call('POST', '/api/2/project-subscriptions/', { option: 'daily', project_id: project.id })
  expect(refused).toMatchObject({ status: 409, body: { error_msg: expect.stringContaining('Confirm your email') } })
  await db().updateTable('account').set({ email_verified: 1 }).where('id', '=', bob.id).execute()
})

test('a digest compares its period with the previous one, with an unsubscribe header', async () => {
  const [good, bad] = [await monitor('Checkout <b>'), await monitor('Search')]
  const lastWeek = MONDAY - 3 * DAY_MS
  await addResults(good.id, lastWeek, ['PASS', 'PASS', 'PASS', 'PASS'])
  await addResults(bad.id, lastWeek, ['PASS', 'FAIL', 'FAIL', 'PASS'], 300)
  await addResults(bad.id, lastWeek - 7 * DAY_MS, ['PASS', 'PASS', 'PASS', 'PASS'], 100)
  // Of the week that is not over: it is told next time.
  await addResults(bad.id, MONDAY, ['FAIL'])
  nowMs = MONDAY - DAY_MS
  await api.post('/api/2/project-subscriptions/', {
    option: 'weekly',
    project_id: project.id,
    time_zone: 'Europe/Vienna',
  })
  expect(await write()).toMatchObject({ written: 0 })
  nowMs = MONDAY
  expect(await write()).toMatchObject({ written: 1 })
  const [mail] = await mails()
  expect(mail).toMatchObject({ kind: 'digest-weekly', recipient: bob.email })
  expect(mail?.headers).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(/^<http.*\/unsubscribe\/[\w-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  const [letter] = await letters()
  expect(letter?.subject).toBe('[My project] Weekly digest: 75.00 % passed')
  expect(letter?.text).toContain('for 25 May 2026 to 31 May 2026 (Europe/Vienna)')
  expect(letter?.text).toContain('75.00 % of 8 results passed (−25.00 points).')
  expect(letter?.text).toMatch(/Search +50\.00 % \(−50\.00\) +30\d ms \(\+\d+ %\) +2 +0/)
  expect(letter?.text).toMatch(/Checkout <b> +100 %/)
  expect(letter?.html).toContain('Checkout &lt;b&gt;')
  expect(letter?.html).toContain(`/tests/test/${bad.id}/?project_key_str=${project.id}`)
  expect(JSON.stringify(mail)).not.toContain('Checkout')
})

test('a digest is written once, with any number of servers; missed ones are not made up for', async () => {
  const { id } = await monitor('Once')
  await addResults(id, MONDAY - DAY_MS, ['PASS'])
  await addResults(id, MONDAY + 4 * DAY_MS - DAY_MS, ['PASS'])
  nowMs = MONDAY - DAY_MS
  await api.post('/api/2/project-subscriptions/', { option: 'daily', project_id: project.id })
  nowMs = MONDAY + 3_600_000
  const outcomes = await Promise.all([write(), write(), write(), write()])
  expect(outcomes.reduce((sum, { written }) => sum + written, 0)).toBe(1)
  expect(await digestsOf()).toMatchObject({ daily: '2026-06-02T07:00:00.000Z' })
  nowMs = MONDAY + 4 * DAY_MS + 3_600_000
  await write()
  expect((await write()).written).toBe(0)
  expect(await mails()).toHaveLength(2)
})

test('no digest is sent for a project without results, except on request', async () => {
  nowMs = MONDAY - DAY_MS
  await api.post('/api/2/project-subscriptions/', { option: 'daily', project_id: project.id })
  nowMs = MONDAY + 3_600_000
  expect(await write()).toMatchObject({ written: 0 })
  await api.post('/api/2/project-subscriptions/trigger', { option: 'daily', project_id: project.id })
  const [letter] = await letters()
  expect(letter?.subject).toBe('[My project] Daily digest: no results')
  expect(letter?.text).toContain('for the last 24 hours')
  expect(letter?.text).not.toContain('/unsubscribe/')
})

test('digests on request are limited to twelve per hour', async () => {
  const ask = () =>
    api.call('POST', '/api/2/project-subscriptions/trigger', { option: 'daily', project_id: project.id })
  for (let n = 0; n < 12; n++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('people without access get no digest, and blocked people none for now', async () => {
  const { id } = await monitor('Secret')
  await addResults(id, MONDAY - DAY_MS, ['PASS'])
  nowMs = MONDAY - DAY_MS
  await api.post('/api/2/project-subscriptions/', { option: 'daily', project_id: project.id })
  nowMs = MONDAY + 3_600_000
  await db().updateTable('account').set({ blocked: 1 }).where('id', '=', bob.id).execute()
  expect(await write()).toMatchObject({ written: 0 })
  await db().updateTable('account').set({ blocked: null }).where('id', '=', bob.id).execute()
  expect(await digestsOf()).toMatchObject({ daily: '2026-06-02T07:00:00.000Z' })
  const access = await db().deleteFrom('project_access').where('account_id', '=', bob.id).returningAll().execute()
  await addResults(id, MONDAY + 3_600_000, ['PASS'])
  nowMs += DAY_MS
  expect(await write()).toMatchObject({ written: 0 })
  expect(await db().selectFrom('subscription').selectAll().execute()).toEqual([])
  await db().insertInto('project_access').values(access).execute()
})

test('a digest follows the time zone that its reader sets', async () => {
  await api.post('/api/2/project-subscriptions/', { option: 'daily', project_id: project.id })
  expect(await digestsOf()).toMatchObject({ daily: '2026-06-01T07:00:00.000Z' })
  const preferences = JSON.stringify({ time_zone: 'America/New_York' })
  await db().updateTable('account').set({ preferences }).where('id', '=', bob.id).execute()
  await write()
  expect(await digestsOf()).toMatchObject({ daily: '2026-06-01T11:00:00.000Z' })
  await db().updateTable('account').set({ preferences: '{}' }).where('id', '=', bob.id).execute()
})

test('the daily alert summary lists projects and monitors, and is sent only if there were alerts', async () => {
  const { id } = await monitor('Orders')
  const { key } = await db().selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  nowMs = MONDAY - DAY_MS
  const group = await api.put('/api/2/subscriptions/alerts_digest/')
  expect(group).toMatchObject({ subscribed: true, next: '2026-05-31T07:00:00.000Z' })
  expect(await api.call('PUT', '/api/2/subscriptions/product_news/', {})).toMatchObject({ status: 404 })
  nowMs = MONDAY - DAY_MS + 2 * 3_600_000
  expect(await write()).toMatchObject({ written: 0 })
  const webhook = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    parameters: { url: 'https://example.com/' },
  })
  const { key: webhookKey } = await db()
    .selectFrom('object')
    .select('key')
    .where('id', '=', webhook.id)
    .executeTakeFirstOrThrow()
  const told = (kind: string, n: number) => ({
    message_id: `${kind} ${n}`,
    project_key: project.key,
    webhook_key: webhookKey,
    target_key: key,
    kind,
    payload: '{}',
    created: MONDAY - DAY_MS + n,
    next_try: null,
    claimed_until: null,
    last_try: null,
    http_code: null,
    error: null,
    state: 1,
  })
  await db()
    .insertInto('delivery')
    .values([told('alert', 1), told('alert', 2), told('recovery', 3)])
    .execute()
  nowMs = MONDAY + 2 * 3_600_000
  expect(await write()).toMatchObject({ written: 1 })
  const [letter] = await letters()
  expect(letter?.subject).toBe('Alerts of the day: 2 alerts')
  expect(letter?.text).toMatch(/MY PROJECT\nMonitor +alerts {2}recoveries\nOrders +2 +1/)
})

test('one click unsubscribes from a digest without a sign-in, names it, and can be undone', async () => {
  await api.post('/api/2/project-subscriptions/', { option: 'monthly', project_id: project.id })
  const anyone = running.api.as('')
  const what = {
    ends: 'subscription',
    accountId: bob.id,
    kind: 'monthly',
    projectId: project.id,
    address: bob.email,
  } as const
  const token = unsubscribeToken(services().sealing, what)
  expect(token).not.toContain('bob')
  const story = { address: bob.email, what: 'the monthly digest of “My project”' }
  expect(await anyone.get(`/api/2/unsubscribe/${token}`)).toEqual({ ...story, ended: false })
  const click = await fetch(`${running.api.base}/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([click.status, await click.json()]).toEqual([200, { ...story, ended: true }])
  expect(await digestsOf()).toMatchObject({ monthly: null })
  expect(await anyone.post(`/api/2/unsubscribe/${token}/undo`)).toEqual({ ...story, ended: false })
  expect(await digestsOf()).toMatchObject({ monthly: '2026-06-01T07:00:00.000Z' })
})

test('one click unsubscribes one address from a webhook', async () => {
  const webhook = await running.api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Ops',
    parameters: { url: 'https://example.com/' },
  })
  const token = unsubscribeToken(services().sealing, {
    ends: 'webhook',
    webhookId: webhook.id,
    address: 'Ops@example.com',
  })
  const anyone = running.api.as('')
  expect(await anyone.post(`/unsubscribe/${token}`)).toMatchObject({ what: 'the alerts of “Ops”', ended: true })
  expect(await db().selectFrom('mail_unsubscribed').selectAll().execute()).toMatchObject([
    { webhook_id: webhook.id, address: 'ops@example.com' },
  ])
  await anyone.post(`/api/2/unsubscribe/${token}/undo`)
  expect(await db().selectFrom('mail_unsubscribed').selectAll().execute()).toEqual([])
})

test('an invalid or changed link ends nothing', async () => {
  const { sealing } = services()
  const token = unsubscribeToken(sealing, { ends: 'webhook', webhookId: 'w', address: 'a@example.com' })
  const sealedElse = Buffer.from(sealing.seal(JSON.stringify({ ends: 'webhook' })).sealed, 'base64').toString(
    'base64url',
  )
  for (const wrong of ['x', `${token.slice(0, -3)}AAA`, sealedElse, token])
    expect((await running.api.as('').call('POST', `/unsubscribe/${wrong}`)).status).toBe(410)
})

test('permanently refused addresses are listed with the reason', async () => {
  await db()
    .insertInto('mail_undeliverable')
    .values({ address: 'gone@example.com', reason: 'No such mailbox.', since: 0 })
    .execute()
  const answer = await api.post('/api/2/subscriptions/undeliverable', {
    emails: ['Gone@example.com', 'bob@example.com'],
  })
  expect(answer).toEqual({
    results: [{ email: 'gone@example.com', reason: 'No such mailbox.', since: '1970-01-01T00:00:00.000Z' }],
  })
})
