import type { IncomingMessage } from 'node:http'
import { Cookies } from '../../src/agent/runner/cookies.ts'
import { textOfBody } from '../../src/agent/runner/decode.ts'
import { redirectTarget } from '../../src/agent/runner/redirect.ts'
import { ResponseParser } from '../../src/agent/runner/response-parser.ts'
import { closestTo } from '../../src/commands/line/closest.ts'
import { matchesOf } from '../../src/commands/line/match.ts'
import { readLine } from '../../src/commands/line/read.ts'
import { suggestionsFor } from '../../src/commands/line/suggest.ts'
import { slugOf } from '../../src/commands/naming.ts'
import { timeAhead } from '../../src/commands/time-ahead.ts'
import { parseAllowed } from '../../src/domain/addresses.ts'
import { readTemplate, renderTemplate } from '../../src/domain/alert-template.ts'
import { entryWords } from '../../src/domain/audit-words.ts'
import { judge } from '../../src/domain/conditions.ts'
import { requestOfCurl } from '../../src/domain/curl.ts'
import { isEmailAddress } from '../../src/domain/email-address.ts'
import { parseBlock } from '../../src/domain/ip-address.ts'
import { monitorProblems } from '../../src/domain/monitor-rules.ts'
import { codeRange, OPERATORS, type OperatorKey } from '../../src/domain/operators.ts'
import { isUrlWithVariables, placeholdersIn, substitute } from '../../src/domain/placeholders.ts'
import { profileProblems } from '../../src/domain/profile-rules.ts'
import { retryTagProblems } from '../../src/domain/retry-settings.ts'
import { isSecretName } from '../../src/domain/secret-names.ts'
import { shellWord } from '../../src/domain/shell-words.ts'
import { isSigningSecret } from '../../src/domain/signing-secret.ts'
import { tagProblems } from '../../src/domain/tag-rules.ts'
import { nameOfAddress } from '../../src/domain/watch.ts'
import { hasUserInfo, isWebAddress } from '../../src/domain/web-address.ts'
import { headerLines, webhookProblems } from '../../src/domain/webhook-rules.ts'
import { parseTime } from '../../src/domain/wire-time.ts'
import { tagsOf } from '../../src/domain/wizard-rules.ts'
import { csvLines } from '../../src/server/handlers/audit-csv.ts'
import { clientAddress } from '../../src/server/http/client-address.ts'
import { unstorableText } from '../../src/server/http/storable-text.ts'
import { readWebFiles } from '../../src/server/http/web-files.ts'
import { readCursor } from '../../src/server/live/cursor.ts'
import { smtpProblem } from '../../src/server/mail/smtp-problem.ts'
import { formPairs } from '../../src/views/monitors/body-mode.ts'
import { jsonProblem } from '../../src/views/monitors/json-problem.ts'
import { highlight } from '../../src/views/parts/highlight.ts'
import { exampleWorld } from '../commands/world.ts'

/** What reads a text that a stranger writes: a person, a client, or a server that is monitored. */
export type Reader = {
  readonly name: string
  /** The most characters that reach it. */
  readonly most: number
  /** What stands around a text that is made to be slow: without it, a reader may turn the text away at its first character. */
  readonly frames: readonly (readonly [before: string, after: string])[]
  /** Pieces that mean something to it, beside those that mean something to most. */
  readonly units: readonly string[]
  readonly read: (text: string) => unknown
}

/** What is repeated: marks that begin, end, part or escape something somewhere. */
export const PIECES = [
  ...[
    'a',
    '1',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '"',
    "'",
    '\\',
    '\\"',
    '(',
    ')',
    '[',
    '<',
    '>',
    '{',
    '{{',
    '}}',
    '{%',
    '%%',
    '%%A',
  ],
  ...[
    '__A',
    '_',
    '%%A%%',
    ',',
    'a,',
    ':',
    ';',
    '=',
    'a=b;',
    '/',
    '//',
    '?',
    '#',
    '@',
    '-',
    '--a ',
    '.',
    '1.',
    '%',
    '%2',
    '&',
  ],
  ...['a ', 'ab,', '|', '#\n', '?\n', 'T', '2000-T', ' \n', '🜁', 'é', '\u0301', '漢'],
]

const PLAIN: Reader['frames'] = [['', '']]

const reader = (
  name: string,
  most: number,
  read: Reader['read'],
  { frames = PLAIN, units = [] }: { frames?: Reader['frames']; units?: readonly string[] } = {},
): Reader => ({ name, most, frames, units, read })

const MIB = 1_048_576
const HEADERS = 16_384
const KEPT_BODY = 262_144

const { world } = exampleWorld()
const names = Array.from({ length: 2_000 }, (_, index) => `${'a'.repeat(380)} ${index}`)
const searchable = names.map((name) => ({ item: name, texts: [name, name.slice(0, 20)] as const }))
const operators = Object.keys(OPERATORS) as OperatorKey[]
const outcome = { exceptionType: null, httpCode: 200, responseSize: 0 }
const timing = { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0, redirect: 0, total: 0 }
const judgeAll = (body: string, val: string): void => {
  const headers = [{ key: 'x', value: body.slice(0, 65_536) }]
  for (const condition of operators)
    for (const source of ['text', 'header'] as const)
      judge({ source, property: 'x', condition, val, val2: val }, 0, { ...outcome, timing, headers, body })
}
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

/** Every reader, once: the law holds them all to it, the bench shows their figures, and random texts are read by each. */
export const READERS: readonly Reader[] = [
  reader('a curl command', MIB, requestOfCurl, {
    frames: [
      ['curl ', ''],
      ["curl '", "'"],
      ['curl "', '"'],
      ["curl $'", "'"],
      ['curl a -d ', ''],
      ['curl http://', '@x/#'],
    ],
    units: [
      '-d a ',
      '-s',
      '-G ',
      '-H a:b ',
      '-H "a;" ',
      '--proxy x ',
      '\\x89',
      '\\u0041',
      '\\\n',
      '-b a=b ',
      '--data-urlencode a=b ',
    ],
  }),
  reader('a word for a shell', 65_536, shellWord),
  reader('placeholders', MIB, (text) => [placeholdersIn(text), substitute(text, { A: 'b' })], {
    frames: [
      ['', ''],
      ['{{', '}}'],
      ['%%', '%%'],
    ],
    units: ['__A_', '{{ ', '{{a }', '__AA_A', '{{ A }}'],
  }),
  reader(
    'an address with variables',
    8_192,
    (text) => [
      isUrlWithVariables(text),
      hasUserInfo(text),
      isWebAddress(text),
      nameOfAddress(text),
      isEmailAddress(text),
    ],
    {
      frames: [
        ['', ''],
        ['http://', ''],
        ['http://a/', ':%%A%%'],
        ['a@', ''],
      ],
      units: ['//%%A%%', '{{ A }}', 'xn--a', ':%%A%%'],
    },
  ),
  reader(
    'a monitor',
    65_536,
    (text) =>
      monitorProblems({
        meta: { name: text, tags: text.split(' ') },
        request: { method: text, url: text, headers: text.split('\n').map((line) => ({ key: line, value: line })) },
      }),
    {
      units: ['{{ a', 'a\n'],
    },
  ),
  reader(
    'the template of a message',
    20_000,
    (text) =>
      renderTemplate(
        readTemplate(text, () => true),
        { a: 'x'.repeat(8_000), b: ['c', 'd'] },
      ),
    {
      frames: [
        ['', ''],
        ['{{ a|', '}}'],
        ['{% if ', ' %}x{% endif %}'],
        ['{% if not a == "', '" %}x{% endif %}'],
        ['{% if a ', '{% endif %}'],
      ],
      units: [
        '{{a|reverse}}',
        '{{a|reverse|length}}',
        '{{ a }}',
        '{{}}',
        '{% if a %}',
        '{%if a%}b{%endif%}',
        '{% if a =="',
        '|reverse',
        '|replace("x","yyyyyyyyyyyyyyyyyyyy")',
        '{{a|default(',
        '=="',
        '==',
      ],
    },
  ),
  reader('the headers of a webhook', 8_192, headerLines, {
    frames: [
      ['', ''],
      ['a:', 'é'],
      ['a', 'é'],
      ['', 'é'],
    ],
    units: ['a:b\n', 'a: '],
  }),
  reader(
    'a webhook',
    8_192,
    (text) => [
      webhookProblems({
        web_hook_type: 'otel',
        name: text,
        parameters: { url: text, headers: text, fails_in_a_row: text },
        include_tags: text.split(','),
      }),
      webhookProblems({
        web_hook_type: 'email_template',
        parameters: { email_address: text, subject_template: text, text_template: text },
      }),
    ],
    { units: ['a@b,', '{{a}}'] },
  ),
  reader('a body that is judged', KEPT_BODY, (text) => judgeAll(text, '1'), {
    frames: [
      ['', ''],
      ['', 'x'],
      ['1', 'x'],
      ['1e', 'x'],
      ['2000-01-01T00:00:00.', 'x'],
      ['Mon, 01 Jan 2000 ', ''],
    ],
    units: ['1 ', '.1'],
  }),
  reader('a body that is searched', KEPT_BODY, (text) =>
    judgeAll(text, `${text.slice(0, 2_047)}\u0001${text.slice(0, 2_047)}`),
  ),
  reader(
    'the value of a condition',
    4_096,
    (text) => {
      judgeAll(`${'1'.repeat(8_000)}x`, text)
      return text.split(',').map(codeRange)
    },
    { units: ['1,', '200-299,', '2xx,', '1 - '] },
  ),
  reader('a time', 8_192, (text) => [parseTime(text), timeAhead(text, 1_750_000_000_000, 'Europe/Vienna')], {
    frames: [
      ['', ''],
      ['2000-', ''],
      ['mon ', ''],
      ['2026-01-01T00:00:00.', 'Z'],
      ['tomorrow', '9'],
    ],
  }),
  reader(
    'tags',
    65_536,
    (text) => {
      const tags = tagsOf(text)
      return [
        tagProblems('tags', tags),
        tagProblems('tags', text.split(',')),
        retryTagProblems('tags', text.split(',')),
      ]
    },
    { units: ['sys:backoff:fibo,', 'sys:backoff'] },
  ),
  reader('the name of a secret', 8_192, isSecretName, { units: ['token', 'maxtokens', 'max', 'passwordless'] }),
  reader(
    'addresses that calls may reach',
    HEADERS,
    (text) => {
      try {
        return parseAllowed(text)
      } catch (cause) {
        if (cause instanceof Error && cause.constructor === Error) return cause.message
        throw cause
      }
    },
    {
      frames: [
        ['', ''],
        ['[', ']:1'],
        ['::', '/1'],
      ],
      units: ['1:', '::', '1.1.1.1,', 'a-', 'a.'],
    },
  ),
  reader(
    'a secret that signs, and a picture',
    65_536,
    (text) => [isSigningSecret(text), profileProblems({ name: text, picture: text })],
    {
      frames: [
        ['', ''],
        ['whsec_', '='],
        ['data:image/png;base64,', '!'],
      ],
    },
  ),
  reader('a line', 100_000, (text) => readLine(text, world), {
    frames: [
      ['', ''],
      ['create monitor ', ''],
      ['run monitor ', ''],
      ['set tags ', ''],
      ['run monitor checkout-capture-payment --context ', ''],
    ],
    units: ['--tag a ', '--context a=b ', '--header a=b ', 'aws-use1,', 'Twin ', 'Checkout ', '"a" ', '--no-a '],
  }),
  reader('a line that is typed', 20_000, (text) => suggestionsFor(text, world), {
    frames: [
      ['', ''],
      ['run monitor ', ''],
      ['run monitor ', '"'],
    ],
    units: ['Twin ', 'a b '],
  }),
  reader('a search among names', 4_096, (text) => matchesOf(text, searchable, 50)),
  reader('a slip in a name', 4_096, (text) => [closestTo(text, names), slugOf(text)]),
  ...(['json', 'http', 'html', 'text'] as const).map((language) =>
    reader(`a ${language} text in colours`, 200_000, (text) => highlight(text, language), {
      frames: [
        ['', ''],
        ['<a "', ''],
      ],
      units: ['""', "''", '" "', '\\', '__A_', '<', '&a', '{{ a', '"a": '],
    }),
  ),
  reader('a body that is typed', KEPT_BODY, (text) => [jsonProblem(text), formPairs(text)], {
    frames: [
      ['', ''],
      ['{"a":', ''],
      ['"', ''],
    ],
    units: ['[', 'a=b&'],
  }),
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
      return cookies.headerFor(url, text)
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
      textOfBody(Buffer.from([0xff, 0xfe]), text, true),
      redirectTarget(
        { statusCode: 302, statusText: '', headers: [{ key: 'location', value: text }] },
        new URL('http://a/'),
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
    MIB,
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
      csvLines([{ ...lists, actor: {}, resource: { name: text } } as never]),
    ]
  }),
]

/** The texts that a reader is tried with: each piece in each frame, so many characters long. */
export const shapesOf = ({ frames, units }: Reader): { name: string; make: (length: number) => string }[] =>
  [...new Set([...PIECES, ...units])].flatMap((unit) =>
    frames.map(([before, after]) => ({
      name: JSON.stringify(before + unit + unit + after),
      make: (length: number) => {
        const between = Math.max(0, length - before.length - after.length)
        return before + unit.repeat(Math.ceil(between / unit.length)).slice(0, between) + after
      },
    })),
  )

/** Milliseconds of the processor that reading a text takes; what other programs do beside it does not count. */
export const costMs = async ({ read }: Reader, text: string): Promise<number> => {
  const before = process.cpuUsage()
  await read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
