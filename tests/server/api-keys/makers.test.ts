import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Level } from '../../../src/domain/core/access.ts'
import { addAccount, grant, PASSWORD, type TestAccount } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let project: { key: number; id: string }
beforeAll(async () => {
  running = await startServer()
  project = await db().selectFrom('project').select(['key', 'id']).orderBy('key').executeTakeFirstOrThrow()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
let made = 0
const maker = async (level: Level, sitePermission?: string): Promise<TestAccount & { secret: string }> => {
  made += 1
  const account = await addAccount(running, `maker${made}@example.com`, sitePermission)
  if (!sitePermission) await grant(running, account, project.key, level)
  const api = (await signIn(running.server, account.email, PASSWORD)).api(project.id)
  const { secret } = await api.post<{ secret: string }>('/api/2/api_keys/', {
    name: account.email,
    access_level: level,
  })
  return { ...account, secret }
}
const setLevel = ({ id }: TestAccount, level: Level | null) =>
  level === null
    ? db().deleteFrom('project_access').where('account_id', '=', id).execute()
    : db().updateTable('project_access').set({ access_level: level }).where('account_id', '=', id).execute()
const answer = async (secret: string) => {
  const { status, body } = await running.api.as(secret).call('GET', '/api/3/monitors/')
  return status === 200 ? 'works' : `${status} ${(body as { error_msg?: string }).error_msg ?? JSON.stringify(body)}`
}
const ended = async (name: string) => {
  const { results } = await running.api.get<{ results: { name: string; ended: string | null }[] }>('/api/2/api_keys/')
  return results.find((row) => row.name === name)?.ended
}

test('a key is refused from the next request on when its maker loses access, and works again with it', async () => {
  const ada = await maker('EDITOR')
  expect(await answer(ada.secret)).toBe('works')
  await setLevel(ada, null)
  expect(await answer(ada.secret)).toMatch(/^401 .*may no longer enter its project/)
  expect(await ended(ada.email)).toBe('no_access')
  await grant(running, ada, project.key, 'EDITOR')
  expect([await answer(ada.secret), await ended(ada.email)]).toEqual(['works', null])
})

test('a key is refused while its maker’s level does not include its own', async () => {
  const ada = await maker('EDITOR')
  for (const [level, says] of [
    ['OWNER', /^works/],
    // A MANAGER has no right to edit, so its level does not include EDITOR.
    ['MANAGER', /^401 .*lower level/],
    ['ANALYST', /^401 .*lower level/],
    ['VIEWER', /^401 .*lower level/],
    ['EDITOR', /^works/],
  ] as const) {
    await setLevel(ada, level)
    expect(await answer(ada.secret), level).toMatch(says)
    expect(await ended(ada.email), level).toBe(says.source.includes('works') ? null : 'level')
  }
})

test('the key of a site admin lives by the site permission', async () => {
  const ada = await maker('OWNER', 'site_admin')
  expect(await answer(ada.secret)).toBe('works')
  await sql`update account set site_permission = 'site_viewer' where id = ${ada.id}`.execute(db())
  expect(await ended(ada.email)).toBe('level')
  await sql`update account set site_permission = null where id = ${ada.id}`.execute(db())
  expect(await ended(ada.email)).toBe('no_access')
})

test('the keys of a deleted account stay in the list and are refused', async () => {
  const ada = await maker('EDITOR')
  await sql`delete from account where id = ${ada.id}`.execute(db())
  expect(await answer(ada.secret)).toMatch(/^401/)
  expect(await ended(ada.email)).toBe('no_access')
})
