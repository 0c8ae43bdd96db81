import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { connect, rpc } from './connecting.ts'

// Whoever ends a stolen session must put the thief out: what that session connected ends with it, and the owner is told of it.

let running: TestServer
let url: string
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const statusOf = async (token: string) => (await rpc(url, token, 'tools/list')).status
const mailsTo = async (email: string) => {
  const rows = await db().selectFrom('mail').select('kind').where('recipient', '=', email).orderBy('key').execute()
  return rows.map(({ kind }) => kind)
}

/** An account with an application that each of its two sessions connected. */
const robbed = async (email: string) => {
  await addAccount(running, email)
  const [own, stolen] = [await signIn(running.server, email, PASSWORD), await signIn(running.server, email, PASSWORD)]
  const [kept, thief] = [await connect(url, own.api()), await connect(url, stolen.api())]
  expect([await statusOf(kept.access), await statusOf(thief.access)]).toEqual([200, 200])
  return { api: own.api(), statuses: async () => [await statusOf(kept.access), await statusOf(thief.access)] }
}

const ways: readonly (readonly [string, (api: Api) => Promise<unknown>])[] = [
  [
    'a new password',
    (api) => api.post('/api/2/account/password', { password: PASSWORD, new_password: 'a whole new password' }),
  ],
  ['the end of all other sessions', (api) => api.post('/api/2/account/sessions/end')],
  [
    'the end of that session',
    async (api) => {
      const { results } = await api.get<{ results: { id: string; current: boolean }[] }>('/api/2/account/sessions/')
      await api.call('DELETE', `/api/2/account/sessions/${results.find(({ current }) => !current)?.id}`)
    },
  ],
]

test.each(ways)('%s ends what another session connected, and keeps what the current one did', async (what, end) => {
  const { api, statuses } = await robbed(`${what.replaceAll(' ', '-')}@example.com`)
  await end(api)
  expect(await statuses()).toEqual([200, 401])
})

test('signing out keeps what the session connected', async () => {
  const { email } = await addAccount(running, 'leaves@example.com')
  const session = await signIn(running.server, email, PASSWORD)
  const { access } = await connect(url, session.api())
  await session.api().call('GET', '/api/2/logout')
  expect(await statusOf(access)).toBe(200)
})

test('the owner is told of a connected application, an API key and a join token', async () => {
  const { email } = await addAccount(running, 'told@example.com')
  const { api } = await signIn(running.server, email, PASSWORD)
  await connect(url, api())
  const { id } = await api().post<{ id: string }>('/api/2/account/projects', { name: 'Mine' })
  await api(id).post('/api/2/api_keys/', { name: 'CI' })
  await api(id).post('/api/3/agents/join-tokens/', { name: 'lab', bound_to: { project_ids: [id] } })
  expect(await mailsTo(email)).toEqual(['application-connected', 'key-made', 'join-token-made'])
})
