import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { openBrowser, type SignedIn, signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const ACCOUNT = '/api/2/account/'
type Profile = { name: string; nickname: string | null; preferences: Record<string, unknown>; picture: string | null }
const newcomer = async (email: string): Promise<{ id: string; person: SignedIn }> => {
  const { id } = await addAccount(running, email)
  return { id, person: await signIn(running.server, email, PASSWORD) }
}
const PICTURE = `data:image/png;base64,${Buffer.from('a small picture').toString('base64')}`

test('an update changes only its fields, and every view of the profile follows', async () => {
  const { person } = await newcomer('grace@example.com')
  const api = person.api()
  expect(await api.get(ACCOUNT)).toMatchObject({
    email: 'grace@example.com',
    email_verified: true,
    name: 'grace',
    nickname: null,
    picture: null,
    default_project_id: null,
    preferences: {},
    has_password: true,
  })
  await api.post(ACCOUNT, { name: ' Grace Hopper ', preferences: { theme: 'dark', time_zone: 'Europe/Vienna' } })
  await api.post(ACCOUNT, {
    nickname: 'Amazing',
    picture: PICTURE,
    preferences: { single_keys: false, keys: { 'monitor.run': 'y', 'monitor.edit': null } },
  })
  expect(await api.get<Profile>(ACCOUNT)).toMatchObject({
    name: 'Grace Hopper',
    nickname: 'Amazing',
    picture: PICTURE,
    preferences: {
      theme: 'dark',
      time_zone: 'Europe/Vienna',
      single_keys: false,
      keys: { 'monitor.run': 'y', 'monitor.edit': null },
    },
  })
  expect(await api.get('/api/2/account/projects')).toMatchObject({
    meta: {
      account: { name: 'Grace Hopper', nickname: 'Amazing', picture: PICTURE },
      preferences: {
        theme: 'dark',
        time_zone: 'Europe/Vienna',
        single_keys: false,
        keys: { 'monitor.run': 'y', 'monitor.edit': null },
      },
    },
  })
  await api.post(ACCOUNT, { nickname: '', picture: null })
  expect(await api.get<Profile>(ACCOUNT)).toMatchObject({ nickname: null, picture: null, name: 'Grace Hopper' })
})

test('invalid fields are named, and nothing of the request is stored', async () => {
  const { person } = await newcomer('wrong@example.com')
  for (const [body, field] of [
    [{ name: '   ' }, 'name'],
    [{ picture: 'https://example.com/me.png' }, 'picture'],
    [{ picture: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'picture'],
    [{ picture: `data:image/png;base64,${'A'.repeat(100_000)}` }, 'picture'],
    [{ preferences: { time_zone: 'Mars/Olympus' } }, 'preferences.time_zone'],
    [{ preferences: { theme: 'pink' } }, 'preferences.theme'],
    [
      { preferences: { keys: Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`a.${n}`, 'y'])) } },
      'preferences.keys',
    ],
    [{ preferences: { keys: { 'monitor.run': 'y'.repeat(41) } } }, 'preferences.keys.monitor.run'],
    [{ default_project_id: 'nowhere' }, 'default_project_id'],
  ] as const) {
    const { status, body: answer } = await person.api().call('POST', ACCOUNT, { nickname: 'kept?', ...body })
    expect([400, 422], field).toContain(status)
    expect(JSON.stringify(answer)).toContain(field.split('.').at(-1))
  }
  expect(await person.api().get(ACCOUNT)).toMatchObject({ name: 'wrong', nickname: null })
  expect((await running.api.call('POST', ACCOUNT, { name: 'A key' })).status).toBe(403)
  expect((await running.api.as('').call('GET', ACCOUNT)).status).toBe(401)
})

test('the default project must be one that the person may enter', async () => {
  const { id, person } = await newcomer('lander@example.com')
  const { db } = running.server.services.database
  const owner = await db.selectFrom('account').select('id').orderBy('created').executeTakeFirstOrThrow()
  const made = { orgId: null, tags: [], accountId: owner.id, now: Date.now() }
  const [open, closed] = [
    await createProject(db, { name: 'open', ...made }),
    await createProject(db, { name: 'closed', ...made }),
  ]
  await grant(running, { id, email: '' }, open.key, 'VIEWER')
  expect((await person.api().call('POST', ACCOUNT, { default_project_id: closed.id })).status).toBe(422)
  await person.api().post(ACCOUNT, { default_project_id: open.id })
  expect(await person.api().get('/api/2/account/projects')).toMatchObject({ meta: { default_project_id: open.id } })
})

test('profile changes are audited without the picture; preferences are not', async () => {
  const { id, person } = await newcomer('audited@example.com')
  await person.api().post(ACCOUNT, { preferences: { theme: 'light' } })
  await person.api().post(ACCOUNT, { name: 'Audited', picture: PICTURE })
  const rows = await running.server.services.database.db.selectFrom('audit').selectAll().execute()
  const mine = rows.filter(
    ({ resource, action }) => (resource as { id: string }).id === id && action === 'account.update',
  )
  expect(mine).toHaveLength(1)
  expect(JSON.stringify(mine)).not.toContain(PICTURE.slice(-12))
})

type Session = { id: string; current: boolean; user_agent: string | null; client: string }
const sessionsOf = async (person: SignedIn) =>
  (await person.api().get<{ results: Session[] }>('/api/2/account/sessions/')).results

/** A browser with a user agent. */
const browserCalled = (name: string) =>
  openBrowser((address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('user-agent', name)
    return fetch(address, { ...init, headers })
  })

test('every session is listed; one can be ended, or all others at once', async () => {
  const { email } = await addAccount(running, 'everywhere@example.com')
  const at = (name: string) => signIn(running.server, email, PASSWORD, browserCalled(name))
  const [laptop, phone, tablet] = [await at('Laptop'), await at('Phone'), await at('Tablet')]
  const sessions = await sessionsOf(laptop)
  expect(sessions.map(({ user_agent }) => user_agent).sort()).toEqual(['Laptop', 'Phone', 'Tablet'])
  expect(sessions.filter(({ current }) => current).map(({ user_agent }) => user_agent)).toEqual(['Laptop'])
  const idOf = (name: string) => sessions.find(({ user_agent }) => user_agent === name)?.id
  const end = (id: string | undefined) => laptop.api().call('DELETE', `/api/2/account/sessions/${id}`)
  expect((await end(idOf('Laptop'))).status).toBe(409)
  expect((await end(idOf('Phone'))).status).toBe(204)
  expect((await end(idOf('Phone'))).status).toBe(404)
  expect((await phone.api().call('GET', ACCOUNT)).status).toBe(401)
  expect((await tablet.api().call('GET', ACCOUNT)).status).toBe(200)
  await laptop.api().post('/api/2/account/sessions/end')

  expect((await tablet.api().call('GET', ACCOUNT)).status).toBe(401)
  expect((await sessionsOf(laptop)).map(({ user_agent }) => user_agent)).toEqual(['Laptop'])
})

test('a person cannot end another person’s session', async () => {
  const victim = await newcomer('victim@example.com')
  const [{ id } = { id: '' }] = await sessionsOf(victim.person)
  const other = await newcomer('other@example.com')
  expect((await other.person.api().call('DELETE', `/api/2/account/sessions/${id}`)).status).toBe(404)
  expect((await victim.person.api().call('GET', ACCOUNT)).status).toBe(200)
  expect((await running.api.call('GET', '/api/2/account/sessions/')).status).toBe(403)
})
