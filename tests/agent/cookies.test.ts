import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cookieDate } from '../../src/agent/runner/cookie-date.ts'
import { Cookies } from '../../src/agent/runner/cookies.ts'

const NOW = Date.UTC(2026, 0, 5, 10)
const SHOP = new URL('https://shop.example.com/cart/items')

/** The Cookie header for an address after cookies were set from others, each at a time (ms after the start). */
const sent = (
  set: readonly (readonly [cookie: string, from?: string, atMs?: number])[],
  to: string = SHOP.href,
  atMs = 0,
): string => {
  const cookies = new Cookies()
  for (const [cookie, from = SHOP.href, at = 0] of set) cookies.take(cookie, new URL(from), NOW + at)
  return cookies.headerFor(new URL(to), '', NOW + atMs)
}

describe('cookies are sent in the order of RFC 6265', () => {
  test('longer paths first, then the older ones', () => {
    expect(sent([['a=1; path=/'], ['b=2; path=/cart'], ['c=3; path=/'], ['d=4']])).toBe('b=2; d=4; a=1; c=3')
  })

  test('one that is set anew keeps its age, and has the new value', () => {
    expect(sent([['a=1; path=/'], ['b=2; path=/'], ['a=9; path=/']])).toBe('a=9; b=2')
    // Another path is another cookie.
    expect(sent([['a=1; path=/'], ['a=2; path=/cart']])).toBe('a=2; a=1')
  })
})

describe('a cookie ends', () => {
  test.each([
    ['a=1; max-age=60', 59_000, 'a=1'],
    ['a=1; max-age=60', 60_000, ''],
    ['a=1; max-age=0', 0, ''],
    ['a=1; max-age=-5; expires=Wed, 01 Jan 2031 00:00:00 GMT', 0, ''],
    ['a=1; max-age=60; expires=Thu, 01 Jan 1970 00:00:00 GMT', 0, 'a=1'],
    ['a=1; max-age=soon', 0, 'a=1'],
    ['a=1; expires=Mon, 05-Jan-2026 10:00:30 GMT', 29_000, 'a=1'],
    ['a=1; expires=Mon, 05-Jan-2026 10:00:30 GMT', 30_000, ''],
    ['a=1; expires=never', 86_400_000, 'a=1'],
  ])('%s after %d ms: “%s”', (cookie, atMs, header) => {
    expect(sent([[cookie]], undefined, atMs)).toBe(header)
  })

  test('and one that has ended takes an earlier one of its name away', () => {
    expect(sent([['a=1'], ['a=; max-age=0']])).toBe('')
  })
})

describe('a cookie goes to', () => {
  test.each([
    [
      'the whole domain that its own host names',
      'a=1; domain=example.com',
      'https://example.com/',
      'https://sub.example.com/',
      'a=1',
    ],
    ['its host alone without a domain', 'a=1', 'https://example.com/', 'https://sub.example.com/', ''],
    [
      'a domain with a dot before it',
      'a=1; domain=.example.com',
      'https://a.example.com/',
      'https://b.example.com/',
      'a=1',
    ],
    ['no other domain', 'a=1; domain=other.example', 'https://a.example.com/', 'https://other.example/', ''],
    ['no top-level domain', 'a=1; domain=com', 'https://a.example.com/', 'https://b.com/', ''],
    ['its own name without a dot', 'a=1; domain=localhost', 'http://localhost/', 'http://localhost/', 'a=1'],
    ['no host below a name without a dot', 'a=1; domain=localhost', 'http://localhost/', 'http://a.localhost/', ''],
    ['an address alone', 'a=1; domain=127.0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/', 'a=1'],
    [
      'the last domain that says something',
      'a=1; domain=example.com; domain=',
      'https://a.example.com/',
      'https://b.example.com/',
      'a=1',
    ],
    ['paths below its own', 'a=1; path=/cart', 'https://example.com/', 'https://example.com/cart/a', 'a=1'],
    ['no path that only begins alike', 'a=1; path=/cart', 'https://example.com/', 'https://example.com/cartoon', ''],
    ['the folder of the address that set it', 'a=1', 'https://example.com/a/b', 'https://example.com/a/c', 'a=1'],
    ['https alone if it is secure', 'a=1; secure', 'https://example.com/', 'http://example.com/', ''],
  ])('%s', (_, cookie, from, to, header) => {
    expect(sent([[cookie, from]], to)).toBe(header)
  })
})

describe('of too many', () => {
  test('in a domain the least lately used goes, and a new one is never refused', () => {
    const cookies = new Cookies()
    for (let index = 1; index <= 50; index++) cookies.take(`c${index}=1; path=/p${index}`, SHOP, NOW)
    cookies.headerFor(new URL('https://shop.example.com/p1'), '', NOW)
    cookies.take('new=1; path=/new', SHOP, NOW)
    const has = (index: number | 'new') =>
      cookies.headerFor(new URL(`https://shop.example.com/${index === 'new' ? 'new' : `p${index}`}`), '', NOW) !== ''
    expect([has(1), has(2), has(3), has('new')]).toEqual([true, false, true, true])
  })

  test('those that have ended go before others', () => {
    const cookies = new Cookies()
    for (let index = 1; index <= 49; index++) cookies.take(`c${index}=1; path=/p${index}`, SHOP, NOW)
    cookies.take('short=1; max-age=1', SHOP, NOW)
    cookies.take('new=1; path=/', SHOP, NOW + 2_000)
    expect(cookies.headerFor(new URL('https://shop.example.com/p1'), '', NOW + 2_000)).toBe('c1=1; new=1')
  })
})

describe('the date of a cookie', () => {
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
    ['06 november 69 8:9:7', '2069-11-06T08:09:07Z'],
    ['70 Nov 6 08:49:37', null],
    ['Wed, 09-Jun-2021 10:18:14 GMT+0200', '2021-06-09T10:18:14Z'],
    ['31 Feb 2026 00:00:00', null],
    ['06 Nov 1994 24:00:00', null],
    ['06 Nov 1600 00:00:00', null],
    ['tomorrow', null],
    ['', null],
  ])('%s is %s', (text, at) => {
    expect(cookieDate(text)).toBe(at === null ? null : Date.parse(at))
  })

  test('of every second is read back from the form that servers write', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_799 }), (seconds) => {
        expect(cookieDate(new Date(seconds * 1000).toUTCString())).toBe(seconds * 1000)
      }),
    )
  })
})
