import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { waitsForLock } from '../../support/waits-for-lock.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())
const db = () => running.server.services.database.db

let count = 0
const admin = async () => {
  const account = await addAccount(running, `admin${++count}@example.com`, 'site_admin')
  return { ...account, api: (await signIn(running.server, account.email, PASSWORD)).api() }
}
type Admin = Awaited<ReturnType<typeof admin>>

const demoted = { site_permission: null }
const blocked = { blocked: 1 }

/** What a site admin may ask for in the moment in which the right is taken. */
const requests: [string, object, (eve: Admin, mate: string) => [string, string, object?]][] = [
  ['their own permission', demoted, (eve) => ['POST', `${eve.id}/permission`, { site_permission: 'site_admin' }]],
  [
    'the permission of another',
    demoted,
    (_, mate) => ['POST', `${mate}/permission`, { site_permission: 'site_admin' }],
  ],
  ['being unblocked', blocked, (eve) => ['POST', `${eve.id}/unblock`]],
  ['a block of another', demoted, (_, mate) => ['POST', `${mate}/block`]],
  ['another’s factors to be reset', demoted, (_, mate) => ['POST', `${mate}/factors/reset`]],
]

/** Takes the right as the request of another site admin does: under the lock that such changes share. */
const taking = async (eve: Admin, change: object) => {
  const trx = await db().startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtextextended('site', 1))`.execute(trx)
  await trx.updateTable('account').set(change).where('id', '=', eve.id).execute()
  return trx
}
const waits = () => waitsForLock(db())

test.each(requests)('a site admin whose right is taken meanwhile does not get %s', async (_, change, requestOf) => {
  const [eve, mate] = [await admin(), await addAccount(running, `mate${++count}@example.com`)]
  const read = () =>
    db()
      .selectFrom('account')
      .select(['site_permission', 'blocked'])
      .where('id', 'in', [eve.id, mate.id])
      .orderBy('id')
      .execute()
  const taken = await taking(eve, change)
  const [method, path, body] = requestOf(eve, mate.id)
  const asked = eve.api.call(method, `/api/2/admin/accounts/${path}`, body)
  await waits()
  await taken.commit().execute()
  const before = await read()
  expect([401, 403]).toContain((await asked).status)
  expect(await read()).toEqual(before)
})

test('a site admin whose right is taken while an organization is locked changes nothing in it', async () => {
  const [eve, boss] = [await admin(), await addAccount(running, 'boss@example.com')]
  const api = (await signIn(running.server, boss.email, PASSWORD)).api()
  const { id: org } = await api.post<{ id: string }>('/api/2/organizations/', { name: 'Bank' })
  const trx = await db().startTransaction().execute()
  await sql`select from organization where id = ${org} for update`.execute(trx)
  const asked = eve.api.call('POST', `/api/2/organizations/${org}/roles`, { id: 'OURS' })
  await waits()
  await db().updateTable('account').set(demoted).where('id', '=', eve.id).execute()
  await trx.commit().execute()
  expect((await asked).status).toBe(404)
})

test('two site admins who take each other’s right at the same time are not both obeyed', async () => {
  const [one, two] = [await admin(), await admin()]
  const take = (by: Admin, from: Admin) =>
    by.api.call('POST', `/api/2/admin/accounts/${from.id}/permission`, { site_permission: null })
  const answers = await Promise.all([take(one, two), take(two, one)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})
