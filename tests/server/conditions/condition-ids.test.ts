import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

test('new conditions get ids that no other condition has', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'https://example.com/' },
  })
  const code = { source: 'http_code', condition: 'eq', val: '200' }
  const { conditions } = await running.api.post<{ conditions: { id: string }[] }>(`/api/2/calls/${id}/conditions/`, {
    meta: {},
    conditions: [{ ...code, id: 'c2' }, code, { ...code, id: 'mine' }, code],
  })
  expect(conditions.map((one) => one.id)).toEqual(['c2', 'c1', 'mine', 'c3'])
})
