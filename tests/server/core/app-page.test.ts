import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

const script = `console.log(${JSON.stringify('x'.repeat(5_000))})\n`
const environment = '</script><script>alert(1)</script>'

let built: TestServer
let bare: TestServer
const folder = mkdtempSync(join(tmpdir(), 'sonde-web-'))
beforeAll(async () => {
  const webDir = join(folder, 'web')
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'SECRET')
  writeFileSync(
    join(webDir, 'index.html'),
    '<!doctype html><html><head><title>Sonde</title></head><body></body></html>',
  )
  writeFileSync(join(webDir, 'manifest.json'), '{"internal":true}')
  writeFileSync(join(webDir, 'assets/main-abc.js'), script)
  writeFileSync(join(webDir, 'assets/worker-abc.mjs'), 'self.close()\n')
  writeFileSync(join(webDir, 'assets/inter-abc.woff2'), Buffer.alloc(2_000))
  built = await startServer({ webDir, env: { SONDE_ENVIRONMENT: environment } })
  bare = await startServer()
})
afterAll(async () => {
  await built.stop()
  await bare.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${built.server.url}${path}`, { method, headers, redirect: 'manual' })

/** Requests a path exactly as written and returns the raw bytes. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(built.server.url)
    request({ hostname, port, path, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })

test('every path outside the API serves the web app with its configuration and a strict policy', async () => {
  for (const path of [
    '/',
    '/login/',
    '/tests/test/abc/stats/latency',
    '/interaction/abc',
    '/ext/https%3A%2F%2Fexample.com%2Fa.png',
  ]) {
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    const [, nonce, json = ''] =
      /<script type="application\/json" id="configuration" nonce="([^"]+)">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      version: expect.any(String),
      environment,
      project_header: 'Sonde-Project-Id',
    })
    expect(html.match(/<script/g)).toHaveLength(1)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; ")
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
  }
  const nonces = await Promise.all(
    [get('/'), get('/')].map(async (answer) => /nonce="([^"]+)"/.exec(await (await answer).text())?.[1]),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('missing files, API paths and other methods do not get the page', async () => {
  for (const path of [
    '/assets/gone.js',
    '/assets/',
    '/favicon.ico',
    '/manifest.json',
    '/index.html',
    '/api/none',
    '/remote-api/1/none',
    '/.well-known/x',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  expect((await get('/login/', {}, 'POST')).status).toBe(404)
  expect((await get('/api/health')).status).toBe(200)
  expect((await get('/api/')).headers.get('content-type')).toContain('text/html')
})

test('files have types, compression, and endless caching if their name has a hash', async () => {
  const plain = await raw('/assets/main-abc.js')
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(plain.body.toString()).toBe(script)
  const brotli = await raw('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br;q=1.0' })
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(brotli.body.length) })
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script)
  const gzipped = await raw('/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.body).toString()).toBe(script)
  expect(brotli.headers.etag).not.toBe(gzipped.headers.etag)

  const again = await get('/assets/main-abc.js', {
    'if-none-match': String(gzipped.headers.etag),
    'accept-encoding': 'gzip',
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await get('/assets/main-abc.js', { 'accept-encoding': 'identity' }, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(script.length), ''])
  expect((await raw('/assets/worker-abc.mjs')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  const font = await raw('/assets/inter-abc.woff2', { 'accept-encoding': 'br' })
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' })
  expect(font.headers['content-encoding']).toBeUndefined()
  expect((await raw('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  expect((await raw('/robots.txt')).body.toString()).toContain('Disallow: /')
})

test('no path leaves the web app’s folder', async () => {
  for (const path of [
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '//secret.txt',
    '/assets/main-abc.js%00.png',
  ]) {
    const answer = await raw(path)
    expect(answer.body.toString(), path).not.toContain('SECRET')
    expect(answer.status, path).toBeLessThan(500)
  }
})

test('without a build, the page says so', async () => {
  const answer = await fetch(`${bare.server.url}/`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('The web app has not been built')
  expect(bare.log.filter((line) => line.startsWith('error'))).toEqual([])
  expect(built.log.filter((line) => line.startsWith('error'))).toEqual([])
})
