import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeDueDigests } from '../../../src/server/digests/due.ts'
import { readMail } from '../../../src/server/mail/outbox.ts'
import { SCORE_KINDS } from '../../../src/server/store/insights/score-reports.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const DAY_MS = 86_400_000
/** A Monday at 7:30 in Vienna. */
const MONDAY = Date.UTC(2026, 5, 8, 5, 30)
const WEEK = Date.UTC(2026, 5, 1)

let running: TestServer
let bob: TestAccount
let api: Api
let project: { key: number; id: string }
let nowMs = MONDAY
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  project = await db().selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  bob = await addAccount(running, 'bob@example.com')
  await grant(running, bob, project.key, 'VIEWER')
  api = (await signIn(running.server, bob.email, PASSWORD)).api()
})
afterAll(() => running.stop())
beforeEach(async () => {
  nowMs = MONDAY - 3 * DAY_MS
  for (const table of ['mail', 'subscription', 'score_report', 'score_due', 'object'] as const)
    await db().deleteFrom(table).execute()
})

const services = () => running.server.services
const db = () => services().database.db
const write = () => Promise.all([1, 2].map(() => writeDueDigests({ ...services() })))
const mails = async () => {
  const rows = await db().selectFrom('mail').selectAll().orderBy('key').execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, letter: (await readMail(db(), services().sealing, row.id))?.letter })),
  )
}
const monitor = async (name: string, access: object = {}) => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name },
    request: { url: 'https://example.com/' },
    ...(Object.keys(access).length > 0 && { access }),
  })
  const { key } = await db().selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, key }
}
const addScore = (targetKey: number, start: number, score: number | null) =>
  db()
    .insertInto('score_report')
    .values({
      target_key: targetKey,
      kind: SCORE_KINDS.week,
      start,
      project_key: project.key,
      formula: 1,
      score,
      missing: score === null ? 'Too few runs.' : null,
      count: 100,
      computed: start,
      doc: '{}',
    })
    .execute()
const endingOf = (headers: unknown): string =>
  new URL((headers as Record<string, string>)['List-Unsubscribe']?.slice(1, -1) ?? '').pathname

test('the scores of the week list projects and monitors, the lowest first, once with any number of servers', async () => {
  const [good, bad, young] = [await monitor('Checkout'), await monitor('Search <b>'), await monitor('Young')]
  await addScore(good.key, WEEK, 9.5)
  await addScore(bad.key, WEEK, 5.25)
  await addScore(bad.key, WEEK - 7 * DAY_MS, 7)
  await addScore(young.key, WEEK, null)
  const group = await api.put('/api/2/subscriptions/insights_weekly/', { time_zone: 'Europe/Vienna' })
  expect(group).toMatchObject({ subscribed: true, next: '2026-06-08T05:00:00.000Z' })
  nowMs = MONDAY
  await write()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'insights-weekly', recipient: bob.email })
  const { subject, text, html } = mail?.letter ?? { subject: '', text: '', html: '' }
  expect(subject).toBe('Scores of the week: 1 project')
  expect(text).toContain('for 1 June 2026 to 7 June 2026 (UTC)')
  expect(text).toContain('MY PROJECT: 7.37 (+0.37)')
  expect(text).toMatch(/Search <b> +5\.25 +−1\.75 +100\nCheckout +9\.50 +100\nYoung +— +100/)
  expect(html).toContain(`/tests/test/${bad.id}/insights?project_key_str=${project.id}`)
  expect(await running.api.as('').post(endingOf(mail?.headers))).toMatchObject({
    what: '“Scores of the week”',
    ended: true,
  })
  expect(await db().selectFrom('subscription').selectAll().execute()).toEqual([])
})

test('scores wait for reports that are still computed, and are not sent without any', async () => {
  const { key } = await monitor('Checkout')
  await api.put('/api/2/subscriptions/insights_weekly/', { time_zone: 'Europe/Vienna' })
  await db().insertInto('score_due').values({ kind: SCORE_KINDS.week, start: WEEK, target_key: key }).execute()
  nowMs = MONDAY
  await write()
  const row = await db().selectFrom('subscription').selectAll().executeTakeFirstOrThrow()
  expect(row.next_due).toBe(MONDAY + 600_000)
  await db().deleteFrom('score_due').execute()
  nowMs = MONDAY + 700_000
  await write()
  expect(await mails()).toEqual([])
  expect((await db().selectFrom('subscription').selectAll().executeTakeFirstOrThrow()).next_due).toBe(
    Date.UTC(2026, 5, 15, 5),
  )
})

test('a person sees no scores of projects that they may not enter', async () => {
  const { key } = await monitor('Checkout')
  await addScore(key, WEEK, 9)
  const stranger = await addAccount(running, 'stranger@example.com')
  const other = (await signIn(running.server, stranger.email, PASSWORD)).api()
  await other.put('/api/2/subscriptions/insights_weekly/', {})
  nowMs = MONDAY + DAY_MS
  await write()
  expect(await mails()).toEqual([])
})

test('news of shared collections say what is shared, and nothing more', async () => {
  const path = '/api/2/api_expert/subscription/'
  expect(await api.get(path)).toMatchObject({ meta: { subscribed: false, next: null }, results: [] })
  expect(await api.post(path, { time_zone: 'Europe/Vienna' })).toEqual({
    subscribed: true,
    next: '2026-06-08T05:00:00.000Z',
  })
  nowMs = MONDAY
  await write()
  // Nothing is shared, so nothing is sent.
  expect(await mails()).toEqual([])
  await monitor('Private')
  await monitor('Of the organization', { org: true })
  const open = await monitor('Open', { stats: true })
  await monitor('Named', { settings: true })
  expect(await api.get(path)).toMatchObject({
    meta: { subscribed: true },
    results: [{ project_id: project.id, name: 'My project', monitors: 2 }],
  })
  nowMs = MONDAY + 7 * DAY_MS
  await write()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'shared-collections', recipient: bob.email })
  expect(mail?.letter?.subject).toBe('Shared collections: 2 monitors of 1 collection')
  expect(mail?.letter?.text).toMatch(/Named +— +— +— +new\nOpen/)
  expect(mail?.letter?.text).not.toContain('Private')
  expect(mail?.letter?.text).not.toContain('organization')
  expect(mail?.letter?.html).not.toContain(open.id)
  expect(await running.api.as('').post(endingOf(mail?.headers))).toMatchObject({ what: '“Shared collections”' })
  expect(await api.get(path)).toMatchObject({ meta: { subscribed: false } })
  await api.post(path, {})
  expect(await api.call('DELETE', path)).toMatchObject({ body: { subscribed: false, next: null } })
  expect((await running.api.call('GET', path)).status).toBe(403)
})

test('an address that is not confirmed cannot subscribe, and one that was refused is said', async () => {
  await db().updateTable('account').set({ email_verified: null }).where('id', '=', bob.id).execute()
  expect((await api.call('POST', '/api/2/api_expert/subscription/', {})).status).toBe(409)
  expect((await api.call('PUT', '/api/2/subscriptions/tokens/', {})).status).toBe(409)
  await db().updateTable('account').set({ email_verified: 1 }).where('id', '=', bob.id).execute()
  await db()
    .insertInto('mail_undeliverable')
    .values({ address: bob.email, reason: 'No such mailbox.', since: 0 })
    .execute()
  expect(await api.get('/api/2/api_expert/subscription/')).toMatchObject({
    meta: { undeliverable: { reason: 'No such mailbox.' } },
  })
})
