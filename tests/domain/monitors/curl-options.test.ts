import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AUTH_TYPES } from '../../../src/domain/auth/auth-types.ts'
import { shellWord } from '../../../src/domain/core/shell-words.ts'
import { requestOfCurl } from '../../../src/domain/monitors/curl.ts'
import { FLAGS, SHORT_NAMES, VALUED } from '../../../src/domain/monitors/curl-option-names.ts'
import { MANUAL_FLAGS, MANUAL_LETTERS, MANUAL_SWITCHES, MANUAL_VALUED } from './curl-manual.ts'

const read = (command: string) => {
  const reading = requestOfCurl(command)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading
}
const ADDRESS = 'https://api.example.com/p'
const authorizationOf = (command: string) =>
  read(command).request.headers.find(({ key }) => key === 'Authorization')?.value ?? null

/** Options that change the address, as they should. */
const CHANGES_ADDRESS = ['url', 'url-query', 'next']
const others = (names: readonly string[]) => names.filter((name) => !CHANGES_ADDRESS.includes(name))

describe('every option of curl’s manual', () => {
  test('is known with whether it takes a value, and no other is', () => {
    const flags = [...MANUAL_SWITCHES, ...MANUAL_FLAGS].map((name) => name.replace(/^no-(?!alpn|npn)/, ''))
    expect([...VALUED].sort()).toEqual([...MANUAL_VALUED].sort())
    expect([...FLAGS].sort()).toEqual([...new Set(flags)].sort())
    for (const [letter, name] of Object.entries(MANUAL_LETTERS))
      expect([letter, SHORT_NAMES.get(letter)]).toEqual([letter, name.replace(/^no-/, '')])
    expect(SHORT_NAMES.size).toBe(Object.keys(MANUAL_LETTERS).length)
  })

  test.each(others(MANUAL_VALUED))('--%s takes its value, and the address stays', (name) => {
    const { request, notes } = read(`curl --${name} x1.example ${ADDRESS}`)
    expect([request.url, notes.filter((note) => note.includes('of 2 URLs'))]).toEqual([ADDRESS, []])
  })

  test.each(others([...MANUAL_SWITCHES, ...MANUAL_FLAGS, ...MANUAL_SWITCHES.map((name) => `no-${name}`)]))(
    '--%s takes none, and the address stays',
    (name) => {
      const { request, notes } = read(`curl --${name} ${ADDRESS}`)
      expect([request.url, notes.filter((note) => note.includes('no option'))]).toEqual([ADDRESS, []])
    },
  )

  test('in any order, and in one word or two, gives the same address', () => {
    const valued = fc.constantFrom(...others(MANUAL_VALUED).filter((name) => name !== 'max-time'))
    const flag = fc.constantFrom(...others([...MANUAL_SWITCHES, ...MANUAL_FLAGS]))
    const letters = Object.entries(MANUAL_LETTERS).filter(([, name]) => others([name]).length > 0)
    const letter = fc.constantFrom(...letters.filter(([, name]) => VALUED.has(name)).map(([key]) => key))
    const joined = fc
      .array(fc.constantFrom(...letters.filter(([, name]) => !VALUED.has(name)).map(([key]) => key)), { maxLength: 3 })
      .map((keys) => keys.join(''))
    const value = fc.constantFrom('x', '10.0.0.1', 'https://other.example.com/', '-k', '*', 'a=b', 'a b')
    const option = fc.oneof(
      fc.tuple(valued, value).map(([name, word]) => `--${name} ${shellWord(word)}`),
      flag.map((name) => `--${name}`),
      fc.tuple(joined, letter, value).map(([flags, key, word]) => `-${flags}${key} ${shellWord(word)}`),
      fc.tuple(joined, letter, value).map(([flags, key, word]) => `-${flags}${key}${shellWord(word)}`),
    )
    const around = fc.tuple(fc.array(option, { maxLength: 6 }), fc.array(option, { maxLength: 6 }))
    fc.assert(
      fc.property(around, ([before, after]) => {
        const { request } = read(['curl', ...before, ADDRESS, ...after].join(' '))
        // `--get` moves data to the query.
        expect(request.url.replace(/\?.*$/, '')).toBe(ADDRESS)
      }),
    )
  })
})

describe('an option that curl does not know', () => {
  test.each([
    [`--frobnicate x ${ADDRESS}`, '--frobnicate'],
    [`--frobnicate secret.example ${ADDRESS}`, 'the word after it'],
    [`${ADDRESS} --frobnicate secret.example`, 'the word after it'],
    [`--frobnicate=secret ${ADDRESS}`, '--frobnicate'],
    [`--no-request ${ADDRESS}`, '--no-request'],
    [`--dat x ${ADDRESS}`, '--dat'],
    [`-W x ${ADDRESS}`, '-W'],
    [`- ${ADDRESS}`, '- is ignored'],
  ])('is named, and its value is not the address: %s', (line, named) => {
    const { request, notes } = read(`curl ${line}`)
    expect([request.url, request.body, notes]).toEqual([ADDRESS, null, [expect.stringContaining(named)]])
    expect(notes.join()).not.toContain('secret')
  })

  test('leaves the only address that there is', () => {
    expect(read(`curl --frobnicate ${ADDRESS}`).request.url).toBe(ADDRESS)
  })

  test.each([
    [`-request DELETE ${ADDRESS}`, '--request'],
    [`—request DELETE ${ADDRESS}`, '--request'],
    [`–X DELETE ${ADDRESS}`, ''],
    [`--request=DELETE ${ADDRESS}`, 'a space is meant'],
    [`--req DELETE ${ADDRESS} --reques DELETE`, '--req'],
  ])('is read as what is meant where that is clear: %s', (line, named) => {
    const { request, notes } = read(`curl ${line}`)
    expect(request.url).toBe(ADDRESS)
    if (!line.startsWith('--req ')) expect(request.method).toBe('DELETE')
    expect(notes.join()).toContain(named)
  })

  test('may be cut short like one of curl', () => {
    expect(read(`curl --insec --loc ${ADDRESS} --oauth2 abc`).request).toMatchObject({
      url: ADDRESS,
      verify_tls: false,
      headers: [{ key: 'Authorization', value: 'Bearer abc' }],
    })
  })
})

describe('a name and password', () => {
  test.each([
    ['--aws-sigv4 aws:amz:eu-west-1:s3', `type “${AUTH_TYPES.AMAZON.title}” (region eu-west-1, service s3)`],
    ['--digest', '--digest would'],
    ['--digest --basic', '--digest would'],
    ['--ntlm', '--ntlm would'],
    ['--negotiate', '--negotiate would'],
    ['--anyauth', `type “${AUTH_TYPES.BASIC.title}”`],
  ])('are not sent as Basic with %s, and a note says what to do', (option, says) => {
    for (const line of [`${option} -u KEY:SECRET ${ADDRESS}`, `${option} ${ADDRESS.replace('//', '//KEY:SECRET@')}`]) {
      const { request, notes } = read(`curl ${line}`)
      expect([request.url, request.headers, notes]).toEqual([ADDRESS, [], [expect.stringContaining(says)]])
      expect(notes.join()).not.toContain('SECRET')
    }
  })

  test.each([
    ['-u a:b', 'Basic YTpi', ''],
    ['-u a:b --digest --no-digest', 'Basic YTpi', ''],
    ['-u a:', 'Basic YTo=', ''],
    ['-u a', 'Basic YTo=', 'would ask for the password'],
    ['-u a:b -H "Authorization: c"', 'c', 'the header Authorization takes their place'],
    ['-u a:b --oauth2-bearer c --oauth2-bearer d', 'Bearer d', '--oauth2-bearer takes their place'],
    ['-u "$NAME:$PASSWORD"', null, 'variables in them cannot be encoded'],
    ['--digest', null, '--digest is ignored'],
  ])('%s', (options, sent, says) => {
    const command = `curl ${options} ${ADDRESS}`
    expect(authorizationOf(command)).toBe(sent)
    expect(read(command).notes.join()).toContain(says)
    if (says === '') expect(read(command).notes).toEqual([])
  })

  test('are named before anything else, however much there is to say', () => {
    const many = Array.from({ length: 30 }, (_, at) => `--unknown${at}=x`).join(' ')
    expect(read(`curl ${many} --ntlm -u a:b ${ADDRESS}`).notes[0]).toContain('--ntlm')
  })
})

describe('what curl would do otherwise is named', () => {
  test.each<[line: string, named: string, request: object]>([
    [`'${ADDRESS}/[1-3]'`, '[1-3]', { url: `${ADDRESS}/[1-3]` }],
    [`'${ADDRESS}/{a,b}'`, '{a,b}', { url: `${ADDRESS}/{a,b}` }],
    [`-H 'Accept:' ${ADDRESS}`, 'The header Accept', { headers: [] }],
    [`-A '' ${ADDRESS}`, 'The header User-Agent', { headers: [] }],
    [`-H 'nothing' ${ADDRESS}`, '“nothing”', { headers: [] }],
    [`--url @list.txt ${ADDRESS}`, 'list.txt', { url: ADDRESS }],
  ])('%s', (line, named, request) => {
    const reading = read(`curl ${line}`)
    expect(reading.request).toMatchObject(request)
    expect(reading.notes.filter((note) => note.includes(named))).toHaveLength(1)
  })

  test.each<[line: string, request: object]>([
    [`-g '${ADDRESS}/[1-3]{a,b}'`, { url: `${ADDRESS}/[1-3]{a,b}` }],
    [`'${ADDRESS}/\\[1-3\\]\\{a\\}'`, { url: `${ADDRESS}/[1-3]{a}` }],
    ['https://[::1]/a', { url: 'https://[::1]/a' }],
    [`'${ADDRESS}?a[]=1&b={{ c }}'`, { url: `${ADDRESS}?a[]=1&b={{ c }}` }],
    [`-H 'Expect:' -H 'X-Empty;' ${ADDRESS}`, { headers: [{ key: 'X-Empty', value: '' }] }],
  ])('and what means itself is not: %s', (line, request) => {
    const reading = read(`curl ${line}`)
    expect(reading.request).toMatchObject(request)
    expect(reading.notes).toEqual([])
  })
})

test.each<[line: string, request: object]>([
  [`-G -d a=1 '${ADDRESS}?'`, { url: `${ADDRESS}?a=1` }],
  [
    `-G --json a ${ADDRESS}`,
    {
      url: `${ADDRESS}?a`,
      body: null,
      headers: [
        { key: 'Content-Type', value: 'application/json' },
        { key: 'Accept', value: 'application/json' },
      ],
    },
  ],
  [`--data-urlencode me@example.com=5 ${ADDRESS}`, { body: 'me@example.com=5' }],
  [`--data-urlencode "q=$Q !" ${ADDRESS}`, { body: 'q={{ Q }}+%21' }],
  [`-r 0-1 -r 2-3 ${ADDRESS}`, { headers: [{ key: 'Range', value: 'bytes=2-3' }] }],
  ['--proto-default HTTPS api.example.com/p', { url: ADDRESS }],
  ['-T a/b.txt https://api.example.com', { method: 'PUT', url: 'https://api.example.com/b.txt' }],
  ['-T b.txt https://api.example.com/d/?q=1', { method: 'PUT', url: 'https://api.example.com/d/b.txt?q=1' }],
  [`--follow ${ADDRESS}`, { follow_redirects: true }],
  [
    `-kLI --no-insecure --no-location --no-head ${ADDRESS}`,
    { method: 'GET', follow_redirects: false, verify_tls: true },
  ],
  [`-sSLXPOST -uada:pass -d@- ${ADDRESS} <<< x`, { method: 'POST', follow_redirects: true, body: 'x' }],
])('a request is made like curl makes it: %s', (line, request) => {
  expect(read(`curl ${line}`).request).toMatchObject(request)
})
