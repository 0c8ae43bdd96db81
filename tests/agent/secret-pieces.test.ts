import { parse } from 'node:querystring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASK } from '../../src/domain/secrets/masking.ts'
import { httpServer, jobFor, run } from './world.ts'

const tolerant = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '&#39;')
const inJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Everything that frameworks make of a request before a page prints it. */
const received = (target: string, headers: readonly string[], body: string) => {
  const [path = '', ...rest] = target.split('?')
  const query = rest.join('?')
  return {
    target,
    path: path.split('/').map(tolerant),
    query: [...new URLSearchParams(query)],
    otherQuery: parse(query),
    headers,
    body,
    form: [...new URLSearchParams(body)],
    document: inJson(body),
  }
}

/** Echoes each request as it arrived, and as it is read, in several encodings. */
const echo = (): Promise<number> =>
  httpServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      const seen = received(request.url ?? '', request.rawHeaders, body)
      const text = JSON.stringify(seen)
      const base64 = Buffer.from(text).toString('base64')
      response.end([text, inHtml(text), JSON.stringify(text), encodeURIComponent(body), base64].join('\n'))
    })
  })

/** All texts within a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => [key, ...textsOf(part)])
      : []

/** A text as it stands and as it reads once its encodings are undone. */
const readings = (text: string): string[] => {
  const pluses = text.replaceAll('+', ' ')
  const plain = text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  const unescaped = text.replace(/\\(["\\/])/g, '$1')
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, tolerant)
  return [text, pluses, plain, unescaped, decoded, decoded.replaceAll('+', ' ')]
}

const RUN = 8
/** The first run of eight letters of a secret that a report shows; null if there is none. Indentations and lines are not counted. */
const shownRun = (told: unknown, secret: string): string | null => {
  const texts = textsOf(told).flatMap(readings)
  for (let at = 0; at + RUN <= secret.length; at++) {
    const piece = secret.slice(at, at + RUN)
    if (new Set(piece).size >= 4 && texts.some((text) => text.includes(piece))) return piece
  }
  return null
}

const word = fc.stringMatching(/^[A-Za-z0-9]{9,14}$/)
const mark = fc.constantFrom(...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ ', '../', '/./', '%2', '%41', '%20', '%zz', '\t')
/** Words between all other printable letters, first and last too. */
const secret = fc.oneof(
  fc.array(fc.oneof(word, mark), { minLength: 2, maxLength: 7 }).map((parts) => parts.join('')),
  fc.stringMatching(/^[ -~]{8,40}$/),
)
const templates = {
  query: { url: '/?x=%%TOK%%' },
  'query, before more': { url: '/?x=a%%TOK%%b&y=1' },
  path: { url: '/a/%%TOK%%/b' },
  'path, after an escape': { url: '/%4%%TOK%%' },
  parameter: { url: '/', parameters: [{ key: 'x', value: '%%TOK%%' }] },
  header: { url: '/', headers: [{ key: 'X-Note', value: 'is %%TOK%%' }] },
  form: { url: '/', method: 'POST', body: 'x=%%TOK%%&y=1' },
  document: { url: '/', method: 'POST', body: '{"x":"%%TOK%%"}' },
}

describe('A secret that a parser takes apart', () => {
  test.each(Object.entries(templates))('leaves no run of eight letters, sent in a %s', async (_, { url, ...call }) => {
    const port = await echo()
    await fc.assert(
      fc.asyncProperty(
        secret.filter((value) => value.trim().length >= RUN),
        async (value) => {
          const { report, detail } = await run(
            jobFor(`http://127.0.0.1:${port}${url}`, {
              call,
              variables: { TOK: value },
              secrets: [value],
              secret_variables: ['TOK'],
            }),
          )
          expect(shownRun([report.url, report.result, detail], value)).toBe(null)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is not read from the addresses of a result, in part or whole', async () => {
    const port = await echo()
    const told = async (address: string, value: string) => {
      const { report, detail } = await run(
        jobFor(`http://127.0.0.1:${port}${address}`, {
          variables: { TOK: value },
          secrets: [value],
          secret_variables: ['TOK'],
        }),
      )
      const shown = [report.url, detail.url, detail.request.url, detail.response?.url]
      expect(new Set(shown).size).toBe(1)
      return shown[0]?.replace(`http://127.0.0.1:${port}`, '')
    }
    expect(await told('/?x=%%TOK%%', 'first111&second222=third+fourth#fifth')).toBe(`/?x=${MASK}`)
    expect(await told('/?x=%%TOK%%&y=%2F', 'a&b')).toBe(`/?x=${MASK}&y=%2F`)
    expect(await told('/%%TOK%%/end', '#lead')).toBe(`/${MASK}/end`)
    expect(await told('/a/%%TOK%%', '../x\\y\tz')).toBe(`/a/${MASK}`)
    expect(await told('/%4%%TOK%%', '1bcd')).toBe(`/%4${MASK}`)
  })

  test('is not read from an address that it begins, nor from its host', async () => {
    const port = await echo()
    const base = `http://127.0.0.1:${port}/hooks/T0AB12CD34/services`
    const { report, detail } = await run(
      jobFor('%%BASE%%/end', { variables: { BASE: base }, secrets: [base], secret_variables: ['BASE'] }),
    )
    expect(report.url).toBe(`${MASK}/end`)
    expect(JSON.stringify(detail)).not.toContain('T0AB12CD34')
    const inHost = await run(
      jobFor(`http://%%TOK%%.example:${port}/`, {
        variables: { TOK: 'HunterOne22' },
        secrets: ['HunterOne22'],
        secret_variables: ['TOK'],
      }),
      { resolve: async () => ['127.0.0.1'] },
    )
    expect(inHost.report.url).toBe(`http://${MASK}.example:${port}/`)
    expect(JSON.stringify(inHost.detail).toLowerCase()).not.toContain('hunterone22')
  })

  test('masks no word of an address or a document that is a secret as a whole', async () => {
    const ordinary = '"/api/v1/services" and "password" of https://example.com'
    const port = await httpServer((_, response) => response.end(ordinary))
    const base = `http://127.0.0.1:${port}/api/v1/services`
    const secrets = [base, '{"password":"hunter2222"}']
    const { detail } = await run(
      jobFor('%%BASE%%', {
        call: { method: 'POST', body: '%%DOC%%' },
        variables: { BASE: base, DOC: secrets[1] ?? '' },
        secrets,
        secret_variables: ['BASE', 'DOC'],
      }),
    )
    expect(detail.response?.body).toBe(ordinary)
  })
})
