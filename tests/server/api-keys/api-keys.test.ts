import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds, LEVELS, type Level, levelsWithin } from '../../../src/domain/core/access.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Answer, Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let now = Date.now()
let project: { key: number; id: string }
const people = new Map<Level, Api>()
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  for (const level of LEVELS) {
    const account = await addAccount(running, `${level.toLowerCase()}@example.com`)
    await grant(running, account, project.key, level)
    people.set(level, (await signIn(running.server, account.email, PASSWORD)).api(project.id))
  }
})
afterAll(() => running.stop())

const KEYS = '/api/2/api_keys/'
type Key = { id: string; name: string; prefix: string; access_level: string; last_used: string | null; secret: string }
const as = (level: Level): Api => people.get(level) ?? running.api.as('')
const make = async (api: Api, body: object): Promise<Key> => api.post<Key>(KEYS, body)
const listed = async () => (await as('OWNER').get<{ results: (Key & Record<string, unknown>)[] }>(KEYS)).results
const works = (key: string): Promise<Answer> => running.api.as(key).call('GET', '/api/3/monitors/')
const DAY_MS = 86_400_000

test('a key is shown once, works in its project at its level, and is listed by its first letters only', async () => {
  const made = await make(as('EDITOR'), { name: 'CI', expires_days: 30 })
  expect(made).toMatchObject({
    name: 'CI',
    access_level: 'EDITOR',
    prefix: made.secret.slice(0, 4),
    project_id: project.id,
    created_by: 'editor',
    last_used: null,
    expires: new Date(now + 30 * DAY_MS).toISOString(),
  })
  const { status } = await works(made.secret)
  expect(status).toBe(200)
  const text = JSON.stringify(await listed())
  expect(text).toContain(made.id)
  expect(text).not.toContain(made.secret)
  const { db } = running.server.services.database
  const everything = JSON.stringify([
    await db.selectFrom('api_key').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    running.log,
  ])
  expect(everything).not.toContain(made.secret)
  expect(await running.api.as(made.secret).call('DELETE', `/api/2/projects/${project.id}`)).toMatchObject({
    status: 403,
  })
})

test('nobody can grant a right that they lack, and viewers have no keys', async () => {
  for (const level of LEVELS)
    for (const wanted of LEVELS) {
      const { status, body } = await as(level).call('POST', KEYS, { name: 'x', access_level: wanted })
      const may = holds(level, 'inspect') && levelsWithin(level).includes(wanted)
      expect([level, wanted, status]).toEqual([level, wanted, may ? 201 : level === 'VIEWER' ? 403 : 422])
      if (status === 422) expect(JSON.stringify(body)).toContain('access_level')
    }
  expect(levelsWithin('MANAGER')).toEqual(['MANAGER', 'ANALYST', 'VIEWER'])
  expect((await as('VIEWER').call('GET', KEYS)).status).toBe(403)
})

test('a revoked or expired key stops working immediately, with a reason', async () => {
  const kept = await make(as('OWNER'), { name: 'kept' })
  const revoked = await make(as('OWNER'), { name: 'revoked' })
  const brief = await make(as('OWNER'), { name: 'brief', expires: new Date(now + 60_000).toISOString() })
  expect((await works(revoked.secret)).status).toBe(200)
  expect((await as('OWNER').call('DELETE', `${KEYS}${revoked.id}/`)).status).toBe(204)
  expect(await works(revoked.secret)).toMatchObject({
    status: 401,
    body: { detail: expect.stringContaining('revoked') },
  })
  expect((await as('OWNER').call('DELETE', `${KEYS}${revoked.id}/`)).status).toBe(404)
  expect((await works(brief.secret)).status).toBe(200)
  now += 60_000
  expect(await works(brief.secret)).toMatchObject({ status: 401, body: { detail: expect.stringContaining('expired') } })
  expect((await works(kept.secret)).status).toBe(200)
})

test('the last use of a key is recorded at most once a minute', async () => {
  const { id, secret } = await make(as('OWNER'), { name: 'used' })
  const lastUsed = async () => (await listed()).find((key) => key.id === id)?.last_used
  await works(secret)
  const first = new Date(now).toISOString()
  now += 59_000
  await works(secret)
  expect(await lastUsed()).toBe(first)
  now += 2_000
  await works(secret)
  expect(await lastUsed()).toBe(new Date(now).toISOString())
})

test('an expiry in the past, or given twice, is refused by its field', async () => {
  for (const expiry of [
    { expires: 'tomorrow' },
    { expires: new Date(now - 1).toISOString() },
    { expires: new Date(now + DAY_MS).toISOString(), expires_days: 3 },
    { expires_days: 0 },
    { expires_days: 4000 },
  ]) {
    const { status, body } = await as('OWNER').call('POST', KEYS, { name: 'x', ...expiry })
    expect([expiry, status]).toEqual([expiry, 422])
    expect(JSON.stringify(body)).toContain('expires')
  }
  expect((await as('OWNER').call('POST', KEYS, { name: ' ' })).status).toBe(400)
})

test('a key cannot create a key that outlives it', async () => {
  const brief = await make(as('OWNER'), { name: 'brief', expires_days: 1 })
  const api = running.api.as(brief.secret)
  expect((await api.call('POST', KEYS, { name: 'for ever' })).status).toBe(422)
  expect((await api.call('POST', KEYS, { name: 'longer', expires_days: 2 })).status).toBe(422)
  expect((await api.call('POST', KEYS, { name: 'as long', expires_days: 1 })).status).toBe(201)
})

test('people revoke their own keys, managers those of others, and nobody those of another project', async () => {
  const analysts = await make(as('ANALYST'), { name: 'analyst’s' })
  expect((await as('EDITOR').call('DELETE', `${KEYS}${analysts.id}/`)).status).toBe(403)
  expect((await as('ANALYST').call('DELETE', `${KEYS}${analysts.id}/`)).status).toBe(204)
  const editors = await make(as('EDITOR'), { name: 'editor’s' })
  expect((await as('MANAGER').call('DELETE', `${KEYS}${editors.id}/`)).status).toBe(204)
  const { db } = running.server.services.database
  const owner = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const other = await createProject(db, { name: 'other', orgId: null, tags: [], accountId: owner.id, now })
  const stranger = await addAccount(running, 'stranger@example.com')
  await grant(running, stranger, other.key, 'OWNER')
  const theirs = (await signIn(running.server, stranger.email, PASSWORD)).api(other.id)
  const kept = await make(as('OWNER'), { name: 'kept' })
  expect((await theirs.call('DELETE', `${KEYS}${kept.id}/`)).status).toBe(404)
  expect(await theirs.get(KEYS)).toMatchObject({ results: [] })
})

test('creating and revoking a key are audited', async () => {
  const { id } = await make(as('OWNER'), { name: 'told' })
  await as('OWNER').call('DELETE', `${KEYS}${id}/`)
  const rows = await running.server.services.database.db.selectFrom('audit').select(['action', 'resource']).execute()
  const mine = rows.filter(({ resource }) => (resource as { id: string }).id === id)
  expect(mine.map(({ action }) => action)).toEqual(['key.create', 'key.revoke'])
})
