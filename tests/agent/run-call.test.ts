import { createServer, type Socket } from 'node:net'
import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { httpServer, jobFor, listen, rawServer, run } from './world.ts'

const sumOf = (timing: Record<string, number>): number =>
  Object.entries(timing).reduce((sum, [phase, ms]) => (phase === 'total' ? sum : sum + ms), 0)

const says = (text: string) => (socket: Socket) => {
  socket.end(text, 'latin1')
}

describe('A call', () => {
  test('is sent as written: parameters and headers in order, with duplicates', async () => {
    const heard: string[] = []
    const port = await rawServer((socket, request) => {
      heard.push(request)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
    const { report } = await run(
      jobFor(`http://127.0.0.1:${port}/a%20b?x=1#part`, {
        call: {
          method: 'post',
          parameters: [
            { key: 'q', value: 'ä &=' },
            { key: 'q', value: '{{ name }}' },
          ],
          headers: [
            { key: 'X-Two', value: '1' },
            { key: 'x-two', value: '%%NAME%%' },
          ],
          body: '{"who":"__NAME__"}',
        },
        variables: { name: 'a', NAME: 'Zoë' },
      }),
    )
    expect(report).toMatchObject({ result_category: 'PASS', http_code: 200, request_size: 14, response_size: 2 })
    expect(Buffer.from(heard[0] ?? '', 'latin1').toString()).toBe(
      [
        'POST /a%20b?x=1&q=%C3%A4%20%26%3D&q=a HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'X-Two: 1',
        'x-two: Zoë',
        'User-Agent: Sonde/test',
        'Accept: */*',
        'Content-Type: application/json',
        'Content-Length: 14',
        'Connection: close',
        '',
        '{"who":"Zoë"}',
      ].join('\r\n'),
    )
  })

  test('keeps a variable without a value as written, and reports it', async () => {
    const port = await httpServer((request, response) => response.end(request.headers['x-a']))
    const { detail } = await run(
      jobFor(`http://127.0.0.1:${port}/`, { call: { headers: [{ key: 'X-A', value: '%%GONE%%' }] } }),
    )
    expect(detail.messages).toContain('variable GONE not set')
    expect(detail.response?.body).toBe('%%GONE%%')
  })

  test.each([
    ['the address', { url: 'http://127.0.0.1:9/{{ orderId }}' }, 'variable orderId has'],
    [
      'parameters and headers',
      { parameters: [{ key: 'a', value: '%%A%%' }], headers: [{ key: 'X-__B__', value: '' }] },
      'variables A, B have',
    ],
    ['the body', { method: 'POST', body: '{"a":"%%A%%","b":"__init__ __B__ {{ c }}"}' }, 'variable c has'],
    ['a part', { method: 'POST', parts: [{ name: 'a', value: '{{ d }}' }] }, 'variable d has'],
  ])('is not made where a variable of %s has no value and the call needs it', async (_, call, words) => {
    const { report, detail } = await run(jobFor('http://127.0.0.1:9/', { call: { ...call, unset_variables: 'fail' } }))
    expect(report).toMatchObject({ exception_type: 'api_setup', result_category: 'FAIL' })
    expect(detail.exception).toBe(`the ${words} no value`)
  })

  test('is made where all variables have values, and what is no variable of a body is sent as it is', async () => {
    const port = await httpServer((request, response) => void request.pipe(response))
    const call = { method: 'POST', body: '{{ a }} %%B%% __C__', unset_variables: 'fail' } as const
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { call, variables: { a: '', B: 'known' } }))
    expect(detail.response?.body).toBe(' known __C__')
  })

  test('sends values as a JSON text, in XML and in a URL, and masks what is a secret in each', async () => {
    const port = await httpServer((request, response) => {
      response.setHeader('X-Asked', request.url ?? '')
      request.pipe(response)
    })
    const call = {
      method: 'POST',
      url: `http://127.0.0.1:${port}/{{ NAME | url }}?q={{ NAME | url }}&s={{ SECRET | url }}`,
      body: '{"a":"{{ NAME | json }}"}<a b="{{ NAME | xml }}"/>{{ SECRET | json }}, {{ SECRET | xml }}',
    }
    const secret = 'hunter"2&<more>\\'
    const { detail } = await run(
      jobFor(call.url, {
        call,
        variables: { NAME: 'a"b&c=d', SECRET: secret },
        secrets: [secret],
        secret_variables: ['SECRET'],
      }),
    )
    const body = '{"a":"a\\"b&c=d"}<a b="a&quot;b&amp;c=d"/>••••••, ••••••'
    expect(detail.response?.body).toBe(body)
    expect(detail.request.body).toBe(body)
    expect(detail.response?.headers.find(({ key }) => key.toLowerCase() === 'x-asked')?.value).toBe(
      '/a%22b%26c%3Dd?q=a%22b%26c%3Dd&s=••••••',
    )
    expect(JSON.stringify(detail)).not.toContain('hunter')
  })

  test('is not made where a value has a character that XML cannot have', async () => {
    const call = { method: 'POST', body: '<a>{{ NAME | xml }}</a>' }
    const { report, detail } = await run(jobFor('http://127.0.0.1:9/', { call, variables: { NAME: 'a\u0001' } }))
    expect(report).toMatchObject({ exception_type: 'api_setup', result_category: 'FAIL' })
    expect(detail.exception).toBe('the variable NAME has a character that XML cannot have')
  })

  test.each([
    ['a method that is none', { method: 'BREW IT' }, /not a method/],
    ['an address that is none', { url: 'nowhere' }, /not a valid web address/],
    ['an address without a host', { url: 'http://' }, /not a valid web address/],
    ['an address whose variable is not set', { url: '%%NOSUCH%%/a' }, /address: the variable NOSUCH has no value$/],
    ['another scheme', { url: 'ftp://127.0.0.1/' }, /http:\/\/ or https:\/\//],
    ['a header name that is none', { headers: [{ key: 'a b', value: '' }] }, /name of header 1 is not valid/],
    ['a header that begins another', { headers: [{ key: 'a', value: 'b\r\nEvil: 1' }] }, /line break/],
  ])('with %s is a setup error, and nothing is sent', async (_, call, sentence) => {
    const { report, detail } = await run(jobFor('http://127.0.0.1:9/', { call }))
    expect(report).toMatchObject({ exception_type: 'api_setup', result: 'CONNECTION_ERROR', timing: { total: 0 } })
    expect(detail.exception).toMatch(sentence)
  })

  const misbehaving: [string, (socket: Socket) => void, RegExp][] = [
    ['closes without a word', (socket) => socket.end(), /empty reply/],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /reset/],
    ['speaks another protocol', says('SSH-2.0-x\r\n'), /malformed response/],
    ['stops within the headers', says('HTTP/1.1 200 OK\r\nX: 1\r\n'), /cut short.*within the headers/],
    ['sends less than it says', says('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'), /6 bytes of the body missing/],
    [
      'stops before the last chunk',
      says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'),
      /last chunk/,
    ],
    ['sends bad chunks', says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno\r\n'), /malformed/],
    ['never ends its headers', (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'), /headers are larger/],
    [
      'never ends its body',
      (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536)),
      /more than 64 MiB/,
    ],
  ]
  test.each(misbehaving)(
    'to a server that %s fails with one clear sentence, and its phases sum up',
    async (_, does, sentence) => {
      const port = await rawServer(does)
      const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
      expect(report).toMatchObject({ result_category: 'FAIL', result: 'CONNECTION_ERROR', exception_type: 'download' })
      expect(detail.exception).toMatch(sentence)
      expect(detail.exception).not.toContain('\n')
      expect(Math.abs(sumOf(report.timing) - report.timing.total)).toBeLessThan(1e-6)
    },
  )

  test.each([
    ['looking up the host', 'http://never.example/', { resolve: () => new Promise<string[]>(() => {}) }],
    ['waiting for the response', 'silent', {}],
    ['reading the response', 'drip', {}],
    ['securing the connection', 'tls', {}],
  ])('that times out says so, and names the phase: %s', async (phase, where, options) => {
    const silent = async () => listen(createServer((socket) => socket.resume()))
    const drip = () => rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'))
    const url = where.includes('://')
      ? where
      : `${where === 'tls' ? 'https' : 'http'}://127.0.0.1:${await (where === 'drip' ? drip() : silent())}/`
    const { report, detail } = await run(jobFor(url, { call: { timeout_ms: 60 } }), options)
    expect(report).toMatchObject({ result_category: 'FAIL', exception_type: 'download' })
    expect(detail.exception).toMatch(new RegExp(`^timed out after 60 ms while ${phase}`))
  })

  test('that is refused names the address', async () => {
    const { detail } = await run(jobFor('http://127.0.0.1:1/'))
    expect(detail.exception).toBe('connection refused by 127.0.0.1:1')
  })

  test('to a host without an address names the host', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const { detail } = await run(jobFor('http://gone.example/'), { resolve: () => Promise.reject(error) })
    expect(detail.exception).toBe('could not resolve host gone.example')
  })

  test('is an agent failure if the agent’s own network is down', async () => {
    const error = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })
    const resolve = () => Promise.reject(error)
    const down = await run(jobFor('http://gone.example/'), { resolve, networkIsUp: async () => false })
    expect(down.report).toMatchObject({
      result_category: 'WARNING',
      result: 'CONNECTION_WARNING',
      exception_type: 'agent',
    })
    const up = await run(jobFor('http://gone.example/'), { resolve, networkIsUp: async () => true })
    expect(up.report).toMatchObject({ result_category: 'FAIL', exception_type: 'download' })
    const ask = () => Promise.reject(new Error('asked about a private target'))
    const refused = await run(jobFor('http://127.0.0.1:1/'), { networkIsUp: ask })
    expect(refused.report.exception_type).toBe('download')
  })

  test('returns a result even if part of the agent fails, and does not blame the target', async () => {
    const resolve = () => {
      throw new Error('a fault of ours')
    }
    const { report, detail } = await run(jobFor('http://api.example/'), { resolve })
    expect(report).toMatchObject({ result_category: 'WARNING', result: 'CONNECTION_WARNING', exception_type: 'agent' })
    expect(detail.exception_debug).toMatch(/^Error at /)
    expect(detail.exception_debug).not.toContain('a fault of ours')
  })
})

const flood = (socket: Socket, start: string, more: string): void => {
  socket.write(start)
  const block = more.repeat(Math.ceil(65_536 / more.length))
  const pour = () => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', pour)
  pour()
}

describe('The body of a response', () => {
  test('is stored as text if it is UTF-8, else as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .oneof(
            fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
            fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          )
          // A byte order mark is no part of a text, and says how it is decoded: `body-text.test.ts`.
          .filter((bytes) => !/^(?:efbbbf|feff|fffe)/.test(bytes.toString('hex'))),
        async (bytes) => {
          const port = await httpServer((_, response) => response.end(bytes))
          const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
          const { body, body_encoding } = detail.response ?? {}
          expect(Buffer.from(body ?? '', body_encoding === 'text' ? 'utf8' : 'base64').equals(bytes)).toBe(true)
          expect(report.response_size).toBe(bytes.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('beyond 256 KiB is counted but not stored, and no character is split', async () => {
    const text = 'ä'.repeat(200_000)
    const port = await httpServer((_, response) => response.end(`x${text}`))
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
    expect(report.response_size).toBe(400_001)
    expect(detail.response).toMatchObject({ truncated: true, body_encoding: 'text' })
    expect(detail.response?.body).toBe(`x${'ä'.repeat(131_071)}`)
  })

  test('is decompressed for people and conditions, but counted as received', async () => {
    const packed = gzipSync('{"ok":true}')
    const port = await httpServer((_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(packed)
    })
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
    expect(detail.response?.body).toBe('{"ok":true}')
    expect(report.response_size).toBe(packed.length)
  })

  test('that decompresses to gigabytes costs no more than what is stored', async () => {
    let bomb = Buffer.alloc(64 * 1_048_576)
    bomb.fill('a')
    bomb = gzipSync(bomb)
    const port = await httpServer((_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    })
    const before = process.memoryUsage().rss
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
    expect(detail.response).toMatchObject({ truncated: true, body: 'a'.repeat(262_144) })
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1_048_576)
  })

  test('stays compressed, with a message, if it is not what it claims', async () => {
    const port = await httpServer((_, response) => {
      response.setHeader('content-encoding', 'br')
      response.end(deflateRawSync('{}'))
    })
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`))
    expect(report.result).toBe('COMPLETE')
    expect(detail.messages.join()).toMatch(/stays compressed: it is not valid br/)
    expect(detail.messages.join()).not.toContain('not stored')
  })
})
