import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyDeliveryErrors } from '../../../src/server/alerts/delivery-errors.ts'
import { notifyOfExpiringTokens } from '../../../src/server/auth/token-expiry.ts'
import { writeNoticeMail } from '../../../src/server/digests/notice-mail.ts'
import { readMail } from '../../../src/server/mail/outbox.ts'
import { notifyOfQuotas } from '../../../src/server/quota/quota-notices.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 5, 1, 12)
const QUIET = () => {}

type Notification = {
  kind: string
  title: string
  text: string
  times: number
  webhook_id: string | null
  token_id: string | null
  token_name: string | null
  quota: string | null
}

let running: TestServer
let project: { key: number; id: string }
let olga: TestAccount
let nowMs = NOON
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  const { database } = running.server.services
  project = await database.db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  olga = await addAccount(running, 'olga@example.com')
  await grant(running, olga, project.key, 'OWNER')
  const eve = await addAccount(running, 'eve@example.com')
  await grant(running, eve, project.key, 'EDITOR')
})
afterAll(() => running.stop())
beforeEach(async () => {
  nowMs = NOON
  for (const table of ['mail', 'notification', 'quota_notice', 'token_notice', 'mail_group_ended', 'object'] as const)
    await db().deleteFrom(table).execute()
})

const services = () => running.server.services
const db = () => services().database.db
/** One round on each of three servers at once, and further ones while the server's own loop is writing. */
const write = async () => {
  const isDue = () => db().selectFrom('notification').select('key').where('mail', '=', 1).executeTakeFirst()
  do await Promise.all([1, 2, 3].map(() => writeNoticeMail(services())))
  while (await isDue())
}
const mails = async () => {
  const rows = await db().selectFrom('mail').selectAll().orderBy('recipient').orderBy('key').execute()
  return Promise.all(
    rows.map(async ({ id, recipient, kind, headers }) => ({
      recipient,
      kind,
      headers,
      letter: (await readMail(db(), services().sealing, id))?.letter,
    })),
  )
}
const feed = async (kind: string) =>
  (await running.api.get<{ results: Notification[] }>(`/api/2/notifications/?kind=${kind}`)).results

const giveUp = async (webhookId: string, nth: number) => {
  const { key } = await db().selectFrom('object').select('key').where('id', '=', webhookId).executeTakeFirstOrThrow()
  await db()
    .insertInto('delivery')
    .values({
      message_id: `${webhookId} ${nth}`,
      project_key: project.key,
      webhook_key: key,
      target_key: key,
      kind: 'alert',
      payload: '{}',
      created: nowMs - 26 * 3_600_000,
      next_try: null,
      claimed_until: null,
      last_try: nowMs,
      http_code: 500,
      error: 'The receiver answered 500.',
      state: 2,
    })
    .execute()
}
const newWebhook = async (name: string) =>
  (await running.api.post<{ id: string }>('/api/3/webhooks/', { name, parameters: { url: 'https://example.com/' } })).id
const lookForErrors = () => notifyDeliveryErrors({ database: services().database, now: nowMs, announce: QUIET })

test('owners get one mail when the messages of an alert are given up, whatever number of servers write it', async () => {
  const hook = await newWebhook('Ops')
  await giveUp(hook, 1)
  await giveUp(hook, 2)
  await lookForErrors()
  await write()
  const written = await mails()
  expect(written.map(({ recipient, kind }) => [recipient, kind])).toEqual([
    ['ada@example.com', 'notice-undelivered'],
    ['olga@example.com', 'notice-undelivered'],
  ])
  const [mail] = written
  expect(mail?.letter?.subject).toBe('[My project] “Ops” could not be delivered')
  expect(mail?.letter?.text).toContain(
    '2 messages could not be delivered and will not be retried. The receiver answered 500.',
  )
  expect(mail?.letter?.text).toContain(`/webhooks/${hook}?project_key_str=${project.id}`)
  // Further failures belong to the same notification.
  await giveUp(hook, 3)
  await lookForErrors()
  await write()
  expect(await mails()).toHaveLength(2)
})

test('a receiver that is only retried is in the feed, and mailed about once it is given up', async () => {
  const hook = await newWebhook('Ops')
  await giveUp(hook, 1)
  const put = (change: object) => db().updateTable('delivery').set(change).execute()
  await put({ state: 0, next_try: nowMs + DAY_MS, created: nowMs - 3_600_000 })
  await lookForErrors()
  await write()
  expect(await feed('delivery_error')).toHaveLength(1)
  expect(await mails()).toEqual([])
  await put({ state: 2, next_try: null })
  await lookForErrors()
  await write()
  expect(await mails()).toHaveLength(2)
})

test('several alerts that are given up together are one mail', async () => {
  for (const name of ['Ops <b>', 'Pager']) await giveUp(await newWebhook(name), 1)
  await lookForErrors()
  await write()
  const [mail, ...others] = await mails()
  expect(others).toHaveLength(1)
  expect(mail?.letter?.subject).toBe('2 alerts could not be delivered')
  expect(mail?.letter?.html).toContain('“Ops &lt;b&gt;” could not be delivered')
})

test('one click ends a group without a sign-in, for one person, and can be undone', async () => {
  await giveUp(await newWebhook('Ops'), 1)
  await lookForErrors()
  await write()
  const headers = (await mails()).at(-1)?.headers as Record<string, string>
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const path = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '').pathname
  const ended = await running.api.as('').post(path)
  expect(ended).toEqual({ address: olga.email, what: '“Alerts that could not be delivered”', ended: true })
  const api = (await signIn(running.server, olga.email, PASSWORD)).api()
  const groupOf = async (name: string) =>
    (await api.get<{ results: { group: string; subscribed: boolean }[] }>('/api/2/subscriptions/')).results.find(
      ({ group }) => group === name,
    )
  expect(await groupOf('undelivered')).toMatchObject({ subscribed: false, next: null })
  expect(await groupOf('tokens')).toMatchObject({ subscribed: true, next: null })
  await giveUp(await newWebhook('Second'), 1)
  await lookForErrors()
  await write()
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([
    'ada@example.com',
    'ada@example.com',
    'olga@example.com',
  ])
  expect(await running.api.as('').post(`/api/2${path}/undo`)).toMatchObject({ ended: false })
  expect(await groupOf('undelivered')).toMatchObject({ subscribed: true })
  expect(await api.call('DELETE', '/api/2/subscriptions/quota/')).toMatchObject({ body: { subscribed: false } })
  expect(await groupOf('quota')).toMatchObject({ subscribed: false })
  expect(await api.put('/api/2/subscriptions/quota/')).toMatchObject({ subscribed: true, next: null })
})

const newToken = async (ownedBy: string, change: object = {}) => {
  const { id: auth_id } = await running.api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      token_url: 'https://login.example.com/token',
      grant_types: ['authorization_code'],
      authorize_url: 'https://login.example.com/authorize',
    },
    keys: { client_id: 'sonde', client_secret: 'a secret' },
  })
  const { id } = await running.api.post<{ id: string }>('/api/2/tokens/', {
    meta: { name: 'Production', auth_id },
    token: { access_token: 'an access token', expire_time: new Date(nowMs + 10 * DAY_MS).toISOString(), ...change },
  })
  const row = await db().selectFrom('object').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await db()
    .updateTable('object')
    .set({ doc: JSON.stringify({ ...(row.doc as object), owned_by: ownedBy }) })
    .where('id', '=', id)
    .execute()
  return id
}
const lookForTokens = () =>
  Promise.all(
    [1, 2].map(() =>
      notifyOfExpiringTokens({ database: services().database, now: nowMs, announce: QUIET, log: QUIET }),
    ),
  )

test('a token that expires and cannot be refreshed is told of once, with a link, and its owner is mailed', async () => {
  const id = await newToken(olga.id)
  await lookForTokens()
  expect(await feed('token')).toEqual([])
  nowMs += 9 * DAY_MS + 3_600_000
  await lookForTokens()
  nowMs += 3_600_000
  await lookForTokens()
  expect(await feed('token')).toMatchObject([
    {
      kind: 'token',
      title: 'The token “Production” expires in 23 h',
      token_id: id,
      token_name: 'Production',
      webhook_id: null,
      times: 1,
    },
  ])
  await write()
  const written = await mails()
  expect(written.map(({ recipient, kind }) => [recipient, kind])).toEqual([['olga@example.com', 'notice-tokens']])
  expect(written[0]?.letter?.text).toContain(`/tokens/token/${id}/?project_key_str=${project.id}`)
  expect(written[0]?.letter?.text).toContain('cannot be refreshed')
})

test('a token that is refreshed automatically is not told of; one that expired while no server ran is', async () => {
  await newToken(olga.id, { refresh_token: 'a refresh token' })
  const id = await newToken('an API key')
  nowMs += 10 * DAY_MS + 3_600_000
  await lookForTokens()
  expect(await feed('token')).toMatchObject([{ title: 'The token “Production” has expired', token_id: id }])
  // It belongs to no person: the owners of the project are mailed.
  await write()
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada@example.com', 'olga@example.com'])
})

const fill = async (count: number) => {
  for (let nth = 0; nth < count; nth++)
    await running.api.post('/api/2/calls/', {
      meta: { name: `Monitor ${nth}` },
      request: { url: 'https://example.com/' },
    })
}
const lookForQuotas = (projectMonitors: number | null) =>
  Promise.all(
    [1, 2].map(() =>
      notifyOfQuotas(
        {
          database: services().database,
          configuration: {
            projectMonitors,
            projectDocumentsBytes: 100_000_000,
            projectResultsPerDay: null,
            projectFilesBytes: 10_000,
          },
          announce: QUIET,
        },
        nowMs,
      ),
    ),
  )

test('80, 95 and 100 % of a limit are told of once each, with a link; without a limit, nothing is', async () => {
  await fill(4)
  await lookForQuotas(null)
  expect(await feed('quota')).toEqual([])
  await lookForQuotas(5)
  await lookForQuotas(5)
  expect(await feed('quota')).toMatchObject([{ title: '80 % of the 5 monitors are used', quota: 'monitors', times: 1 }])
  await write()
  expect((await mails())[0]?.letter?.text).toContain(`/tests/?project_key_str=${project.id}`)
  await db().deleteFrom('mail').execute()
  await fill(1)
  await lookForQuotas(5)
  await lookForQuotas(5)
  expect((await feed('quota')).map(({ title }) => title)).toEqual([
    'All 5 monitors are used',
    '80 % of the 5 monitors are used',
  ])
  await write()
  const written = await mails()
  expect(written.map(({ recipient, kind }) => [recipient, kind])).toEqual([
    ['ada@example.com', 'notice-quota'],
    ['olga@example.com', 'notice-quota'],
  ])
  // Well below the step again, and back: that is told of anew.
  await lookForQuotas(20)
  await lookForQuotas(5)
  expect(await feed('quota')).toHaveLength(3)
})

test('use around a step is not told of again and again', async () => {
  await fill(9)
  await lookForQuotas(11)
  await fill(1)
  await lookForQuotas(11)
  await lookForQuotas(12)
  await lookForQuotas(11)
  expect((await feed('quota')).map(({ title }) => title)).toEqual(['81 % of the 11 monitors are used'])
})

test('files count against their limit', async () => {
  await db()
    .insertInto('object')
    .values({
      id: 'file',
      project_key: project.key,
      kind: 'file',
      name: 'f',
      doc: '{}',
      owner: 'x',
      created: 0,
      last_update: 0,
    })
    .execute()
  const { key } = await db().selectFrom('object').select('key').where('id', '=', 'file').executeTakeFirstOrThrow()
  await sql`insert into file_content (project_key, file_key, size) values (${project.key}, ${key}, 9700)`.execute(db())
  await lookForQuotas(null)
  expect(await feed('quota')).toMatchObject([{ quota: 'files', title: expect.stringContaining('97 % of the') }])
})
