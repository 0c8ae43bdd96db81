import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const create = (url: unknown) =>
  running.api.call('POST', '/api/2/calls/', { meta: { name: 'From an export' }, request: { url } })

test.each([
  [
    { scheme: 'http', hostname: 'example.com', port: 8080, path: '/orders?page=1' },
    'http://example.com:8080/orders?page=1',
  ],
  [{ scheme: 'https://', hostname: 'example.com', port: '', path: 'orders' }, 'https://example.com/orders'],
  [{ hostname: '{{ HOST }}', port: null, path: null }, 'https://{{ HOST }}/'],
  [{ scheme: 'https', hostname: 'example.com', path: '/?api_key=CANARY' }, 'https://example.com/'],
])('an address in parts is joined: %j', async (url, joined) => {
  const { status, body } = await create(url)
  expect([status, body]).toMatchObject([201, { request: { url: joined } }])
  expect(JSON.stringify(body)).not.toContain('CANARY')
})

test.each([
  [{ scheme: 'ftp', hostname: 'example.com' }, 'must be a valid URL'],
  [{ hostname: 'user:pass@example.com' }, 'must not contain a user name or password'],
  [{ scheme: 'https', path: '/' }, 'hostname'],
  [{ hostname: 'example.com', host: 'other' }, 'host'],
  ['', 'request'],
  [7, 'request'],
])('parts that make no address are refused: %j', async (url, says) => {
  const { status, body } = await create(url)
  expect([status, JSON.stringify(body)]).toEqual([expect.any(Number), expect.stringContaining(says)])
  expect([400, 422]).toContain(status)
})
