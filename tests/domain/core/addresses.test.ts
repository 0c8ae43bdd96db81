import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, mayReach, parseAllowed, unreachableHost } from '../../../src/domain/core/addresses.ts'
import { inBlock, parseBlock, parseIp } from '../../../src/domain/core/ip-address.ts'

const NOT_PUBLIC = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.0.170 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
  198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1
  64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe::
  2001:0:7f00:1:0:0:f7f7:f7f7 2001:0:808:808:0:0:80ff:fffe 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0
  fec0::1 ff02::1 4000::1 ::ffff:192.168.0.1 2001:1::1
`
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.1.1.1 128.0.0.1 169.253.1.1 172.15.0.1
  172.32.0.1 192.0.1.1 192.169.0.1 198.17.0.1 198.20.0.1 203.0.114.1 223.255.255.255 2606:4700::1111 2a00:1450::1
  ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808:: 2001:200::1 2001:0:808:808:0:0:f7f7:f7f7
`
const words = (text: string) => text.trim().split(/\s+/)
const ipv4 = fc.ipV4()
const address = fc.oneof(fc.ipV4(), fc.ipV6())

describe('Public addresses', () => {
  test.each(words(NOT_PUBLIC))('%s is not public', (ip) => expect(isPublicAddress(ip)).toBe(false))
  test.each(words(PUBLIC))('%s is public', (ip) => expect(isPublicAddress(ip)).toBe(true))

  test('an IPv4 address embedded in IPv6 is public exactly when it is public itself', () => {
    fc.assert(
      fc.property(ipv4, (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        const inverted = `${(0xffff ^ ((a << 8) | b)).toString(16)}:${(0xffff ^ ((c << 8) | d)).toString(16)}`
        const forms = [`::ffff:${ip}`, `::ffff:${hex}`, `64:ff9b::${ip}`, `64:ff9b::${hex}`, `2002:${hex}::1`]
        const teredo = [`2001:0:${hex}::f7f7:f7f7`, `2001:0:808:808:0:0:${inverted}`]
        return [...forms, ...teredo].every((form) => isPublicAddress(form) === isPublicAddress(ip))
      }),
    )
  })

  test('a text that is not an address is not public', () => {
    for (const text of [
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '0x7f.1.1.1',
      '256.1.1.1',
      '1:2:3',
      ':::1',
      '1::2::3',
      '2606:4700::1111/64',
      '8.8.8.8 ',
    ])
      expect(isPublicAddress(text), text).toBe(false)
  })

  test('an address is parsed exactly when the platform parses it', () => {
    const text = fc.oneof(address, fc.stringMatching(/^[0-9a-f:.]{1,30}$/))
    fc.assert(
      fc.property(text, (ip) => (parseIp(ip) !== null) === (isIP(ip) !== 0)),
      { numRuns: 1000 },
    )
  })
})

describe('Exceptions of the operator', () => {
  test('public addresses are allowed without a rule, others only by a rule', () => {
    expect(mayReach([], { host: 'example.com', ip: '8.8.8.8', port: 443 })).toBe(true)
    expect(mayReach([], { host: 'localhost', ip: '127.0.0.1', port: 80 })).toBe(false)
    expect(mayReach([], { host: '8.8.8.8', ip: 'nonsense', port: 80 })).toBe(false)
  })

  test.each([
    ['localhost', 'localhost', '127.0.0.1', 80, true],
    ['LocalHost.', 'localhost', '::1', 80, true],
    ['localhost', 'example.com', '127.0.0.1', 80, false],
    ['localhost:8080', 'localhost', '127.0.0.1', 8080, true],
    ['localhost:8080', 'localhost', '127.0.0.1', 8081, false],
    ['127.0.0.1', 'any.example', '127.0.0.1', 1, true],
    ['127.0.0.1', 'any.example', '::ffff:127.0.0.1', 1, true],
    ['127.0.0.1:4600', '127.0.0.1', '127.0.0.1', 4601, false],
    ['10.0.0.0/8', 'x', '10.200.3.4', 1, true],
    ['10.0.0.0/8:443', 'x', '10.200.3.4', 80, false],
    ['10.0.0.0/8', 'x', '11.0.0.1', 1, true],
    ['[::1]', '[::1]', '::1', 1, true],
    ['[::1]:443', '::1', '::1', 443, true],
    ['[::1]:443', '::1', '::1', 80, false],
    ['fd00::/8', 'x', 'fd12::1', 80, true],
    ['[fd00::/8]:80', 'x', 'fd12::1', 80, true],
    ['fd00::/8', 'x', 'fe80::1', 80, false],
    ['0.0.0.0/0', 'x', '::1', 80, false],
    ['a.example, 192.168.0.0/16 ,db', 'db', '172.16.0.9', 5432, true],
  ] as const)('"%s" and a call to %s at %s port %d: %s', (list, host, ip, port, reached) => {
    expect(mayReach(parseAllowed(list), { host, ip, port })).toBe(reached)
  })

  test('an empty list has no rules', () => {
    expect(parseAllowed('')).toEqual([])
    expect(parseAllowed(' , ')).toEqual([])
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0.256',
    '[::1',
    '::1]:80',
    'host:0',
    'host:65536',
    'host:http',
    'http://host',
    'ho st',
    '[host]:80',
    '-host',
    '*.example',
    '1.2.3.4/8/8',
    'fd00::/129',
  ])('the bad entry "%s" is named in the error', (entry) =>
    expect(() => parseAllowed(`localhost, ${entry}`)).toThrow(`"${entry}"`),
  )

  test('an address is in a block exactly when their first bits are equal', () => {
    const bitsOf = (ip: string) => (parseIp(ip) ?? []).map((byte) => byte.toString(2).padStart(8, '0')).join('')
    fc.assert(
      fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (base, ip, bits) => {
        const block = parseBlock(`${base}/${bits}`)
        return (
          block !== null &&
          inBlock(parseIp(ip) ?? [], block) === (bitsOf(base).slice(0, bits) === bitsOf(ip).slice(0, bits))
        )
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), (base, bits) => {
        const mapped = parseIp(base)?.length === 4
        const block = parseBlock(`${base}/${bits}`)
        return mapped && bits < 96 ? block === null : block !== null && inBlock(parseIp(base) ?? [], block)
      }),
    )
  })

  test('an address in a URL is out of reach exactly when a call to it is refused, and a name never is', () => {
    const rules = parseAllowed('10.0.0.0/8:8443, fd00::/8, db.internal')
    fc.assert(
      fc.property(address, fc.constantFrom(80, 8443), (ip, port) => {
        const { hostname } = new URL(`http://${ip.includes(':') ? `[${ip}]` : ip}`)
        const host = hostname.replace(/^\[|\]$/g, '')
        return (unreachableHost(rules, `http://${hostname}:${port}/`) === null) === mayReach(rules, { host, ip, port })
      }),
    )
    for (const name of ['db.internal', 'example.com', 'no-such-name.invalid', '10.example.com'])
      expect([name, unreachableHost([], `https://${name}/`)]).toEqual([name, null])
    expect(unreachableHost([], 'http://LOCALHOST./')).toBe('localhost')
    expect(unreachableHost(parseAllowed('[::1]'), 'http://localhost/')).toBe(null)
  })
})
