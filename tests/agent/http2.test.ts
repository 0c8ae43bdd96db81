import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Stream,
} from 'node:http2'
import fc from 'fast-check'
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

  test('sends headers in their order, also those that are set twice or are very long', async () => {
    const sent: string[] = []
    const port = await serve((request, response) => {
      sent.push(...request.rawHeaders)
      response.end()
    })
    const headers = [
      { key: 'Authorization', value: 'Bearer 1' },
      { key: 'X-Long', value: 'y'.repeat(40_000) },
      { key: 'Authorization', value: 'Bearer 2' },
    ]
    await call(port, { call: { headers } })
    const given = headers.flatMap(({ key, value }) => [key.toLowerCase(), value])
    expect(sent.filter((text) => given.includes(text)).map((text) => text.slice(0, 20))).toEqual(
      given.map((text) => text.slice(0, 20)),
    )
  })

  test('reads the headers that a server writes, whatever their characters', async () => {
    const name = fc.constantFrom('x-one', 'x-two', 'vary', 'via')
    const value = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 20 }), async (given) => {
        const names = [...new Set(given.map(([key]) => key))]
        const valuesOf = (key: string) => given.filter(([each]) => each === key).map(([, text]) => text)
        const port = await serve((_, response) => {
          for (const key of names) response.setHeader(key, valuesOf(key))
          response.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-one': 'early' })
          response.end()
        })
        const { detail } = await call(port)
        const read = detail.response?.headers.filter(({ key }) => key !== 'date').map((one) => [one.key, one.value])
        expect(read).toEqual(names.flatMap((key) => valuesOf(key).map((text) => [key, text])))
      }),
      { numRuns: 30 },
    )
  })

  test('sends its body as far as the server takes it, however small the windows are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        async (initialWindowSize, length) => {
          const settings = { initialWindowSize: Math.max(initialWindowSize, Math.ceil(length / 50)) }
          const server = createSecureServer({ cert: own.cert, key: own.key, settings }, (request, response) => {
            let read = 0
            request.on('data', (bytes: Buffer) => {
              read += bytes.length
            })
            request.on('end', () => response.end(`${read}`))
          })
          const { report, detail } = await call(await listen(server), {
            call: { method: 'POST', body: 'x'.repeat(length) },
          })
          expect(report).toMatchObject({ exception_type: null, request_size: length })
          expect(detail.response?.body).toBe(`${length}`)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('reads padding, priorities, trailers and frames that it does not know, however the bytes are split', async () => {
    const { frame, field } = http2
    const answer = Buffer.concat([
      frame(16, 0, 0, Buffer.from('priority update')),
      frame(http2.PING, 0, 0, Buffer.alloc(8)),
      // An interim answer, in two frames.
      frame(http2.HEADERS, 0, 1, Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('103')])),
      frame(http2.CONTINUATION, http2.END_HEADERS, 1, field('x-early', 'yes')),
      // Padded by 2 bytes, with a priority.
      frame(
        http2.HEADERS,
        http2.END_HEADERS | 8 | 32,
        1,
        Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 7]), http2.OK, field('x-a', 'b'), Buffer.alloc(2)]),
      ),
      frame(http2.DATA, 8, 1, Buffer.concat([Buffer.from([3]), Buffer.from('one '), Buffer.alloc(3)])),
      frame(250, 255, 1, Buffer.from('unknown')),
      frame(http2.DATA, 0, 1, Buffer.from('two')),
      http2.goaway(0, 1),
      frame(http2.HEADERS, http2.END_HEADERS | http2.END_STREAM, 1, field('x-trailer', 'end')),
    ])
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: answer.length }), async (size) => {
        const port = await http2.http2ByHand(own, (socket) => {
          for (let at = 0; at < answer.length; at += size) socket.write(answer.subarray(at, at + size))
        })
        const { report, detail } = await call(port)
        expect(report).toMatchObject({ http_code: 200, exception_type: null })
        expect(detail.response).toMatchObject({ body: 'one two', headers: [{ key: 'x-a', value: 'b' }] })
      }),
      { numRuns: 20 },
    )
  })

  test('notes header names that break HTTP/2, as those of HTTP/1.1', async () => {
    const { frame, field } = http2
    const head = Buffer.concat([http2.OK, field('x bad', '1'), field('x-space', ' 2'), field('ü', '3')])
    const port = await http2.http2ByHand(
      own,
      (socket) => void socket.write(frame(http2.HEADERS, http2.END_HEADERS | http2.END_STREAM, 1, head)),
    )
    const { report, detail } = await call(port)
    expect(report).toMatchObject({ http_code: 200, exception_type: null })
    expect(detail.response?.headers.map(({ key, value }) => `${key}: ${value}`)).toEqual([
      'x bad: 1',
      'x-space: 2',
      'ü: 3',
    ])
    expect(detail.messages).toEqual([
      expect.stringMatching(/^the head of the response breaks HTTP \(RFC 9113\).*x bad: 1.*x-space: {2}2.*ü: 3/),
    ])
  })
})
