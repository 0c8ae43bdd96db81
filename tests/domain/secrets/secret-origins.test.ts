import { describe, expect, test } from 'vitest'
import {
  asOrigin,
  isAddressVariable,
  missingOriginsProblem,
  reentryProblem,
  secretOrigins,
  unlistedOrigin,
} from '../../../src/domain/secrets/secret-origins.ts'

const of = (url: string, headers: { key: string; value: string }[] = [], allowed_origins: string[] = []) => ({
  url,
  headers,
  allowed_origins,
})

describe('The origins of a request', () => {
  test.each([
    ['https://api.example.com/a?b', 'https://api.example.com'],
    ['HTTPS://API.Example.COM:443', 'https://api.example.com'],
    ['http://api.example.com:8080/{{path}}?{{query}}', 'http://api.example.com:8080'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://api.example.com./', 'https://api.example.com.'],
    ['https://api.example.com\\@evil.example/', 'https://api.example.com'],
    ['http://0x7f.1/', 'http://127.0.0.1'],
  ])('%s is %s', (url, origin) => expect(secretOrigins(of(url))).toEqual([origin]))

  test.each([
    '{{base}}/a',
    '%%BASE%%/a',
    '__BASE__/a',
    '{{scheme}}://api.example.com/',
    'https://{{host}}/',
    'https://{{ host }}/',
    'https://api.example.com{{rest}}/',
    'https://api.example.com:{{port}}/',
    'https://{{user}}@api.example.com/',
    'https://api.example.com@evil.example/',
    'https:///{{host}}/',
    'https:{{host}}',
  ])('%s has none of its own', (url) => {
    expect(secretOrigins(of(url))).toEqual([])
    expect(isAddressVariable(of(url))).toBe(true)
    expect(secretOrigins(of(url, [], ['https://api.example.com/']))).toEqual(['https://api.example.com'])
  })

  test('include those of a Host header, which decides where a shared reverse proxy sends the request', () => {
    const host = [{ key: 'hOsT', value: 'Evil.Example:8443' }]
    expect(secretOrigins(of('https://a.example/', host))).toEqual(['https://a.example', 'https://evil.example:8443'])
    expect(isAddressVariable(of('https://a.example/', [{ key: 'Host', value: '{{h}}' }]))).toBe(true)
    expect(isAddressVariable(of('https://a.example/', [{ key: '{{name}}', value: 'x' }]))).toBe(true)
  })
})

test.each(['api.example.com', 'https://a.example/path', 'https://u@a.example', 'https://{{x}}.example', 'ftp://a', ''])(
  '%s is no origin',
  (text) => expect(asOrigin(text)).toBeNull(),
)

describe('A request with its variables filled in', () => {
  const allowed = ['https://api.example.com']
  test.each([
    ['https://api.example.com/', null],
    ['https://API.example.com:443/x', null],
    ['http://api.example.com/', 'http://api.example.com'],
    ['https://api.example.com:8443/', 'https://api.example.com:8443'],
    ['https://api.example.com.evil.example/', 'https://api.example.com.evil.example'],
    ['https://api.example.com@evil.example/', 'https://evil.example'],
    ['https://api.example.com./', 'https://api.example.com.'],
    ['https://evil.example\\@api.example.com/', 'https://evil.example'],
    ['https://аpi.example.com/', 'https://xn--pi-6kc.example.com'],
  ])('%s goes to %s', (url, origin) => expect(unlistedOrigin(new URL(url), [], allowed, null)).toBe(origin))

  test.each(['evil.example', 'api.example.com.evil.example', 'api.example.com@evil.example', 'a b', ''])(
    'is not let pass with the Host header %j',
    (value) =>
      expect(
        unlistedOrigin(new URL('https://api.example.com/'), [{ key: 'HOST', value }], allowed, null),
      ).not.toBeNull(),
  )
})

test('a stored secret must be entered again only if it would go somewhere new', () => {
  const [a, b] = ['https://a.example', 'https://b.example']
  expect(reentryProblem('f', 'Authorization', [a, b], [a])).toBeNull()
  expect(reentryProblem('f', 'Authorization', [a], [])).toBeNull()
  expect(reentryProblem('f', 'Authorization', [a], [a, b])).toEqual({
    field: 'f',
    code: 'required',
    message: 'f: Authorization was entered for https://a.example. Enter it again to send it to https://b.example.',
  })
  expect(missingOriginsProblem(of('{{base}}/'), ['X-Api-Key'], 'f')?.message).toContain('f must list where X-Api-Key')
  expect(missingOriginsProblem(of('{{base}}/'), [], 'f')).toBeNull()
})
