import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

test('setting up an installation leaves one entry', async () => {
  const empty = await startServer({
    env: { SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '', SONDE_ADMIN_API_KEY: '' },
  })
  const { server } = empty
  const body = { token: server.setupToken, email: 'eve@example.com', password: 'long and unusual' }
  expect((await empty.api.as('').call('POST', '/api/2/setup', body)).status).toBe(201)
  const entries = await server.services.database.db.selectFrom('audit').select('action').execute()
  expect(entries).toEqual([{ action: 'setup.complete' }])
  await empty.stop()
})

test('the set-up by the variables of the first account leaves one entry, by the system', async () => {
  const running = await startServer()
  const { db } = running.server.services.database
  const [entry] = await db.selectFrom('audit').selectAll().orderBy('key').limit(1).execute()
  expect(entry).toMatchObject({
    action: 'setup.complete',
    project_key: null,
    actor: { kind: 'system', id: null },
    ip: null,
    resource: { type: 'account', name: 'ada@example.com' },
  })
  expect(await db.selectFrom('audit').select('key').where('action', '=', 'setup.complete').execute()).toHaveLength(1)
  await running.stop()
})
