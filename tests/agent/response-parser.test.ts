import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResponseParser } from '../../src/agent/runner/response-parser.ts'

/** Feeds the parser piece by piece and returns what it parsed. */
const read = (pieces: readonly Buffer[], method = 'GET') => {
  const body: Buffer[] = []
  const parser = new ResponseParser(
    method,
    (bytes) => body.push(bytes),
    (text) => JSON.stringify(text),
  )
  for (const piece of pieces) parser.push(piece)
  const missing = parser.fault === null ? parser.close() : null
  return { head: parser.head, body: Buffer.concat(body).toString('latin1'), fault: parser.fault, missing }
}

const cut = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

const chunked = (parts: readonly string[]): string =>
  // Zeros may lead the size of a chunk.
  `${parts.map((part) => `${part.length.toString(16).padStart(16, '0')};x=1\r\n${part}\r\n`).join('')}0\r\nTrailer: t\r\n\r\n`

const content = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'binary-ascii' }), { maxLength: 6 })
const framed = content.chain((parts) =>
  fc.constantFrom(
    { wire: `Content-Length: ${parts.join('').length}\r\n\r\n${parts.join('')}`, body: parts.join('') },
    { wire: `Transfer-Encoding: chunked\r\n\r\n${chunked(parts)}`, body: parts.join('') },
    { wire: `\r\n${parts.join('')}`, body: parts.join('') },
  ),
)

describe('A response', () => {
  test('is parsed the same however the network splits it', () => {
    const interim = fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n')
    fc.assert(
      fc.property(interim, framed, fc.array(fc.nat(), { maxLength: 12 }), (before, { wire, body }, places) => {
        const bytes = Buffer.from(`${before}HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\n${wire}`, 'latin1')
        const answer = read(cut(bytes, places))
        expect(answer).toMatchObject({ body, fault: null, missing: null, head: { statusCode: 200 } })
        expect(answer.head?.headers.slice(0, 2)).toEqual([
          { key: 'X-A', value: '1' },
          { key: 'x-a', value: '2' },
        ])
      }),
    )
  })

  test('never makes the parser throw, whatever its bytes are', () => {
    const start = fc.constantFrom('', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    fc.assert(
      fc.property(
        start,
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (text, noise, places) => {
          const pieces = cut(Buffer.concat([Buffer.from(text), noise]), places)
          const { fault: wholeFault, ...whole } = read([Buffer.concat(pieces)])
          const { fault, ...inPieces } = read(pieces)
          expect({ ...inPieces, isWrong: fault !== null }).toEqual({ ...whole, isWrong: wholeFault !== null })
        },
      ),
    )
  })

  test.each([
    ['a HEAD request', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
    ['status 204', 'GET', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['status 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n'],
  ])('to %s has no body, whatever its headers say', (_, method, text) => {
    expect(read([Buffer.from(text)], method)).toMatchObject({ body: '', fault: null, missing: null })
  })

  test.each([
    ['two lengths that differ', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello', /several Content-Length/],
    ['a length that is no number', 'Content-Length: 5x\r\n\r\nhello', /Content-Length is "5x"/],
    ['a negative length', 'Content-Length: -5\r\n\r\nhello', /Content-Length is "-5"/],
    ['a chunk size that is no number', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n', /size of a chunk is "zz"/],
    ['a chunk longer than its size', 'Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n', /longer than it says/],
    ['a space in the name of a header that ends the body', 'Content Length: 5\r\n\r\n', /header line/],
    ['a space after the name of a header that ends the body', 'Content-Length : 5\r\n\r\nhello', /header line/],
    ['a tab before the coding of the body', '\tTransfer-Encoding: chunked\r\n\r\n', /header line/],
    ['a control character in a name', 'X\u0001: 5\r\n\r\n', /header line/],
    ['headers without an end', `X: ${'a'.repeat(70_000)}`, /larger than 65536 bytes/],
    ['trailers without an end', `Transfer-Encoding: chunked\r\n\r\n0\r\n${'A: b\r\n'.repeat(20_000)}`, /never end/],
  ])('with %s is malformed', (_, rest, fault) => {
    expect(read([Buffer.from(`HTTP/1.1 200 OK\r\n${rest}`)]).fault).toMatch(fault)
  })

  test.each([
    ['SSH-2.0-OpenSSH_9.2\r\n', /SSH-2.0/],
    ['HTTPS 200\r\n\r\n', /not HTTP\/1/],
    ['HTTP/1.1200 OK\r\n\r\n', /status line/],
    ['HTTP/1.1 200OK\r\n\r\n', /status line/],
    ['HTTP/1.1 99 Low\r\n\r\n', /status line/],
    ['HTTP/1.1 2000 High\r\n\r\n', /status line/],
    ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(40), /interim/],
  ])('that begins %j is malformed', (text, fault) => {
    expect(read([Buffer.from(text)]).fault).toMatch(fault)
  })

  const oddStatuses = ['HTTP/1.1  200 OK', 'http/1.1 200 OK', 'HTTP/2 200 OK', 'HTTP/2.0\t200', 'HTTP/1.1 200 \t']
  const oddLines = fc.constantFrom<[line: string, key: string | null]>(
    ['X-Odd : 1', 'X-Odd'],
    ['X Robots Tag: 1', 'X Robots Tag'],
    ['X-Foo(bar): 1', 'X-Foo(bar)'],
    ['X/Y[z]: 1', 'X/Y[z]'],
    ['X-Größe: 1', 'X-Größe'],
    [': 1', null],
    ['no colon at all', null],
  )

  test('whose head curl and browsers read is read with each line, and says what is odd', () => {
    const statuses = fc.constantFrom('HTTP/1.1 200 OK', ...oddStatuses)
    const lines = fc.array(oddLines, { maxLength: 6 })
    fc.assert(
      fc.property(statuses, lines, fc.array(fc.nat(), { maxLength: 5 }), (status, odd, places) => {
        const text = `${status}\r\nX-A: 1\r\n${odd.map(([line]) => `${line}\r\n`).join('')}Content-Length: 5\r\n\r\nhello`
        const { head, body, fault } = read(cut(Buffer.from(text), places))
        expect([fault, body, head?.statusCode]).toEqual([null, 'hello', 200])
        const kept = odd.flatMap(([, key]) => key ?? [])
        expect(head?.headers.map(({ key }) => key)).toEqual(['X-A', ...kept, 'Content-Length'])
        const isOdd = odd.length > 0 || !/^HTTP\/1\.1 200/.test(status)
        expect(head?.oddities?.length ?? 0).toBe(isOdd ? 1 : 0)
      }),
    )
  })

  test('with many odd lines quotes three of them', () => {
    const text = `HTTP/1.1 200 OK\r\n${'X Odd: 1\r\n'.repeat(10)}\r\n`
    expect(read([Buffer.from(text)]).head?.oddities).toEqual([expect.stringMatching(/"X Odd: 1" and 7 more$/)])
  })
})
