import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detourOf,
  isBesideDetour,
  originsByDetour,
  placeIn,
  stationOf,
  tlsNameIn,
} from '../../../src/domain/core/detour.ts'

describe('A place to connect to', () => {
  test.each([
    ['staging.example.com', { host: 'staging.example.com', port: null }],
    [' Staging.Example.com:8443 ', { host: 'staging.example.com', port: 8443 }],
    ['10.0.0.5:80', { host: '10.0.0.5', port: 80 }],
    ['::1', { host: '::1', port: null }],
    ['[2001:DB8::1]:443', { host: '2001:db8::1', port: 443 }],
    ['bücher.example', { host: 'xn--bcher-kva.example', port: null }],
    ['localhost:1', { host: 'localhost', port: 1 }],
  ])('%j', (text, place) => expect(placeIn(text)).toEqual(place))

  test.each([
    '',
    ' ',
    ':443',
    'host:',
    'host:0',
    'host:65536',
    'host:x',
    'https://host',
    'host/path',
    'user@host',
    'a b',
    'a\\b',
    '[::1',
    '[::1]x',
    'host%2e',
    'host?x',
    '{{ HOST }}',
  ])('%j is none', (text) => expect(placeIn(text)).toBeNull())

  test('a TLS name has no port', () => {
    expect(['api.example.com', '10.0.0.5', '::1', 'api.example.com:443'].map(tlsNameIn)).toEqual([
      'api.example.com',
      '10.0.0.5',
      '::1',
      null,
    ])
  })

  test('any text is a place that a URL can have, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.ipV4(), fc.ipV6()), (text) => {
        const place = placeIn(text)
        if (place === null) return
        const host = place.host.includes(':') ? `[${place.host}]` : place.host
        const url = new URL(`http://${host}:${place.port ?? 1}/`)
        expect(url.hostname).toBe(host)
        expect(url.username + url.search + url.hash).toBe('')
      }),
    )
  })
})

describe('A detour', () => {
  const url = new URL('https://api.example.com/orders')
  test('is for the host of the address alone', () => {
    const detour = detourOf({ connect_to: 'staging.example.com', tls_name: 'inner.example.com' }, url)
    expect(stationOf(url, detour)).toEqual({ host: 'staging.example.com', port: 443, tlsName: 'inner.example.com' })
    expect(stationOf(new URL('https://other.example.com/'), detour).host).toBe('other.example.com')
    expect(stationOf(new URL('http://api.example.com/'), detour)).toMatchObject({
      host: 'staging.example.com',
      port: 80,
    })
  })

  test('to one port does not say where another port of the host leads', () => {
    const detour = detourOf({ connect_to: '10.0.0.5:8443' }, url)
    expect(isBesideDetour(new URL('http://api.example.com/'), detour)).toBe(true)
    expect(isBesideDetour(new URL('https://api.example.com/x'), detour)).toBe(false)
    expect(isBesideDetour(new URL('http://other.example.com/'), detour)).toBe(false)
    expect(isBesideDetour(new URL('http://api.example.com/'), detourOf({ connect_to: '10.0.0.5' }, url))).toBe(false)
  })

  test('leads to origins that secrets need as well', () => {
    const to = (fields: Parameters<typeof detourOf>[0], address = url) =>
      originsByDetour(address, detourOf(fields, address))
    expect(to({})).toEqual([])
    expect(to({ connect_to: 'api.example.com:443' })).toEqual([])
    expect(to({ connect_to: '[::1]:8443' })).toEqual(['https://[::1]:8443'])
    expect(to({ connect_to: 'evil.example', tls_name: 'evil.example' })).toEqual(['https://evil.example'])
    expect(to({ tls_name: 'evil.example' })).toEqual(['https://evil.example'])
    expect(to({ connect_to: 'evil.example', tls_name: 'x.example' }, new URL('http://a.example:81/'))).toEqual([
      'http://evil.example:81',
    ])
  })
})
