import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Bytes that a server writes, after which it hangs up. */
type Hostile = Readonly<Record<string, Buffer>>

const told = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  length?: number,
): Buffer => {
  const all = { 'content-type': 'application/json', 'content-length': length ?? Buffer.byteLength(body), ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`HTTP/1.1 ${status} Told\r\n${head.join('')}\r\n${body}`)
}

/** Values of wrong types, as JSON: some are of no other language, such as a number beyond all numbers. */
const WRONG = [
  'null',
  '5',
  '-1',
  '1e400',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '[null]',
  '{}',
  'true',
  '{"toString":1}',
]

const STATUSES = [200, 201, 204, 205, 206, 299, 304, 400, 401, 403, 404, 418, 429, 500, 503, 599, 600, 999]

/** Answers that nobody should give where this one is usual: each of its fields of each wrong type, and answers of all other kinds. */
export const hostileAnswers = (usual: Readonly<Record<string, unknown>>): Hostile => {
  const text = JSON.stringify(usual)
  const fields = Object.keys(usual).flatMap((name) =>
    WRONG.map((value): [string, Buffer] => {
      const others = Object.entries(usual).filter(([other]) => other !== name)
      const pairs = [
        ...others.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`),
        `"${name}":${value}`,
      ]
      return [`${name} ${value}`, told(200, `{${pairs.join(',')}}`)]
    }),
  )
  return {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(STATUSES.map((status) => [`the status ${status}`, told(status, text)])),
    ...Object.fromEntries(
      STATUSES.map((status) => [`the status ${status} with an odd error`, told(status, '{"error":{"toString":1}}')]),
    ),
    ...Object.fromEntries(
      ['null', '[]', '5', '"text"', 'true', '', ' ', 'no JSON', '[{}]', '{}', '[['.repeat(100_000)].map((body) => [
        `the body ${body.slice(0, 20)}`,
        told(200, body),
      ]),
    ),
    'a byte order mark': told(200, `\ufeff${text}`),
    'a page': told(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
    'a page that is called JSON': told(502, '<html>'),
    'half of its JSON': told(200, text.slice(0, -5)),
    'half of its bytes': told(200, text.slice(0, 10), {}, text.length),
    'a huge body': told(200, JSON.stringify({ ...usual, more: 'x'.repeat(2_000_000) })),
    'a redirect': told(302, '', { location: 'http://127.0.0.1:9/' }),
    'a redirect to nowhere': told(302, '', { location: 'http://[' }),
    'an odd challenge': told(401, text, { 'www-authenticate': 'Bearer error="x\\' }),
    'a challenge': told(401, text, { 'www-authenticate': 'Bearer error="invalid_token", error_description="Old"' }),
    'an odd type': told(200, text, { 'content-type': '\u00e4/;=' }),
    'another charset': told(200, text, { 'content-type': 'application/json; charset=utf-16' }),
    'a coding that it does not have': told(200, text, { 'content-encoding': 'gzip' }),
    'no HTTP': Buffer.from('220 mail.example ESMTP\r\n'),
    'no status': Buffer.from('HTTP/1.1 OK\r\n\r\n'),
    nothing: Buffer.alloc(0),
  }
}

/** A server on loopback whose answers a test tells. */
export type ToldServer = {
  readonly origin: string
  /** What it answers instead of the usual at a path; null for the usual everywhere. */
  hostile: { readonly path: string; readonly bytes: Buffer } | null
  close(): Promise<void>
}

/** Starts such a server, with the usual answers by path. */
export const openToldServer = async (usual: Readonly<Record<string, () => unknown>>): Promise<ToldServer> => {
  const opened: { hostile: ToldServer['hostile'] } = { hostile: null }
  const server = createServer(async (request, response) => {
    for await (const _ of request) void _
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (opened.hostile?.path === pathname) return void request.socket.end(opened.hostile.bytes)
    const answer = await usual[pathname]?.()
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(opened, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
