import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Row = { id: string; meta: { name: string; last_update: string } }

test('a change of a monitor that is based on an older version is refused, and nothing is stored', async () => {
  const { api } = running
  const { id, meta } = await api.post<Row>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'https://example.com/' },
  })
  const path = `/api/2/calls/${id}/`
  const { last_update: opened } = meta
  await api.post(path, { meta: { name: 'Theirs' }, if_last_update: opened })
  const stale = await api.call('POST', path, { meta: { name: 'Mine' }, if_last_update: opened })
  expect([stale.status, JSON.stringify(stale.body)]).toEqual([
    409,
    expect.stringContaining('This monitor was changed after you opened it.'),
  ])
  const now = await api.get<Row>(`/api/3/monitors/${id}`)
  expect(now.meta.name).toBe('Theirs')
  await api.post(path, { meta: { name: 'Mine' }, if_last_update: now.meta.last_update })
  expect((await api.get<Row>(`/api/3/monitors/${id}`)).meta.name).toBe('Mine')
  const wrong = await api.call('POST', path, { if_last_update: 'yesterday' })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('if_last_update must be')])
})
