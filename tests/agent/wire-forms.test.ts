import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/domain/conditions/operators.ts'
import { jobFor, rawServer, run } from './world.ts'

const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

/** A server that answers every request with these lines and body, and records the heads of the requests. */
const serve = async (lines: readonly string[], body: Buffer | string = 'ok') => {
  const seen: string[] = []
  const port = await rawServer((socket, request) => {
    seen.push(request)
    socket.end(Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), Buffer.from(body)]))
  })
  return { url: `http://127.0.0.1:${port}`, seen }
}
const OK = ['HTTP/1.1 200 OK', 'Content-Length: 2']

describe('A body that is packed for its transfer', () => {
  const page = Buffer.from('{"error":"Fatal error"}'.padEnd(300))
  const lacks: Condition = {
    source: 'text',
    condition: 'not_contains',
    val: 'Fatal error',
    on_false: { outcome: 'fail' },
  }
  test.each([
    ['gzip in chunks', ['Transfer-Encoding: gzip, chunked'], chunked(gzipSync(page))],
    ['x-gzip in chunks', ['Transfer-Encoding: x-gzip, Chunked'], chunked(gzipSync(page))],
    ['deflate, on two lines', ['Transfer-Encoding: deflate', 'Transfer-Encoding: chunked'], chunked(deflateSync(page))],
    ['gzip until the close', ['Transfer-Encoding: gzip'], gzipSync(page)],
    [
      'content and transfer packed',
      ['Content-Encoding: gzip', 'Transfer-Encoding: deflate, chunked'],
      chunked(deflateSync(gzipSync(page))),
    ],
    ['chunks alone', ['Transfer-Encoding: chunked'], chunked(page)],
  ])('is read: %s', async (_, lines, body) => {
    const { url } = await serve(['HTTP/1.1 200 OK', ...lines], body)
    const { report, detail } = await run(jobFor(url, { conditions: { meta: {}, conditions: [lacks] } }))
    expect(detail.response?.body).toBe(page.toString())
    expect(report.result_category).toBe('FAIL')
  })

  test('that cannot be read passes no condition that would need it', async () => {
    const { url } = await serve(['HTTP/1.1 200 OK', 'Transfer-Encoding: compress, chunked'], chunked(page))
    const { report, detail } = await run(jobFor(url, { conditions: { meta: {}, conditions: [lacks] } }))
    expect(report.result_category).toBe('FAIL')
    expect(detail.messages).toContain('the body stays compressed: its encoding is not supported')
  })
})

describe('Cookies of a call', () => {
  const sent = async (headers: { key: string; value: string }[], first = OK) => {
    const { url, seen } = await serve(first)
    await run(jobFor(url, { call: { headers } }))
    return [...(seen.at(-1) ?? '').matchAll(/\r\ncookie: ([^\r]*)/gi)].map(([, value]) => value)
  }
  test('go out on one line, however many headers they stand in', async () => {
    const header = (value: string, key = 'Cookie') => ({ key, value })
    expect(await sent([header('a=1'), header('b=2; c=3'), header('d=4', 'cookie')])).toEqual(['a=1; b=2; c=3; d=4'])
    expect(await sent([header('a=1')])).toEqual(['a=1'])
    expect(await sent([])).toEqual([])
  })
})

describe('A redirect without an address', () => {
  test.each([
    ['GET', 302, ['Location:']],
    ['POST', 307, ['Location:   ']],
    ['PUT', 308, ['Location:']],
  ])('leads nowhere: %s with %i', async (method, status, lines) => {
    const { url, seen } = await serve([`HTTP/1.1 ${status} X`, ...lines, 'Content-Length: 2'])
    const { report } = await run(jobFor(url, { call: { method, body: method === 'GET' ? null : '{"order":1}' } }))
    expect([report.http_code, report.exception_type, seen.length]).toEqual([status, null, 1])
  })

  test('leads to the first one that it names', async () => {
    const { url, seen } = await serve(['HTTP/1.1 302 X', 'Location:', 'Location: /to', 'Content-Length: 2'])
    await run(jobFor(url, { call: { follow_redirects: true } }))
    expect(seen[1]).toMatch(/^GET \/to /)
  })
})

test.each([
  ['/a?', '/a?'],
  ['/?', '/?'],
  ['/a?#part', '/a?'],
  ['/a#part?', '/a'],
  ['/a?b', '/a?b'],
])('the address %s is asked for as %s', async (path, target) => {
  const { url, seen } = await serve(OK)
  await run(jobFor(url + path))
  expect(seen[0]).toMatch(new RegExp(`^GET ${target.replace('?', '\\?')} HTTP`))
})
