import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressName } from '../../../src/domain/core/address-name.ts'
import { callbackPath, sharersOf, sharingCallback } from '../../../src/domain/federation/callback-path.ts'

test.each([
  ['https://login.example.com', '/federated/callback/login.example.com'],
  ['https://login.example.com/', '/federated/callback/login.example.com'],
  ['https://login.microsoftonline.com/4711/v2.0', '/federated/callback/login.microsoftonline.com~4711~v2.0'],
  ['https://sso.example.com:8443/realms/a~b', '/federated/callback/sso.example.com:8443~realms~a!7eb'],
  ['http://localhost:4444', '/federated/callback/http:localhost:4444'],
])('the provider %s leads back to %s', (issuer, path) => {
  expect(callbackPath({ issuer, own_callback: true })).toBe(path)
})

test('different addresses have different names, each one step of a path', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', '~', '!', '/', ':', '%', '-', '7', 'e', 'ü'), maxLength: 8 })
  const address = fc
    .tuple(fc.constantFrom('https://a', 'https://a:80', 'http://127.0.0.1', 'https://127.0.0.1'), letters)
    .map(([origin, path]) => `${origin}/${path}`)
  const plain = (text: string) => new URL(text).href.replace(/\/+$/, '')
  fc.assert(
    fc.property(address, address, (one, other) => {
      expect(addressName(one)).toMatch(/^[\w.:!~-]+$/)
      expect(addressName(one) === addressName(other)).toBe(plain(one) === plain(other))
    }),
    { numRuns: 2000 },
  )
})

test('providers share a callback path only while two issuers of it are on the sign-in page', () => {
  const row = (id: string, issuer: string, own_callback = false, enabled = true) => ({
    id,
    issuer,
    own_callback,
    enabled,
  })
  const a = row('a', 'https://a.example')
  const again = row('again', 'https://a.example/')
  const b = row('b', 'https://b.example')
  expect(sharingCallback([a, again])).toEqual([])
  expect(sharingCallback([a, row('b', 'https://b.example', true)])).toEqual([])
  expect(sharingCallback([a, row('b', 'https://b.example', false, false)])).toEqual([])
  expect(sharersOf(a, [a, again, b])).toEqual([b])
  expect(sharersOf(row('c', 'https://c.example', true), [a, b])).toEqual([])
})
