import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../support/agent.ts'
import { sendRaw } from '../support/raw-http.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const post = (path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  sendRaw(running.server.url + path, { body: Buffer.from(body), headers })

const gzipped = { 'content-encoding': 'gzip' }
const admin = { authorization: `Bearer ${ADMIN_KEY}` }

/** About 16 MiB of JSON with small values, compressed as far as gzip can. */
const bomb = gzipSync(`{"results":[${'{},'.repeat(5_500_000)}{}]}`)

test.each(['/remote-api/1/agent/register', '/remote-api/1/test/x/'])(
  'without a token, megabytes are never inflated for %s',
  async (path) => {
    expect(bomb.length).toBeLessThan(128 * 1024)
    const answer = await post(path, bomb, gzipped)
    expect([413, 422]).toContain(answer.status)
    expect(answer.text.length).toBeLessThan(1_000)
  },
)

const unknownKeys = (many: number) => `{${Array.from({ length: many }, (_, at) => `"k${at}":0`).join(',')}}`

test('hundreds of thousands of unknown fields get one short refusal', async () => {
  for (const headers of [{}, gzipped]) {
    const text = unknownKeys(130_000)
    const body = 'content-encoding' in headers ? gzipSync(text) : text
    const answer = await post('/api/2/account/reset_password/x', body, headers)
    expect(answer.status).toBe(413)
    expect(answer.text.length).toBeLessThan(1_000)
  }
})

test('only the first twenty of many problems are listed', async () => {
  const body = unknownKeys(900)
  const answer = await post('/api/2/calls/', body, admin)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('k0 is not a field')
  expect(JSON.parse(answer.text).fields).toHaveLength(20)
  expect(answer.text).toContain('Only the first 20 problems are listed')
  expect(answer.text.length).toBeLessThan(16_000)
})

test('a field name of 200 000 characters is not quoted in full', async () => {
  const answer = await post('/api/2/calls/', JSON.stringify({ ['n'.repeat(200_000)]: '\0' }), admin)
  expect(answer.status).toBe(422)
  expect(answer.text.length).toBeLessThan(16_000)
})

test('lists with 50 000 invalid items get one short refusal', async () => {
  const answer = await post('/api/3/schedules/', JSON.stringify({ targets: Array(19_000).fill(0) }), admin)
  expect(answer.status).toBe(422)
  expect(answer.text.length).toBeLessThan(16_000)
})

test.each([
  ['lists', '['.repeat(100_000)],
  ['objects', '{"a":'.repeat(40_000)],
  ['lists within a field', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
])('nesting of %s is refused before it is parsed', async (_, body) => {
  const answer = await post('/api/2/calls/', body, admin)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('32')
  expect(answer.text.length).toBeLessThan(1_000)
})

test('a body of unknown length beyond the limit gets a response', async () => {
  const chunks = Array(40).fill(Buffer.alloc(1_024, ' ')) as Buffer[]
  const answer = await sendRaw(`${running.server.url}/api/2/account/reset_password/x`, { chunks })
  expect(answer.status).toBe(413)
})

test('a body sent to an endpoint without one is not kept', async () => {
  const large = Buffer.alloc(4 * 1024 * 1024, ' ')
  for (const [method, path] of [
    ['GET', '/api/3/monitors/x'],
    ['DELETE', '/api/2/calls/x/'],
  ] as const) {
    const answer = await sendRaw(running.server.url + path, { method, headers: admin, body: large })
    expect(answer.status, method).toBe(413)
  }
})

test.each(['br', 'deflate', 'gzip, gzip', 'gzip,br'])('a body in the encoding %s is refused', async (encoding) => {
  const body = gzipSync(gzipSync('{}'))
  expect((await post('/api/2/calls/', body, { ...admin, 'content-encoding': encoding })).status).toBe(415)
})

test('a query of thousands of parameters is refused', async () => {
  const query = Array.from({ length: 2_000 }, (_, at) => `k${at}=1`).join('&')
  const answer = await sendRaw(`${running.server.url}/api/3/monitors/?${query}`, { method: 'GET', headers: admin })
  expect([400, 422]).toContain(answer.status)
  expect(answer.text.length).toBeLessThan(1_000)
})

test('a body that inflates more than 200 times is refused early, even within the size limit', async () => {
  const body = gzipSync(`{"request":"${'x'.repeat(1_000_000)}"}`)
  const answer = await post('/api/2/calls/build/curl', body, { ...admin, ...gzipped })
  expect(answer.status).toBe(413)
  expect(answer.text).toContain('200 times')
})

test.each([
  ['cut off', gzipSync('{"request":"curl example.com"}').subarray(0, 20)],
  ['no gzip at all', Buffer.from('{"request":"curl example.com"}')],
])('a compressed body that is %s is refused', async (_, body) => {
  expect((await post('/api/2/calls/build/curl', body, { ...admin, ...gzipped })).status).toBe(400)
})

test.each([
  ['a list that lacks an item', (items: string) => `{"results":[${items},,${items}]}`],
  ['a list that ends in a comma', (items: string) => `{"results":[${items},]}`],
  ['a list that is closed as an object', (items: string) => `{"results":[${items}}}`],
  ['something after its end', (items: string) => `{"results":[${items}]} x`],
])('a large body with %s is refused as invalid JSON, also when parsed in pieces', async (_, bodyOf) => {
  const agent = await joinAgent(running.api, running.server.joinToken)
  const item = `{"id":"${'x'.repeat(50_000)}"}`
  const items = Array(20).fill(item).join(',')
  const send = (body: string) => post('/remote-api/1/agent/results', body, { authorization: `Bearer ${agent.key}` })
  const answer = await send(bodyOf(items))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('JSON')
  // If it were read to the end, it would be refused for its fields.
  expect((await send(`{"other":[1,2],"results":[${items}],"more":[]}`)).text).toContain('results[0].')
})

test('the identity provider reads little and inflates nothing', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of [
    '/oauth/token',
    '/oauth/device/code',
    '/oauth/revoke',
    '/authorize',
    '/activate',
    '/oidc/logout',
  ]) {
    const large = await post(path, `grant_type=x&${'a=1&'.repeat(1_000_000)}`, form)
    expect(large.status, path).toBeLessThan(500)
    expect(large.text.length, path).toBeLessThan(16_000)
    const many = await post(path, Array.from({ length: 8_000 }, (_, at) => `k${at}=1`).join('&'), form)
    expect(many.status, path).toBeLessThan(500)
    expect(many.text.length, path).toBeLessThan(16_000)
    expect((await post(path, bomb, { ...form, ...gzipped })).status, path).toBeLessThan(500)
  }
})

test('the sample API refuses a large body', async () => {
  const chunks = Array(20).fill(Buffer.alloc(64 * 1024, ' ')) as Buffer[]
  expect((await sendRaw(`${running.server.sampleUrl}/echo`, { chunks })).status).toBe(413)
})

test('a client that keeps sending after the response is disconnected', async () => {
  const socket = connect(Number(new URL(running.server.url).port), 'localhost')
  socket.on('error', () => {})
  socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  const more = setInterval(() => socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 20)
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(more)
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
