import { createServer as createTcp, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { certificate } from './certificate.ts'
import {
  authority,
  FAILED,
  flood,
  good,
  HOST,
  outcome,
  says,
  saysAndResets,
  saysAndStays,
  slow,
  TIMEOUT,
} from './outcome.ts'
import { listen, rawServer } from './world.ts'

const other = certificate({ subject: 'Other Authority' })

const refusedPort = async (): Promise<number> => {
  const server = createTcp()
  const port = await new Promise<number>((opened) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      opened(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise((closed) => {
    server.close(closed)
  })
  return port
}
const tcp = (handle: (socket: Socket) => void): Promise<number> =>
  listen(
    createTcp((socket) => {
      socket.on('error', () => {})
      handle(socket)
    }),
  )

const OK = 'HTTP/1.1 200 OK\r\n'
const loop = (location: string) => says(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)

describe('A server that', () => {
  const plain: [string, () => Promise<number>, string, object?][] = [
    ['refuses the connection', refusedPort, 'connection refused by 127.0.0.1:<port>'],
    [
      'resets the connection before the answer',
      () => rawServer((socket) => socket.resetAndDestroy()),
      'connection reset while waiting for the response',
    ],
    [
      'resets the connection within the headers',
      () => rawServer(saysAndResets(`${OK}X-A: 1\r\n`)),
      'connection reset while reading the response',
    ],
    [
      'resets the connection within the body',
      () => rawServer(saysAndResets(`${OK}Content-Length: 9\r\n\r\nabc`)),
      'connection reset while reading the response',
    ],
    [
      'closes without an answer',
      () => rawServer((socket) => void socket.end()),
      'empty reply: the server closed the connection without an answer',
    ],
    [
      'ends within the headers',
      () => rawServer(says(`${OK}X-A: 1\r\n`)),
      'response cut short: the connection closed within the headers',
    ],
    [
      'sends less than it announced',
      () => rawServer(says(`${OK}Content-Length: 9\r\n\r\nabc`)),
      'response cut short: the connection closed with 6 bytes of the body missing',
    ],
    [
      'ends before the last chunk',
      () => rawServer(says(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`)),
      'response cut short: the connection closed before the last chunk of the body',
    ],
    [
      'sends a chunk without a size',
      () => rawServer(says(`${OK}Transfer-Encoding: chunked\r\n\r\nno\r\n`)),
      'malformed response: the size of a chunk is "no"',
    ],
    [
      'sends a chunk that is longer than its size',
      () => rawServer(says(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n`)),
      'malformed response: a chunk of its body is longer than it says',
    ],
    [
      'sends two lengths',
      () => rawServer(says(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)),
      'malformed response: it has several Content-Length headers that differ',
    ],
    [
      'speaks another protocol',
      () => rawServer(says('SSH-2.0-OpenSSH\r\n')),
      'malformed response: it starts with "SSH-2.0-OpenSSH\\r\\n", which is not HTTP/1',
    ],
    [
      'never ends its headers',
      () =>
        rawServer((socket) => {
          socket.write(OK)
          flood(socket, 'X-A: y\r\n'.repeat(1_000))
        }),
      'malformed response: its headers are larger than 65536 bytes',
    ],
    [
      'never ends its body',
      () =>
        rawServer((socket) => {
          socket.write(`${OK}\r\n`)
          flood(socket, Buffer.alloc(65_536, 'x'))
        }),
      'body too large: more than 64 MiB',
    ],
    [
      'never ends a body of single chunks',
      () =>
        rawServer((socket) => {
          socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
          flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`)
        }),
      'body too large: more than 64 MiB',
    ],
    [
      'never gets beyond interim answers',
      () => rawServer((socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')),
      'malformed response: it never gets beyond interim (1xx) answers',
    ],
    ['redirects to itself', () => rawServer(loop('/')), 'too many redirects: more than 10'],
    ['does not answer', () => tcp(() => {}), `timed out after ${TIMEOUT} ms while waiting for the response`, slow],
    [
      'does not read the request',
      () => tcp((socket) => void socket.pause()),
      `timed out after ${TIMEOUT} ms while sending the request`,
      { call: { ...slow.call, method: 'POST', body: 'x'.repeat(30_000_000) } },
    ],
    [
      'stops within the headers',
      () => rawServer(saysAndStays(`${OK}X-A`)),
      `timed out after ${TIMEOUT} ms while reading the response`,
      slow,
    ],
    [
      'stops within the body',
      () => rawServer(saysAndStays(`${OK}Content-Length: 9\r\n\r\nabc`)),
      `timed out after ${TIMEOUT} ms while reading the response`,
      slow,
    ],
  ]
  test.each(plain)('%s', async (_, start, sentence, call) => {
    expect(await outcome('http', await start(), call)).toMatchObject({ ...FAILED, sentence })
  })

  test('is not found, or whose name server is silent', async () => {
    const unknown = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await outcome('http', 9, {}, { resolve: unknown })).toMatchObject({
      ...FAILED,
      sentence: `could not resolve host ${HOST}`,
    })
    const silent = () => new Promise<string[]>(() => {})
    expect(await outcome('http', 9, slow, { resolve: silent })).toMatchObject({
      ...FAILED,
      sentence: `timed out after ${TIMEOUT} ms while looking up the host`,
    })
  })

  test('sends a gzip bomb costs no more than the part that is kept', async () => {
    const bomb = gzipSync(Buffer.alloc(60_000_000))
    const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
    const port = await rawServer(says(Buffer.concat([Buffer.from(head), bomb])))
    const told = await outcome('http', port)
    expect(told).toMatchObject({ category: 'PASS', reason: 'COMPLETE', cause: null, sentence: null })
    expect(told.detail.response).toMatchObject({ truncated: true, body_encoding: 'base64' })
    expect(Buffer.from(told.detail.response?.body ?? '', 'base64')).toHaveLength(262_144)
  })
})

describe('A server with TLS that', () => {
  const secure = (made: { cert: string; key: string }, handle: (socket: Socket) => void = () => {}) =>
    listen(
      createTls({ cert: made.cert, key: made.key }, (socket) => {
        socket.on('error', () => {})
        handle(socket)
      }),
    )

  test.each([
    [
      'has expired',
      { names: [HOST], issuer: authority, until: '2021-06-01' },
      `the certificate of ${HOST} expired on 2021-06-01`,
    ],
    [
      'is not valid yet',
      { names: [HOST], issuer: authority, from: '2049-01-01' },
      `the certificate of ${HOST} is not valid before 2049-01-01`,
    ],
    [
      'is for another host',
      { names: ['else.example'], issuer: authority },
      `the certificate is not for ${HOST} but for server`,
    ],
    ['is self-signed', { names: [HOST] }, `the certificate of ${HOST} is self-signed`],
    [
      'is from an unknown issuer',
      { names: [HOST], issuer: other },
      `the certificate of ${HOST} cannot be verified: the server leaves out the certificate of Other Authority, or it is not trusted`,
    ],
  ])('shows a certificate that %s, and gets no request', async (_, parts, sentence) => {
    let received = 0
    const port = await secure(certificate({ subject: 'server', ...parts }), (socket) => {
      socket.on('data', ({ length }) => {
        received += length
      })
    })
    expect(await outcome('https', port)).toMatchObject({ ...FAILED, sentence })
    expect(received).toBe(0)
  })

  const handshakes: [string, () => Promise<number>, string, object?][] = [
    [
      'resets the connection within the handshake',
      () => tcp((socket) => void socket.once('data', () => socket.resetAndDestroy())),
      'connection reset while securing the connection (TLS handshake)',
    ],
    [
      'closes the connection within the handshake',
      () => tcp((socket) => void socket.once('data', () => socket.end())),
      'connection reset while securing the connection (TLS handshake)',
    ],
    [
      'does not speak TLS',
      () => tcp((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
      'TLS handshake failed: 127.0.0.1:<port> does not speak TLS',
    ],
    [
      'is silent within the handshake',
      () => tcp(() => {}),
      `timed out after ${TIMEOUT} ms while securing the connection (TLS handshake)`,
      slow,
    ],
    [
      'speaks no version of HTTP that we do',
      () => listen(createTls({ cert: good.cert, key: good.key, ALPNProtocols: ['spdy/3'] })),
      'TLS handshake failed: the server speaks neither HTTP/2 nor HTTP/1.1',
    ],
  ]
  test.each(handshakes)('%s', async (_, start, sentence, call) => {
    expect(await outcome('https', await start(), call)).toMatchObject({ ...FAILED, sentence })
  })
})
