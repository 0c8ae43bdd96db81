import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSample, type Sample } from '../../../src/server/sample/sample.ts'

let sample: Sample
beforeAll(async () => {
  sample = await openSample({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sample.stop())

const get = (path: string, init?: RequestInit) => fetch(`${sample.url}${path}`, { redirect: 'manual', ...init })

test('the first page lists every path with a sentence, and each listed path answers', async () => {
  const { paths }: { paths: { path: string; about: string }[] } = JSON.parse(await (await get('/')).text())
  expect(paths.length).toBeGreaterThan(5)
  for (const { path, about } of paths) {
    expect(about).toMatch(/^[A-Z].+\.$/)
    if (path.startsWith('/slow')) continue
    expect((await get(path)).status).not.toBe(path.startsWith('/error') ? 200 : 404)
  }
})

test('the flaky path fails exactly the requested share, on the same calls every time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 25 }), async (percent, calls) => {
      const fresh = await openSample({ host: '127.0.0.1', port: 0 })
      let failed = 0
      for (let call = 0; call < calls; call++) {
        if ((await fetch(`${fresh.url}/flaky?rate=${percent / 100}`)).status === 503) failed++
      }
      await fresh.stop()
      expect(failed).toBe(Math.floor((percent * calls) / 100 + 1e-9))
    }),
    { numRuns: 15 },
  )
})

test('a requested status is returned, and redirects have the requested number and target', async () => {
  for (const code of [200, 204, 304, 404, 418, 500, 599]) expect((await get(`/error?code=${code}`)).status).toBe(code)
  let path = '/redirect?hops=4&to=/json'
  for (let hop = 0; hop < 4; hop++) {
    const answer = await get(path)
    expect(answer.status).toBe(302)
    path = answer.headers.get('location') ?? ''
  }
  expect(path).toBe('/json')
})

test('the echo returns method, query with repetitions, headers and body', async () => {
  const answer = await get('/echo?a=1&b=2&b=3', { method: 'PUT', body: 'grüße', headers: { 'x-sent': 'yes' } })
  expect(await answer.json()).toMatchObject({
    method: 'PUT',
    path: '/echo',
    query: { a: '1', b: ['2', '3'] },
    headers: { 'x-sent': 'yes' },
    body: 'grüße',
  })
})

test('no request crashes the sample API', async () => {
  const send = async (bytes: Uint8Array | string) => {
    const socket = connect(Number(new URL(sample.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.end(bytes)
    await once(socket, 'close')
  }
  const targets = [
    '//',
    '*',
    '/%',
    '/redirect?to=%0d%0aset-cookie:%20x',
    '/redirect?to=%',
    '/error?code=NaN',
    '/slow?ms=-1',
  ]
  for (const target of targets) await send(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  for (const target of [
    '/constructor',
    '/__proto__',
    '/error?code=99',
    '/error?code=1e9',
    '/flaky?rate=x',
    '/redirect?to=grüße',
  ]) {
    expect((await get(target)).status).toBeGreaterThanOrEqual(200)
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.webPath(), async (bytes, path) => {
      await send(bytes)
      await send(`GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`)
    }),
    { numRuns: 40 },
  )
  expect(
    (await get('/echo', { method: 'POST', body: 'x'.repeat(2_000_000) }).catch(() => ({ status: 413 }))).status,
  ).toBe(413)
  expect((await get('/ok')).status).toBe(200)
})

test('a slow call of a disconnected client does not delay stopping', async () => {
  const own = await openSample({ host: '127.0.0.1', port: 0 })
  const asked = fetch(`${own.url}/slow?ms=30000`).catch(() => 'ended')
  await fetch(`${own.url}/ok`)
  await own.stop()
  expect(await asked).toBe('ended')
})
