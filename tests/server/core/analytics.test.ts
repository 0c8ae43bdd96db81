import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let answer: { status: number; body: string }
const asked: { authorization: string | undefined; body: string }[] = []
const viewer = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    asked.push({ authorization: request.headers.authorization, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})

const webDir = mkdtempSync(join(tmpdir(), 'sonde-web-'))
writeFileSync(join(webDir, 'index.html'), '<!doctype html><html><head></head><body></body></html>')

let configured: TestServer
let bare: TestServer
beforeAll(async () => {
  await new Promise<void>((done) => void viewer.listen(0, '127.0.0.1', done))
  const { port } = viewer.address() as AddressInfo
  configured = await startServer({
    webDir,
    env: {
      SONDE_ANALYTICS_URL: 'https://analytics.example.com/embedded/1',
      SONDE_ANALYTICS_TOKEN_URL: `http://127.0.0.1:${port}/guest-token`,
      SONDE_ANALYTICS_TOKEN_KEY: 'the key of the viewer',
    },
  })
  bare = await startServer({ webDir })
})
afterAll(async () => {
  await configured.stop()
  await bare.stop()
  viewer.close()
  rmSync(webDir, { recursive: true, force: true })
})

const ask = ({ api }: TestServer) => api.call('GET', '/api/3/analytics/guest-token')

test('a guest token comes from the configured endpoint, which learns the project and gets the key', async () => {
  answer = { status: 200, body: '{"token":"guest-1"}' }
  expect(await ask(configured)).toMatchObject({ status: 200, body: { token: 'guest-1' } })
  expect(asked.at(-1)?.authorization).toBe('Bearer the key of the viewer')
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ project: { id: expect.any(String) } })
  expect((await ask(bare)).body).toEqual({ token: null })
})

test.each([
  [{ status: 401, body: '{}' }, 'its token endpoint answered 401.'],
  [{ status: 200, body: '<html>' }, 'its token endpoint must answer JSON such as {"token": "…"}.'],
  [{ status: 200, body: '{"token":""}' }, 'its token endpoint must answer JSON such as {"token": "…"}.'],
  [{ status: 302, body: '' }, 'its token endpoint answered 302.'],
])('an answer %o is refused with its reason', async (given, why) => {
  answer = given
  const { status, body } = await ask(configured)
  expect(status).toBe(409)
  expect(JSON.stringify(body)).toContain(JSON.stringify(why).slice(1, -1))
})

test('the viewer alone may be framed, and only where it is configured', async () => {
  const framed = async ({ server }: TestServer) =>
    /frame-src ([^;]*)/.exec(
      (await fetch(`${server.url}/superset-viewer`)).headers.get('content-security-policy') ?? '',
    )?.[1]
  expect([await framed(configured), await framed(bare)]).toEqual(["'self' https://analytics.example.com", "'self'"])
})

test('half of a configuration is refused', () => {
  const read = (env: Record<string, string>) => readConfiguration(env, () => {})
  expect(() => read({ SONDE_ANALYTICS_TOKEN_URL: 'https://a.example.com' })).toThrow('SONDE_ANALYTICS_URL')
  expect(() => read({ SONDE_ANALYTICS_URL: 'a.example.com' })).toThrow('SONDE_ANALYTICS_URL must be')
  const url = { SONDE_ANALYTICS_URL: 'https://a.example.com/1' }
  expect(() => read({ ...url, SONDE_ANALYTICS_TOKEN_KEY: 'x' })).toThrow('SONDE_ANALYTICS_TOKEN_URL')
  expect(read(url).analytics).toEqual({ url: url.SONDE_ANALYTICS_URL, tokenUrl: null, tokenKey: null })
})
