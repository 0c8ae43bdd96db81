import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { Agent, createServer, request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../../agent/certificate.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/loopback.ts'
import { openBrowser, signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

const tls = certificate({ subject: 'sonde.test', names: ['sonde.test'] })
let target = { port: 0 }
/** A TLS proxy as operators use: it terminates TLS and adds forwarded headers. */
const proxy = createServer({ cert: tls.cert, key: tls.key }, (incoming, outgoing) => {
  const onward = plainRequest(
    {
      host: '127.0.0.1',
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': incoming.headers.host,
      },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
})

/** `fetch` through the proxy with a test host name, verified against its certificate. */
const agent = new Agent({
  ca: tls.cert,
  lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }] as never),
})
const throughProxy: typeof fetch = async (input, init) => {
  const body = init?.body instanceof URLSearchParams ? init.body.toString() : init?.body
  const headers = new Headers(init?.headers)
  if (init?.body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded')
  const outgoing = secureRequest(String(input), {
    agent,
    method: init?.method ?? 'GET',
    headers: Object.fromEntries(headers),
  })
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const told = new Headers()
  for (let n = 0; n < answer.rawHeaders.length; n += 2) told.append(answer.rawHeaders[n], answer.rawHeaders[n + 1])
  return new Response([204, 303, 302].includes(answer.statusCode) ? null : Buffer.concat(chunks), {
    status: answer.statusCode,
    headers: told,
  })
}

let running: TestServer
let url: string
beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url = `https://sonde.test:${(proxy.address() as AddressInfo).port}`
  target = { port: await freePort() }
  running = await startServer({
    env: { PORT: String(target.port), SONDE_URL: url, SONDE_TRUST_PROXY: '127.0.0.1' },
  })
})
afterAll(async () => {
  proxy.close()
  proxy.closeAllConnections()
  agent.destroy()
  await running.stop()
})

test('behind a TLS proxy a person signs in at its URL with secure cookies', async () => {
  const browser = openBrowser(throughProxy)
  const ada = await signIn({ url }, 'ada@example.com', ADMIN_PASSWORD, browser)
  const list = await throughProxy(`${url}/api/2/account/projects`, {
    headers: { authorization: `Bearer ${ada.accessToken}` },
  })
  expect(list.status).toBe(200)
  const cookies = browser.lines.filter((line) => line.startsWith('sonde_') && !line.includes('1970'))
  expect(cookies.length).toBeGreaterThan(5)
  for (const line of cookies) expect(line).toMatch(/;\s*secure/i)
  const description = await (await throughProxy(`${url}/.well-known/openid-configuration`)).json()
  expect(description).toMatchObject({ issuer: `${url}/`, token_endpoint: `${url}/oauth/token` })
})

test('with https, every response carries HSTS', async () => {
  for (const path of [
    '/',
    '/api/health',
    '/api/2/account/projects',
    '/nothing.png',
    '/.well-known/openid-configuration',
    '/authorize',
  ]) {
    const answer = await throughProxy(url + path)
    expect(answer.headers.get('strict-transport-security'), path).toBe('max-age=15552000')
  }
  const plain = await startServer()
  expect((await fetch(`${plain.server.url}/api/health`)).headers.get('strict-transport-security')).toBeNull()
  await plain.stop()
})

test('the audit log contains the address from the proxy, not one forged by a client', async () => {
  const { db } = running.server.services.database
  const entries = await db.selectFrom('audit').select('ip').where('action', '=', 'session.sign-in').execute()
  expect(entries).toEqual([{ ip: '203.0.113.7' }])
})

test('forwarded headers of an untrusted peer are ignored', async () => {
  const plain = await startServer()
  const browser = openBrowser((address, init) => {
    const headers = new Headers(init?.headers)
    for (const name of ['x-forwarded-for', 'x-forwarded-host']) headers.set(name, '198.51.100.66')
    headers.set('x-forwarded-proto', 'https')
    return fetch(address, { ...init, headers })
  })
  await signIn(plain.server, 'ada@example.com', ADMIN_PASSWORD, browser)
  for (const line of browser.lines) expect(line).not.toMatch(/;\s*secure/i)
  const entries = await plain.server.services.database.db.selectFrom('audit').select('ip').execute()
  expect(JSON.stringify(entries)).not.toContain('198.51.100.66')
  await plain.stop()
})

test('a page under another name of this machine is redirected to the public URL; an API call is not', async () => {
  const plain = await startServer()
  const { port } = new URL(plain.server.url)
  const visit = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
  for (const path of ['/tests/?a=b', '/authorize?x', '/interaction/1'])
    expect((await visit(path)).headers.get('location')).toBe(`${plain.server.url}${path}`)
  expect((await visit('//evil.example/')).headers.get('location')).toBe(`${plain.server.url}/evil.example/`)
  // Healthy once the scheduler has run for the first time.
  await eventually(async () => (await visit('/api/health')).status === 200)
  expect((await fetch(`${plain.server.url}/.well-known/jwks.json`)).status).toBe(200)
  await plain.stop()
})
