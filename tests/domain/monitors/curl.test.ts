import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shellCommands, shellWord } from '../../../src/domain/core/shell-words.ts'
import { curlOf, nameOfRequest, requestOfCurl } from '../../../src/domain/monitors/curl.ts'
import { METHODS } from '../../../src/domain/monitors/methods.ts'

const read = (command: string) => {
  const reading = requestOfCurl(command)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading
}
const plain = {
  method: 'GET',
  url: 'https://example.com/',
  parameters: [],
  headers: [],
  body: null,
  follow_redirects: false,
  verify_tls: true,
  connect_to: null,
  tls_name: null,
  timeout_seconds: 120,
}
const form = { key: 'Content-Type', value: 'application/x-www-form-urlencoded' }

describe('a curl command is parsed like curl would', () => {
  test.each<[command: string, change: object]>([
    ['curl https://example.com/', {}],
    ['  $ /usr/bin/curl "https://example.com/" | jq .', {}],
    ['curl --resolve example.com:443:10.0.0.1 https://example.com/', { connect_to: '10.0.0.1' }],
    ['curl --resolve +*:443:10.0.0.1,10.0.0.2 https://example.com/', { connect_to: '10.0.0.1' }],
    ['curl --connect-to ::staging.example.com: https://example.com/', { connect_to: 'staging.example.com' }],
    ['curl --connect-to example.com:443:[::1]:8443 https://example.com/', { connect_to: '[::1]:8443' }],
    ['curl --connect-to example.com:443::8443 https://example.com/', { connect_to: 'example.com:8443' }],
    ['curl example.com/a', { url: 'http://example.com/a' }],
    ["curl '{{ host }}/a'", { url: '{{ host }}/a' }],
    ['curl %%HOST%%/a', { url: '%%HOST%%/a' }],
    [
      'curl -sSLk -m 2.5 --compressed https://example.com/',
      { follow_redirects: true, verify_tls: false, timeout_seconds: 3 },
    ],
    ['curl --url https://example.com/ --request=put', { method: 'PUT' }],
    ['curl -XDELETE https://example.com/', { method: 'DELETE' }],
    ['curl -I https://example.com/', { method: 'HEAD' }],
    ['curl -o out.txt -w "%{http_code}" https://example.com/', {}],
    ['curl https://example.com/ -d a=b -d c=d', { method: 'POST', body: 'a=b&c=d', headers: [form] }],
    ["curl https://example.com/ --data-raw '@home'", { method: 'POST', body: '@home', headers: [form] }],
    [
      'curl https://example.com/ --data-urlencode "q=a b&c" --data-urlencode "=x/y" --data-urlencode z!',
      { method: 'POST', body: 'q=a+b%26c&x%2Fy&z%21', headers: [form] },
    ],
    [
      'curl -G -d a=b --data-urlencode "c=ä" https://example.com/?x=1#top',
      { url: 'https://example.com/?x=1&a=b&c=%C3%A4#top' },
    ],
    [
      `curl https://example.com/ --json '{"a":1}'`,
      {
        method: 'POST',
        body: '{"a":1}',
        headers: [
          { key: 'Content-Type', value: 'application/json' },
          { key: 'Accept', value: 'application/json' },
        ],
      },
    ],
    [
      "curl https://example.com/ -H 'Accept: */*' -H 'X-Empty;' -H 'Host:' -H 'X-Colon: a:b'",
      {
        headers: [
          { key: 'Accept', value: '*/*' },
          { key: 'X-Empty', value: '' },
          { key: 'X-Colon', value: 'a:b' },
        ],
      },
    ],
    ['curl -u ada:pa:ss https://example.com/', { headers: [{ key: 'Authorization', value: 'Basic YWRhOnBhOnNz' }] }],
    ['curl https://ada:p%40ss@example.com/', { headers: [{ key: 'Authorization', value: 'Basic YWRhOnBAc3M=' }] }],
    [
      "curl -b 'a=1; b=2' -A agent -e https://from.example/ https://example.com/",
      {
        headers: [
          { key: 'User-Agent', value: 'agent' },
          { key: 'Referer', value: 'https://from.example/' },
          { key: 'Cookie', value: 'a=1; b=2' },
        ],
      },
    ],
    [
      "curl 'https://example.com/' \\\n  -X 'POST' \\\r\n  -H 'content-type: text/plain' \\\n  --data-raw $'it\\'s\\n\\u00e4\\xc3\\xa4\\041'\n",
      { method: 'POST', body: "it's\nää!", headers: [{ key: 'content-type', value: 'text/plain' }] },
    ],
    [
      'curl https://example.com/ -d "a \\"quoted\\" \\$text \\n"',
      { method: 'POST', body: 'a "quoted" $text \\n', headers: [form] },
    ],
  ])('%s', (command, change) => {
    expect(read(command).request).toEqual({ ...plain, ...change })
  })
})

test.each([
  ['', 'curl command'],
  ['wget https://example.com/', 'curl command'],
  ['curl', 'no URL'],
  ['curl -X', 'needs a value'],
  ["curl 'https://example.com/", 'not closed'],
  ['curl "https://example.com/', 'not closed'],
  ["curl $'https://example.com/", 'not closed'],
])('what is no curl command is rejected with a reason: %s', (command, why) => {
  const reading = requestOfCurl(command)
  expect('problem' in reading && reading.problem).toContain(why)
})

test.each<[command: string, note: string, change: object]>([
  [
    'curl -d @dir/body.json https://example.com/',
    'The body is the file body.json',
    { method: 'POST', file_id: null, headers: [form] },
  ],
  ['curl --data-urlencode name@file https://example.com/', 'file', {}],
  ['curl -d a=b -d @file https://example.com/', 'file', { method: 'POST', body: 'a=b', headers: [form] }],
  ['curl -H @headers https://example.com/', 'headers', {}],
  [
    'curl -T upload.bin https://example.com/dir/',
    'upload.bin',
    { method: 'PUT', url: 'https://example.com/dir/upload.bin', file_id: null },
  ],
  ['curl -X CONNECT https://example.com/', 'CONNECT', {}],
  ['curl -m soon https://example.com/', 'soon', {}],
  ['curl https://example.com/ --max-time', '--max-time needs a value', {}],
  ['curl -K options.txt https://example.com/', 'options.txt', {}],
  ['curl --frobnicate https://example.com/', '--frobnicate', {}],
  ['curl --http2 https://example.com/', '--http2', {}],
  ['curl --cert me.pem https://example.com/', '--cert', {}],
  ['curl --resolve other.com:443:10.0.0.1 https://example.com/', '--resolve', {}],
  ['curl --connect-to example.com:80:10.0.0.1:80 https://example.com/', '--connect-to', {}],
  ['curl --resolve example.com:443:nothing:x https://example.com/', '--resolve', {}],
  ['curl https://example.com/ --next -X POST https://example.com/2', '--next', {}],
  ['curl https://example.com/ | jq . && echo done', 'jq, echo', {}],
  ['curl https://example.com/?a=1&b=2 -k', 'not quoted', { url: 'https://example.com/?a=1&b=2', verify_tls: false }],
  [
    'curl -H "X-Token: $TOKEN" https://example.com/',
    'TOKEN was a variable',
    { headers: [{ key: 'X-Token', value: '{{ TOKEN }}' }] },
  ],
])('what a monitor cannot keep is named, and the rest is made: %s', (command, note, change) => {
  const { request, notes } = read(command)
  expect(request).toEqual({ ...plain, ...change })
  expect(notes).toHaveLength(1)
  expect(notes[0]).toContain(note)
})

test('unsupported options are noted', () => {
  const { notes } = read(
    'curl -x proxy:8080 --cert me.pem -m 500 -b jar.txt https://example.com/ https://example.com/2',
  )
  expect(notes).toHaveLength(5)
  expect(notes.join(' ')).toContain('--proxy')
})

test('a name is made from method, host and path', () => {
  expect(nameOfRequest(read('curl -d x "https://example.com/a/b?c=d#e"').request)).toBe('POST example.com/a/b')
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 })

test('any text can be quoted as one shell word', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      expect(shellCommands(['echo', ...texts].map(shellWord).join(' '))).toMatchObject({
        commands: [{ words: ['echo', ...texts] }],
      })
    }),
  )
})

test('a request written as a curl command is parsed back unchanged', () => {
  const token = fc
    .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,10}$/)
    .filter((name) => name.toLowerCase() !== 'content-type')
  const value = anyText.map((text) => text.replace(/[\r\n\0]/g, '').trim())
  const request = fc.record({
    method: fc.constantFrom(...METHODS, 'PROPFIND', 'PURGE', 'QUERY'),
    url: fc
      .tuple(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.constantFrom('', '/%%NAME%%', '/[1-2]', '/{a,b}'),
      )
      .map(([url, end]) => url + end),
    headers: fc
      .array(fc.record({ key: token, value }), { maxLength: 4 })
      .map((headers) => [...headers, { key: 'Content-Type', value: 'text/plain' }]),
    body: fc.option(anyText),
    follow_redirects: fc.boolean(),
    verify_tls: fc.boolean(),
    connect_to: fc.constantFrom(null, 'staging.example.com', '10.0.0.5:8443', '[2001:db8::1]:443'),
    tls_name: fc.constant(null),
    timeout_seconds: fc.integer({ min: 1, max: 120 }),
  })
  fc.assert(
    fc.property(request, (written) => {
      expect(read(curlOf(written)).request).toEqual({ ...written, parameters: [] })
    }),
  )
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((array) => Buffer.from(array).toString('base64'))
  fc.assert(
    fc.property(request, bytes, (written, body) => {
      const binary = { ...written, body, body_encoding: 'base64' as const }
      expect(read(curlOf(binary)).request).toEqual({ ...binary, parameters: [] })
    }),
  )
  const word = anyText.filter((text) => text !== '' && !/[=\0]/.test(text))
  const type = { content_type: fc.constantFrom('image/png', 'text/plain; charset=utf-8') }
  const part = fc.oneof(
    fc.record({ name: word, value: anyText, ...type, file_name: word }, { requiredKeys: ['name', 'value'] }),
    fc.record(
      { name: word, file_id: fc.constant(null), file_name: word, ...type },
      {
        requiredKeys: ['name', 'file_id', 'file_name'],
      },
    ),
  )
  fc.assert(
    fc.property(request, fc.array(part, { minLength: 1, maxLength: 4 }), (written, parts) => {
      const headers = written.headers.slice(0, -1)
      const form = { ...written, headers, body: null, parts }
      expect(read(curlOf(form)).request).toEqual({ ...form, parameters: [] })
    }),
  )
})

test('parameters are added to the URL like an agent does, with the agent’s content type', () => {
  const command = curlOf({
    method: 'POST',
    url: 'https://example.com/?a=1#b',
    parameters: [{ key: 'q', value: "it's & ä" }],
    body: '{}',
  })
  expect(read(command).request).toMatchObject({
    url: "https://example.com/?a=1&q=it's%20%26%20%C3%A4#b",
    headers: [{ key: 'Content-Type', value: 'application/json' }],
  })
})

test('no text makes the parser throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void requestOfCurl(`curl ${text}`)))
})
