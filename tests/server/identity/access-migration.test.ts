import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '../../../src/server/store/core/migrations/0016-access.ts'
import { PASSWORD } from '../../support/accounts.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer({ env: { SONDE_REGISTRATION: 'open' } })
})
afterAll(() => running.stop())

type Key = { id: string; secret: string; expires: string | null }
const KEYS = '/api/2/api_keys/'

test('the migration finds what an older version knew of keys, owners and recipients', async () => {
  const { db } = running.server.services.database
  const { api } = running
  const key = await api.post<Key>(KEYS, { name: 'maker', expires_days: 1 })
  const child = await api.as(key.secret).post<Key>(KEYS, { name: 'child', expires: key.expires })
  await api.as(child.secret).post('/api/2/account/projects', { name: 'founded' })
  const body = { email: 'new@example.com', password: PASSWORD }
  await api.as('').post('/api/2/account/register', body)
  const parameters = { email_address: 'Ops@example.com, on-call@example.com' }
  await api.post('/api/3/webhooks/', { web_hook_type: 'email', parameters })
  const known = async () => ({
    keys: await db.selectFrom('api_key').select(['id', 'created_by_key', 'expires']).orderBy('id').execute(),
    projects: await db.selectFrom('project').select(['id', 'held']).orderBy('id').execute(),
  })
  const before = await known()
  expect(before.keys.filter(({ created_by_key }) => created_by_key !== null)).toHaveLength(3)
  expect(before.projects.filter(({ held }) => held)).toHaveLength(1)

  // As an older version left it: nothing of all this, and a key that outlives its maker.
  await sql`alter table api_key drop column created_by_key`.execute(db)
  await sql`alter table project drop column held`.execute(db)
  await sql`drop table alert_recipient`.execute(db)
  await db.updateTable('api_key').set({ expires: null }).where('name', '=', 'First key').execute()
  await sql.raw(access).execute(db)

  expect(await known()).toEqual(before)
  const recipients = await db
    .selectFrom('alert_recipient')
    .select(['address', 'confirmed'])
    .orderBy('address')
    .execute()
  expect(recipients).toEqual([
    { address: 'on-call@example.com', confirmed: expect.any(Number) },
    { address: 'ops@example.com', confirmed: expect.any(Number) },
  ])
})
