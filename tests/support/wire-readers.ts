import type { IncomingMessage } from 'node:http'
import { textOfBytes } from '../../src/agent/runner/body-text.ts'
import { Cookies } from '../../src/agent/runner/cookies.ts'
import { redirectTarget } from '../../src/agent/runner/redirect.ts'
import { ResponseParser } from '../../src/agent/runner/response-parser.ts'
import { entryWords } from '../../src/domain/audit/audit-words.ts'
import { commaSeparated } from '../../src/domain/core/comma-separated.ts'
import { parseBlock } from '../../src/domain/core/ip-address.ts'
import { auditCells } from '../../src/server/handlers/audit/audit-csv.ts'
import { clientAddress } from '../../src/server/http/client-address.ts'
import { unstorableText } from '../../src/server/http/storable-text.ts'
import { readWebFiles } from '../../src/server/http/web-files.ts'
import { readCursor } from '../../src/server/live/cursor.ts'
import { smtpProblem } from '../../src/server/mail/smtp-problem.ts'
import { type Reader, reader } from './reader.ts'

const KEPT_BODY = 262_144
const HEADERS = 16_384
const files = await readWebFiles(null, { '/page.txt': 'a'.repeat(2_000) })
const request = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage
const proxies = [parseBlock('127.0.0.0/8') ?? { base: [], bits: 0 }]
const entry = (before: unknown, after: unknown) => ({
  action: 'monitor.update',
  changes: [{ path: 'tags', before, after }],
})

const parseResponse = (text: string, bytesAtOnce: number): string | null => {
  const parser = new ResponseParser(
    'GET',
    () => {},
    (quoted, most) => JSON.stringify(quoted.slice(0, most)),
  )
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && !parser.done && parser.fault === null; at += bytesAtOnce)
    parser.push(bytes.subarray(at, at + bytesAtOnce))
  return parser.fault ?? parser.close()
}
const OK = 'HTTP/1.1 200 OK\r\n'

/** Those of what servers and clients send: responses, headers, cursors, mail. */
export const WIRE_READERS: readonly Reader[] = [
  reader('the head of a response', 65_536, (text) => parseResponse(text, 65_536), {
    frames: [
      [OK, ''],
      [`${OK}a:`, ''],
      [`${OK}content-length: `, '\r\n\r\n'],
      [`${OK}a: b\r\n`, '\r\n\r\n'],
    ],
    units: ['a:\n', ' b\r\n', 'HTTP/1.1 100 Continue\r\n\r\n'],
  }),
  reader('the head of a response, byte by byte', 65_536, (text) => parseResponse(text, 1), {
    frames: [
      [OK, ''],
      [`${OK}a: b`, ''],
    ],
  }),
  reader('a body in chunks, byte by byte', 65_536, (text) => parseResponse(text, 1), {
    frames: [
      [`${OK}transfer-encoding: chunked\r\n\r\n`, ''],
      [`${OK}transfer-encoding: chunked\r\n\r\n1;`, ''],
    ],
    units: ['1\r\na\r\n', '0001;a=b\r\na\r\n'],
  }),
  reader(
    'cookies',
    65_536,
    (text) => {
      const cookies = new Cookies()
      const url = new URL('https://a.example.com/b/c')
      for (const line of text.split('\n')) cookies.take(line, url, 0)
      cookies.take(text, url, 0)
      return cookies.headerFor(url, text, 0)
    },
    {
      frames: [
        ['', ''],
        ['a=b;', ''],
        ['a=b; expires=', ''],
        ['a=b; max-age=', 'x'],
        ['a=b; domain=', 'example.com'],
      ],
      units: ['a=b\n', 'a=b; path=/\n', ';a=b'],
    },
  ),
  reader(
    'the type of a body, and where it leads',
    65_536,
    (text) => [
      textOfBytes(Buffer.from([0xff, 0xfe]), text, true),
      redirectTarget(
        { statusCode: 302, statusText: '', headers: [{ key: 'location', value: text }] },
        { url: new URL('http://a/'), detour: null },
      ),
    ],
    {
      frames: [
        ['', ''],
        ['text/plain; charset=', ''],
        ['http://', ''],
      ],
      units: ['; charset', ';charset="'],
    },
  ),
  reader('the addresses of proxies', HEADERS, (text) => clientAddress(request({ 'x-forwarded-for': text }), proxies), {
    frames: [
      ['', ''],
      ['', ',127.0.0.1'],
      ['[', ']'],
    ],
    units: ['127.0.0.1,', ']:1', '[::1],', '1:', '::ffff:127.0.0.1,'],
  }),
  reader('what a browser takes', HEADERS, (text) => files.answer({ path: '/page.txt', header: () => text }), {
    frames: [
      ['', ''],
      ['a;', 'x'],
      ['a;q=0.', 'x'],
    ],
    units: ['W/', ';q=0', ' ,', '*,', '; '],
  }),
  reader('where a stream was', 8_192, readCursor, {
    frames: [
      ['', ''],
      ['1~1:2:', '~'],
    ],
    units: ['1,', '~'],
  }),
  reader(
    'what the store cannot hold',
    KEPT_BODY,
    (text) => [unstorableText(text, 'a'), unstorableText(text.split(' '), 'a')].length,
    { units: ['\ud800', '\0 '] },
  ),
  reader('what a mail server says', 65_536, (text) =>
    smtpProblem(Object.assign(new Error(text), { response: text, responseCode: 550 }), {
      host: 'a',
      port: 25,
      user: null,
      security: 'tls',
      from: 'a@b',
    }),
  ),
  reader('an entry of the log', KEPT_BODY, (text) => {
    const lists = entry(text.split(' '), text.split('\n'))
    return [
      entryWords(lists),
      entryWords(entry(text, `${text}a`)),
      commaSeparated([auditCells({ ...lists, actor: {}, resource: { name: text } } as never)]),
    ]
  }),
]
