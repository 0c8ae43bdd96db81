import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from '../../../src/server/store/accounts/accounts.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Api, apiWith } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { addTotp, tokensAfter } from '../../support/factors.ts'
import { openBrowser, openSignIn, signIn, typePassword } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

// A sign-in is completed with the password, and leads to tokens when the browser goes on. Whoever waits in between must not keep a way in.

const NEW_PASSWORD = 'a whole new password'

let running: TestServer
let url: string
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const now = () => running.server.services.clock()

/** Types the password; answers what came, and a way to go on. */
const completed = async (email: string) => {
  const browser = openBrowser()
  const { page, verifier } = await openSignIn(url, browser)
  const answer = await typePassword(url, browser, page, email, PASSWORD)
  // As the contract says.
  const { redirect_to } = (await answer.json()) as { redirect_to?: string }
  return {
    status: answer.status,
    tokens: () => tokensAfter(url, browser, redirect_to ?? '', verifier).catch(() => ({}) as Record<string, string>),
  }
}

const changes: readonly (readonly [string, (api: Api, id: string) => Promise<unknown>])[] = [
  [
    'a password that was reset by mail',
    async (_, id) => {
      const token = await issueToken(db(), id, 'reset', now())
      await apiWith(url, '').post(`/api/2/account/reset_password/${id}`, { token, password: NEW_PASSWORD })
    },
  ],
  [
    'a changed password',
    (api) => api.post('/api/2/account/password', { password: PASSWORD, new_password: NEW_PASSWORD }),
  ],
  ['the end of all other sessions', (api) => api.post('/api/2/account/sessions/end')],
  ['the first second factor', (api) => addTotp(api, PASSWORD, now())],
]

test.each(changes)('a sign-in that nobody went on with ends with %s', async (what, change) => {
  const { email, id } = await addAccount(running, `${what.replaceAll(' ', '-')}@example.com`)
  const { api } = await signIn(running.server, email, PASSWORD)
  const { tokens } = await completed(email)
  await change(api(), id)
  expect(await tokens()).not.toHaveProperty('access_token')
  // Who is signed in stays so.
  if (what !== changes[0]?.[0]) expect(await api().call('GET', '/api/2/account/')).toMatchObject({ status: 200 })
})

test('without such a change it leads to tokens', async () => {
  const { email } = await addAccount(running, 'unchanged@example.com')
  expect(await (await completed(email)).tokens()).toHaveProperty('access_token')
})

test('a password that is checked while it changes lets nobody in', async () => {
  const { email, id } = await addAccount(running, 'meanwhile@example.com')
  const changing = await db().startTransaction().execute()
  await changing.updateTable('account').set({ password_hash: 'another' }).where('id', '=', id).execute()
  const signingIn = completed(email)
  // The old password was right, and the sign-in waits for the change.
  await eventually(async () => {
    const { count } = await db()
      .selectFrom('oidc_store')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(count) > 0
  })
  await changing.commit().execute()
  const { status, tokens } = await signingIn
  expect(status).toBe(410)
  expect(await tokens()).not.toHaveProperty('access_token')
})
