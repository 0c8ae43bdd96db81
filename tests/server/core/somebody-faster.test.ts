import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'
import { waitsForLock } from '../../support/waits-for-lock.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

test('what refers to something that is deleted at the same moment is refused, and is no fault of the server', async () => {
  const { api } = running
  const { db } = running.server.services.database
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  // Deleted by another server, which has not committed yet.
  const deleting = await db.startTransaction().execute()
  await sql`delete from object where id = ${id}`.execute(deleting)
  const creating = api.call('POST', '/api/3/schedules/', { frequency: 3_600, targets: [id] })
  await waitsForLock(db)
  await deleting.commit().execute()
  expect(await creating).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/was deleted a moment ago/) },
  })
  expect(await api.get('/api/3/schedules/')).toMatchObject({ data: [{ name: 'Default Schedule' }] })
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})

test('a change that PostgreSQL rolls back to end a deadlock is made all the same, once', async () => {
  const { api } = running
  const { db } = running.server.services.database
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/' },
  })
  // Another server has written to the audit log, and is about to lock the monitor.
  const other = await db.startTransaction().execute()
  await sql`select from audit_chain for update`.execute(other)
  const deleting = api.call('DELETE', `/api/2/calls/${id}/`)
  await waitsForLock(db)
  await sql`select from object where id = ${id} for update`.execute(other)
  await other.commit().execute()
  expect(await deleting).toMatchObject({ status: 204 })
  const { rows } =
    await sql`select action from audit where resource ->> 'id' = ${id} and action <> 'monitor.create'`.execute(db)
  expect(rows).toEqual([{ action: 'monitor.delete' }])
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
