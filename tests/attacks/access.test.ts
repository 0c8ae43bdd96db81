import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD, type TestAccount } from '../support/accounts.ts'
import type { Answer, Api } from '../support/api.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

const KEYS = '/api/2/api_keys/'
const DAY_MS = 86_400_000
type Key = { id: string; secret: string; expires: string | null }

let running: TestServer
let now = Date.now()
let project: { key: number; id: string }
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
})
afterAll(() => running.stop())

const make = (api: Api, body: object): Promise<Key> => api.post<Key>(KEYS, body)
const works = (key: string): Promise<Answer> => running.api.as(key).call('GET', '/api/3/monitors/')

/** An account that owns the project, signed in. */
const owner = async (email: string): Promise<{ account: TestAccount; api: Api }> => {
  const account = await addAccount(running, email)
  await grant(running, account, project.key, 'OWNER')
  return { account, api: (await signIn(running.server, email, PASSWORD)).api(project.id) }
}

describe('access ends with its source', () => {
  test('revoking a key ends all keys created by it, directly or indirectly', async () => {
    const stolen = await make(running.api, { name: 'stolen' })
    const child = await make(running.api.as(stolen.secret), { name: 'child' })
    const grandchild = await make(running.api.as(child.secret), { name: 'grandchild' })
    const founded = await running.api
      .as(grandchild.secret)
      .post<{ id: string; api_key: string }>('/api/2/account/projects', { name: 'elsewhere' })
    for (const key of [child.secret, grandchild.secret, founded.api_key]) expect((await works(key)).status).toBe(200)

    await running.api.call('DELETE', `${KEYS}${stolen.id}/`)
    for (const key of [stolen.secret, child.secret, grandchild.secret, founded.api_key])
      expect((await works(key)).status).toBe(401)
    const { results } = await running.api.get<{ results: Key[] }>(KEYS)
    expect(results.map(({ id }) => id)).not.toContain(grandchild.id)
  })

  test('a blocked account’s keys, and those they created, are invalid until it is unblocked', async () => {
    const { account, api } = await owner('leaver@example.com')
    const key = await make(api, { name: 'theirs' })
    const child = await make(running.api.as(key.secret), { name: 'child' })
    const { db } = running.server.services.database
    const block = (at: number | null) =>
      db.updateTable('account').set({ blocked: at }).where('id', '=', account.id).execute()
    await block(now)
    for (const one of [key, child]) expect(await works(one.secret)).toMatchObject({ status: 401 })
    expect((await api.call('GET', '/api/3/monitors/')).status).toBe(401)
    await block(null)
    for (const one of [key, child]) expect((await works(one.secret)).status).toBe(200)
  })

  // Last, because access tokens expire within the day that passes here.
  test('the first key of a project created with an expiring key expires with it', async () => {
    const key = await make(running.api, { name: 'a day', expires_days: 1 })
    const founded = await running.api
      .as(key.secret)
      .post<{ api_key: string }>('/api/2/account/projects', { name: 'for longer' })
    expect((await works(founded.api_key)).status).toBe(200)
    now += DAY_MS
    expect((await works(key.secret)).status).toBe(401)
    expect((await works(founded.api_key)).status).toBe(401)
  })
})
