import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailContent } from '../../../src/server/mail/template.ts'
import { mailUpdates } from '../../../src/server/status/loops.ts'
import { isSealed } from '../../../src/server/store/core/secret-cipher.ts'
import type { Api } from '../../support/api.ts'
import { addUpdate, storeIncident } from '../../support/published-incident.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let projectKey: number
beforeAll(async () => {
  running = await startServer()
  api = running.api
  projectKey = (await db().selectFrom('project').select('key').executeTakeFirstOrThrow()).key
})
afterAll(() => running.stop())
beforeEach(async () => {
  await api.call('DELETE', PATH)
  await db().deleteFrom('mail').execute()
  await db().deleteFrom('incident').execute()
  await api.post(PATH, { published: true, slug: 'shop', title: 'Shop', components: [] })
})

const PATH = '/api/3/project/status-page/'
const db = () => running.server.services.database.db
const work = () => mailUpdates(running.server.services)

const visit = async (path: string, form?: Record<string, string>) => {
  const answer = await fetch(new URL(path, running.server.url), {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: answer.status, text: await answer.text() }
}
const ask = (address: string) => visit('/status/shop/subscribe', { address })

type Letter = { to: string; kind: string; content: MailContent; headers: Record<string, string> | null }

/** The mail in the outbox, oldest first. */
const letters = async (): Promise<Letter[]> => {
  const rows = await db().selectFrom('mail').selectAll().orderBy('key').execute()
  return rows.flatMap(({ recipient: to, kind, letter, headers }) =>
    isSealed(letter)
      ? [{ to, kind, headers, content: JSON.parse(running.server.services.sealing.open(letter)) as MailContent }]
      : [],
  )
}
const linkIn = ({ content }: Letter, word: string): string =>
  new RegExp(`https?://\\S*/${word}/\\S+`).exec(content.text)?.[0] ?? ''
const subscribe = async (address: string): Promise<void> => {
  await ask(address)
  const letter = (await letters()).findLast(({ to }) => to === address)
  const link = letter ? linkIn(letter, 'confirm') : ''
  expect((await visit(link, {})).status).toBe(200)
}
const subscribers = () =>
  api.get<{ meta: { confirmed: number }; data: { id: string; address: string; confirmed: string | null }[] }>(
    `${PATH}subscribers/`,
  )

test('an address is subscribed only after a click in the mail to it, and the link works once', async () => {
  const known = await ask('Grace@Example.com')
  expect(known.status).toBe(200)
  expect((await subscribers()).meta.confirmed).toBe(0)
  const [letter] = await letters()
  expect(letter).toMatchObject({ to: 'grace@example.com', kind: 'status-confirm' })
  const link = letter ? linkIn(letter, 'confirm') : ''
  // Mail programs open links on their own: that alone confirms nothing.
  expect((await visit(link)).text).toContain('method="post"')
  expect((await subscribers()).meta.confirmed).toBe(0)
  expect((await visit(link, {})).text).toContain('You are subscribed')
  expect(await subscribers()).toMatchObject({ meta: { confirmed: 1 }, data: [{ address: 'grace@example.com' }] })
  expect((await visit(link, {})).status).toBe(410)
  const rows = await db().selectFrom('status_subscriber').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1))
})

test('strangers who fill the page keep nobody out, unless they confirm', async () => {
  const fill = (asked: number, confirmed: number | null) =>
    sql`insert into status_subscriber (id, project_key, address, created, expires, confirmed)
      select 'flood ' || n, ${projectKey}, n || '@example.com', ${asked}, ${confirmed === null ? asked + 3 * 86_400_000 : null}, ${confirmed}
      from generate_series(1, 20000) n`.execute(db())
  const hour = 3_600_000
  await fill(Date.now() - 2 * hour, null)
  await ask('grace@example.com')
  expect(await letters()).toHaveLength(1)
  await db().deleteFrom('status_subscriber').execute()
  await fill(Date.now() - 2 * hour, Date.now() - hour)
  await ask('ada@example.com')
  expect(await letters()).toHaveLength(1)
})

test('the answer is the same for a known address, which gets no other mail', async () => {
  await subscribe('grace@example.com')
  const before = (await letters()).length
  const [known, fresh] = [await ask('grace@example.com'), await ask('joan@example.com')]
  expect(known.text.replaceAll('grace', 'joan')).toBe(fresh.text)
  expect((await letters()).length).toBe(before + 1)
  for (let time = 0; time < 5; time++) await ask('joan@example.com')
  expect((await letters()).filter(({ to }) => to === 'joan@example.com').length).toBe(3)
})

test('what is no address is refused, as is a page without subscriptions', async () => {
  for (const address of ['', 'grace', 'a@b"><script>', 'a@b.c\0d', 'a\x1b@b.c', `${'x'.repeat(300)}@example.com`])
    expect((await ask(address)).status).toBe(422)
  await api.post(PATH, { published: true, slug: 'shop', title: 'Shop', subscribing: false, components: [] })
  expect((await ask('grace@example.com')).status).toBe(404)
  expect((await visit('/status/shop')).text).not.toContain('/subscribe')
  expect(await letters()).toEqual([])
})

test('each published update is mailed once to each confirmed subscriber, and ends with one click', async () => {
  await subscribe('grace@example.com')
  await subscribe('joan@example.com')
  await ask('unconfirmed@example.com')
  await db().deleteFrom('mail').execute()
  const now = Date.now()
  const updates = [
    { text: 'We are looking into it', time: now },
    { text: 'Only for us', time: now, isPublic: false },
  ]
  const { key } = await storeIncident(db(), { projectKey, title: 'Checkout fails', begun: now, updates })
  await storeIncident(db(), { projectKey, title: 'A draft', begun: now, published: null, updates })
  await Promise.all([work(), work(), work()])
  await work()
  const sent = await letters()
  expect(sent.map(({ to }) => to).sort()).toEqual(['grace@example.com', 'joan@example.com'])
  const [letter] = sent
  expect(letter?.content.subject).toBe('Shop: Checkout fails (Investigating)')
  expect(letter?.content.text).toContain('We are looking into it')
  const end = letter ? linkIn(letter, 'unsubscribe') : ''
  expect(letter?.headers).toEqual({
    'List-Unsubscribe': `<${end}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect((await visit(end)).text).toContain('method="post"')
  expect((await subscribers()).meta.confirmed).toBe(2)
  expect((await visit(end, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect((await visit(end, {})).text).toContain('not subscribed')
  await addUpdate(db(), key, { text: 'It is over', time: now + 1 })
  await work()
  await work()
  const last = (await letters()).filter(({ content }) => content.text.includes('It is over'))
  expect(last.map(({ to }) => to)).toEqual(sent.filter((one) => one !== letter).map(({ to }) => to))
})

test('published incidents are on the page, in its JSON and its feed; drafts and notes of the team are not', async () => {
  const now = Date.now()
  const updates = [
    { text: 'We are <b>looking</b> into it', time: now - 5_000 },
    { text: 'Only for us', time: now, isPublic: false },
  ]
  await storeIncident(db(), { projectKey, title: 'Checkout & cart fail', begun: now - 10_000, updates })
  await storeIncident(db(), { projectKey, title: 'A draft', begun: now, published: null, updates })
  await storeIncident(db(), { projectKey, title: 'Last week', begun: now - 8e8, ended: now - 7e8, updates: [] })
  await storeIncident(db(), { projectKey, title: 'Long ago', begun: now - 3e9, ended: now - 2e9, updates: [] })
  running.server.services.statusPages.invalidate(projectKey)
  const page = (await visit('/status/shop')).text
  const feed = (await visit('/status/shop.rss')).text
  const json = JSON.parse((await visit('/status/shop.json')).text)
  expect(json).toMatchObject({
    status: { state: 'degraded', sentence: 'An incident is open.' },
    open_incidents: [{ title: 'Checkout & cart fail', updates: [{ text: 'We are <b>looking</b> into it' }] }],
    past_incidents: [{ title: 'Last week' }],
  })
  expect(page).toContain('Checkout &amp; cart fail')
  expect(page).toContain('&lt;b&gt;looking')
  expect(feed.match(/<item>/g)?.length).toBe(1)
  expect(feed).toContain('<title>Investigating: Checkout &amp; cart fail</title>')
  for (const text of [page, feed, JSON.stringify(json)])
    for (const hidden of ['Only for us', 'A draft', 'Long ago', 'somebody']) expect(text).not.toContain(hidden)
  const again = (await visit('/status/shop.rss')).text
  expect(again.match(/<guid.*guid>/g)).toEqual(feed.match(/<guid.*guid>/g))
})

test('addresses are masked below the level OWNER, and gone with the page', async () => {
  await subscribe('grace@example.com')
  const { secret: managerKey } = await api.post<{ secret: string }>('/api/2/api_keys/', {
    name: 'manager',
    access_level: 'MANAGER',
  })
  const manager = api.as(managerKey)
  const masked = await manager.get<{ data: { id: string; address: string }[] }>(`${PATH}subscribers/`)
  expect(masked.data.map(({ address }) => address)).toEqual(['g•••@•••.com'])
  const { id = '' } = masked.data[0] ?? {}
  expect((await manager.call('DELETE', `${PATH}subscribers/${id}`)).status).toBe(403)
  expect((await api.call('DELETE', `${PATH}subscribers/${id}`)).status).toBe(204)
  const audit = JSON.stringify(await db().selectFrom('audit').selectAll().execute())
  expect(audit).not.toContain('grace@example.com')
  await subscribe('joan@example.com')
  expect((await api.call('DELETE', PATH)).status).toBe(204)
  expect(await db().selectFrom('status_subscriber').selectAll().execute()).toEqual([])
})

test('a line end in a title does not become a header of the mail', async () => {
  await api.post(PATH, { published: true, slug: 'shop', title: 'Shop', components: [] })
  // One that was stored before such titles were refused.
  const title = JSON.stringify('Shop\r\nBcc: eve@example.com')
  await sql`update status_page set doc = jsonb_set(doc, '{title}', ${title}::jsonb)`.execute(db())
  running.server.services.statusPages.invalidate(projectKey)
  await ask('grace@example.com')
  const [letter] = await letters()
  expect(letter?.content.subject).toBe('Confirm your subscription to Shop Bcc: eve@example[.]com')
})
