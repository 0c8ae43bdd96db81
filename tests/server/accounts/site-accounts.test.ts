import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { openLiveStream } from '../../support/live-stream.ts'
import { exchangeTokens, openBrowser, openSignIn, type SignedIn, signIn, typePassword } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let skipMs = 0
let project: { key: number; id: string }
let ada: Api
beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + skipMs })
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})
afterAll(() => running.stop())

type Row = { id: string; email: string; blocked: string | null; email_verified: boolean; site_admin: boolean }
const ACCOUNTS = '/api/2/admin/accounts/'
const listed = async (query = '') => (await ada.get<{ results: Row[] }>(`${ACCOUNTS}${query}`)).results
const owner = async (email: string): Promise<{ account: TestAccount; person: SignedIn; api: Api }> => {
  const account = await addAccount(running, email)
  await grant(running, account, project.key, 'OWNER')
  const person = await signIn(running.server, email, PASSWORD)
  return { account, person, api: person.api(project.id) }
}
const typed = async (email: string, password: string) => {
  const browser = openBrowser()
  const { page } = await openSignIn(running.server.url, browser)
  const answer = await typePassword(running.server.url, browser, page, email, password)
  return { status: answer.status, text: await answer.text() }
}

test('a blocked account loses sessions, tokens, keys and streams, sees why at sign-in, and works again when unblocked', async () => {
  const { account, person, api } = await owner('leaver@example.com')
  const key = await api.post<{ secret: string }>('/api/2/api_keys/', { name: 'k' })
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', { name: 'Theirs' })
  const streams = [
    await openLiveStream(api, undefined, { 'sonde-project-id': project.id }),
    await openLiveStream(running.api.as(key.secret)),
  ]

  expect(await ada.post<Row>(`${ACCOUNTS}${account.id}/block`)).toMatchObject({
    email: account.email,
    blocked: expect.any(String),
  })
  expect((await api.call('GET', '/api/3/monitors/')).status).toBe(401)
  expect(await running.api.as(key.secret).call('GET', '/api/3/monitors/')).toMatchObject({
    status: 401,
    body: { detail: expect.stringContaining('blocked') },
  })
  const refreshed = await exchangeTokens(running.server.url, person.browser, {
    grant_type: 'refresh_token',
    refresh_token: person.refreshToken,
  })
  expect(refreshed.status).toBe(400)
  skipMs += 11_000
  for (const stream of streams) await stream.ended()

  const right = await typed(account.email, PASSWORD)
  expect(right.status).toBe(403)
  expect(right.text).toContain('This account is blocked')
  expect((await typed(account.email, 'something else')).text).toContain('wrong')
  expect((await listed('?status=blocked')).map(({ email }) => email)).toEqual([account.email])
  // What they made is the project's: it goes on.
  expect(await running.api.get(`/api/3/schedules/${schedule.id}`)).toMatchObject({ enabled: true })

  expect(await ada.post<Row>(`${ACCOUNTS}${account.id}/unblock`)).toMatchObject({ blocked: null })
  // The sessions that were ended stay ended.
  expect((await api.call('GET', '/api/3/monitors/')).status).toBe(401)
  expect((await running.api.as(key.secret).call('GET', '/api/3/monitors/')).status).toBe(200)
  await signIn(running.server, account.email, PASSWORD)
})

test('nobody can block themselves, and of two site admins who block each other one remains', async () => {
  const eve = await addAccount(running, 'eve@example.com', 'site_admin')
  const eveApi = (await signIn(running.server, eve.email, PASSWORD)).api()
  const all = await listed()
  const adaId = all.find(({ email }) => email === 'ada@example.com')?.id ?? ''
  expect(await ada.call('POST', `${ACCOUNTS}${adaId}/block`)).toMatchObject({ status: 409 })
  const answers = await Promise.all([
    ada.call('POST', `${ACCOUNTS}${eve.id}/block`),
    eveApi.call('POST', `${ACCOUNTS}${adaId}/block`),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { db } = running.server.services.database
  await db.updateTable('account').set({ blocked: null }).execute()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
})

test('accounts are searched by parts of names and addresses, page by page', async () => {
  for (const name of ['one', 'two', 'three']) await addAccount(running, `100%-${name}@example.org`)
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { meta: { next_cursor: string | null }; results: Row[] } = await ada.get(
      `${ACCOUNTS}?${new URLSearchParams({ search: '100%-', limit: '2', ...(cursor && { cursor }) })}`,
    )
    found.push(...page.results.map(({ email }) => email))
    cursor = page.meta.next_cursor
  }
  expect(found.sort()).toEqual(['100%-one@example.org', '100%-three@example.org', '100%-two@example.org'])
  expect(await listed('?search=_')).toEqual([])
  expect((await ada.call('POST', `${ACCOUNTS}nobody/block`)).status).toBe(404)
})
