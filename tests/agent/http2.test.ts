import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2'
import { describe, expect, test } from 'vitest'
import { trusting } from '../../src/agent/runner/trust.ts'
import { certificate } from './certificate.ts'
import * as http2 from './http2-frames.ts'
import { jobFor, listen, run } from './world.ts'

const authority = certificate({ subject: 'Test Authority' })
const trust = trusting(authority.cert)
const own = certificate({ subject: 'api.example', names: ['api.example'], issuer: authority })
const resolve = async () => ['127.0.0.1']

/** A server that speaks both versions, and HTTP/2 where the client offers it. */
const serve = (handle: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Promise<number> =>
  listen(createSecureServer({ cert: own.cert, key: own.key, allowHTTP1: true }, handle))

const call = (port: number, parts: Parameters<typeof jobFor>[1] = {}, path = '/') =>
  run(jobFor(`https://api.example:${port}${path}`, parts), { trust, resolve })

/** Refuses to answer over HTTP/2, by the stream or by the whole connection. */
const refuse = (stream: ServerHttp2Stream, way: string): void => {
  if (way === 'GOAWAY') stream.session?.goaway(constants.NGHTTP2_HTTP_1_1_REQUIRED)
  else stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED)
}

describe('A call to a server that requires HTTP/1.1', () => {
  test.each(['RST_STREAM', 'GOAWAY'])('sends the request again over it, once, and says so: %s', async (way) => {
    const seen: string[] = []
    const port = await serve(async (request, response) => {
      seen.push(request.httpVersion)
      if (request.httpVersion === '2.0') return refuse(request.stream, way)
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      response.end(`taken: ${Buffer.concat(parts)}`)
    })
    const { report, detail } = await call(port, { call: { method: 'POST', body: 'abc' } })
    expect(report).toMatchObject({ http_code: 200, result: 'COMPLETE', exception_type: null })
    expect(detail).toMatchObject({ protocol: 'http/1.1', response: { body: 'taken: abc' }, redirects: [] })
    expect(detail.messages).toEqual(['the server requires HTTP/1.1: the request was sent again over HTTP/1.1'])
    expect(detail.request.headers).toContainEqual({ key: 'Connection', value: 'close' })
    expect(seen).toEqual(['2.0', '1.1'])
    const { total, ...phases } = report.timing
    expect(Object.values(phases).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total, 6)
  })

  test('but does not speak it keeps its own reason', async () => {
    const port = await http2.http2ByHand(own, (socket) => void socket.write(http2.reset(13)))
    const { report, detail } = await call(port)
    expect(report).toMatchObject({ http_code: null, result_category: 'FAIL', exception_type: 'download' })
    expect(detail.exception).toMatch(/RST_STREAM HTTP_1_1_REQUIRED/)
    expect(detail.messages).toEqual([
      'the server requires HTTP/1.1, but could not be reached over it: TLS handshake failed: the server speaks neither HTTP/2 nor HTTP/1.1',
    ])
    expect(detail.protocol).toBe('h2')
  })
})

describe('A call to a server that speaks HTTP/2', () => {
  test('uses it: method, path, headers and body arrive, without those of a connection', async () => {
    const port = await serve(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      response.setHeader('x-many', ['1', '2'])
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(JSON.stringify({ headers: request.headers, body: Buffer.concat(parts).toString() }))
    })
    const headers = [
      { key: 'X-Two', value: '1' },
      { key: 'X-Two', value: 'Zoë' },
      { key: 'Connection', value: 'keep-alive' },
      { key: 'TE', value: 'gzip' },
    ]
    const { report, detail } = await call(port, { call: { method: 'POST', headers, body: '{"a":"ö"}' } }, '/a?b=%20c')
    expect(report).toMatchObject({ http_code: 200, result: 'COMPLETE', exception_type: null })
    expect(detail.protocol).toBe('h2')
    const told = JSON.parse(detail.response?.body ?? '') as { headers: Record<string, string>; body: string }
    expect(told.body).toBe('{"a":"ö"}')
    expect(told.headers).toMatchObject({
      ':method': 'POST',
      ':path': '/a?b=%20c',
      ':scheme': 'https',
      ':authority': `api.example:${port}`,
      'user-agent': 'Sonde/test',
      'content-length': '10',
    })
    expect(Buffer.from(told.headers['x-two'] ?? '', 'latin1').toString()).toBe('1, Zoë')
    expect(told.headers).not.toHaveProperty('connection')
    expect(told.headers).not.toHaveProperty('te')
    expect(detail.request.headers).toContainEqual({ key: 'x-two', value: 'Zoë' })
    expect(detail.request.headers.map(({ key }) => key)).not.toContain('connection')
    const names = detail.response?.headers.map(({ key, value }) => `${key}: ${value}`)
    expect(names).toEqual(expect.arrayContaining(['x-many: 1', 'x-many: 2', 'set-cookie: a=1', 'set-cookie: b=2']))
  })

  test('measures every phase, and they sum up', async () => {
    const port = await serve((request, response) => {
      // Whoever answers before the upload has ended leaves nothing to wait for.
      request.resume().on('end', () => {
        response.write('a'.repeat(70_000))
        response.end('b')
      })
    })
    const { report } = await call(port, { call: { method: 'POST', body: 'x'.repeat(3_000_000) } })
    const { total, ...phases } = report.timing
    for (const phase of ['tcp', 'handshake', 'upload', 'processing', 'download'] as const)
      expect(phases[phase], phase).toBeGreaterThan(0)
    expect(Math.abs(Object.values(phases).reduce((sum, ms) => sum + ms, 0) - total)).toBeLessThan(1e-6)
    expect(report).toMatchObject({ request_size: 3_000_000, response_size: 70_001, http_code: 200 })
  })

  test.each([204, 304])('reads %s, and an answer to HEAD, as without a body', async (status) => {
    const port = await serve((_, response) => response.writeHead(status).end())
    expect((await call(port)).report).toMatchObject({ http_code: status, response_size: 0, exception_type: null })
    const head = await serve((_, response) => response.writeHead(200, { 'content-length': 9 }).end())
    expect((await call(head, { call: { method: 'HEAD' } })).report).toMatchObject({ http_code: 200, response_size: 0 })
  })

  test('follows redirects on a new connection each, with the cookies that were set', async () => {
    const connections = new Set<unknown>()
    const port = await serve((request, response) => {
      connections.add(request.stream.session)
      if (request.url === '/') response.writeHead(302, { location: '/next', 'set-cookie': 'a=1' }).end()
      else response.end(request.headers.cookie ?? '')
    })
    const { report, detail } = await call(port)
    expect(detail.response?.body).toBe('a=1')
    expect(detail.redirects).toHaveLength(1)
    expect(connections.size).toBe(2)
    expect(report.timing.handshake).toBeGreaterThan(0)
  })

  test('stays with HTTP/1.1 where the request asks for an upgrade, or the server does not speak HTTP/2', async () => {
    const port = await serve((request, response) => response.end(request.httpVersion))
    const { detail } = await call(port, { call: { headers: [{ key: 'Upgrade', value: 'websocket' }] } })
    expect(detail).toMatchObject({ protocol: 'http/1.1', response: { body: '1.1' } })
  })

  test('skips interim answers, and sends the host that a call names', async () => {
    const port = await serve((request, response) => {
      response.writeContinue()
      response.end(request.authority)
    })
    const { detail } = await call(port, { call: { headers: [{ key: 'Host', value: 'other.example' }] } })
    expect(detail.response).toMatchObject({ status_code: 200, body: 'other.example' })
  })

  test('takes the answer of a server that stops the upload', async () => {
    const { frame, field, reset } = http2
    const port = await http2.http2ByHand(own, (socket) => {
      const head = frame(http2.HEADERS, http2.END_HEADERS, 1, Buffer.concat([http2.OK, field('x-a', 'b')]))
      socket.write(Buffer.concat([head, frame(http2.DATA, http2.END_STREAM, 1, Buffer.from('no more')), reset(0)]))
    })
    const { report, detail } = await call(port, { call: { method: 'POST', body: 'x'.repeat(9_000_000) } })
    expect(report).toMatchObject({ http_code: 200, exception_type: null })
    expect(detail.response?.body).toBe('no more')
  })

  test('with a header twice that HTTP/2 sends only once is a setup error', async () => {
    const port = await serve((_, response) => response.end())
    const headers = [1, 2].map((value) => ({ key: 'Authorization', value: `Bearer ${value}` }))
    const { report, detail } = await call(port, { call: { headers } })
    expect(report).toMatchObject({ exception_type: 'api_setup', result: 'CONNECTION_ERROR' })
    expect(detail.exception).toBe('the header authorization is set more than once, but HTTP/2 sends it only once')
  })
})
