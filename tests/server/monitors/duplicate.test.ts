import { afterAll, beforeAll, expect, test } from 'vitest'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Row = { id: string; meta: { name: string; tags: string[] }; request: object; access: object }

test('a copy has the request with its secrets and the conditions, and shares nothing', async () => {
  const { api } = running
  const original = await api.post<Row>('/api/2/calls/', {
    meta: { name: 'Orders', tags: ['shop', 'sys:timeout:30'] },
    request: {
      url: 'https://example.com/',
      headers: [{ key: 'Authorization', value: 'Bearer CANARY' }],
      variables: [{ key: 'pin', value: '1234', secret: true }],
    },
    access: { org: true, settings: true },
  })
  const condition = { id: 'c7', source: 'http_code', condition: 'eq', val: '200' }
  await api.post(`/api/2/calls/${original.id}/conditions/`, { meta: { break_on_fail: true }, conditions: [condition] })
  const copy = await api.post<Row>(`/api/3/monitors/${original.id}/duplicate`, {})
  expect(copy.id).not.toBe(original.id)
  expect(copy).toMatchObject({
    meta: { name: 'Orders (copy)', tags: ['shop', 'sys:timeout:30'] },
    request: {
      headers: [{ key: 'Authorization', value: MASK }],
      variables: [{ key: 'pin', value: MASK, secret: true }],
    },
    access: { org: false, settings: false },
    schedule_ids: [],
  })
  expect(await api.get(`/api/2/calls/${copy.id}/conditions/`)).toMatchObject({
    meta: { break_on_fail: true, call_id: copy.id },
    conditions: [condition],
  })
  // The secret is bound to its origin in the copy too.
  const elsewhere = { request: { url: 'https://evil.example/' } }
  expect((await api.call('POST', `/api/2/calls/${copy.id}/`, elsewhere)).status).toBe(400)
  expect(await api.post<Row>(`/api/3/monitors/${original.id}/duplicate`, { name: ' Mine ' })).toMatchObject({
    meta: { name: 'Mine' },
  })
  expect((await api.call('POST', `/api/3/monitors/${original.id}/duplicate`, { name: '  ' })).status).toBe(400)
  expect((await api.call('POST', '/api/3/monitors/none/duplicate', {})).status).toBe(404)
})

test('accept and content type are mirrored from the headers, unless they are secret', async () => {
  const make = (headers: object[]) =>
    running.api.post('/api/2/calls/', {
      meta: { name: 'One' },
      request: { method: 'post', url: '{{ host }}/a', headers, body: '{}' },
    })
  expect(
    await make([
      { key: 'accept', value: 'text/html' },
      { key: 'CONTENT-TYPE', value: 'application/json' },
    ]),
  ).toMatchObject({
    meta: { domain: null, accept: 'text/html', content_type: 'application/json' },
    request: { method: 'POST' },
  })
  expect(await make([])).toMatchObject({ meta: { accept: null, content_type: null } })
})
