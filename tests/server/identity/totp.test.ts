import { expect, test } from 'vitest'
import {
  recoveryCodeFrom,
  recoveryCodeOf,
  spellRecoveryCode,
  totpCodeOf,
} from '../../../src/domain/identity/factor-codes.ts'
import { newRecoveryCodes } from '../../../src/server/access/recovery-codes.ts'
import { base32, stepOfCode, totpAt, totpStep, totpUri } from '../../../src/server/access/totp.ts'
import { fromBase32 } from '../../support/factors.ts'

/** The secret of the test vectors. */
const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of vectors) expect(totpAt(secret, totpStep(seconds * 1000), 8)).toBe(code)
})

test('codes are those of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(codes.map((_, counter) => totpAt(secret, counter))).toEqual(codes)
})

test('a code is accepted one step early or late, and no further', () => {
  const nowMs = 1_234_567_890_000
  const step = totpStep(nowMs)
  for (const away of [-1, 0, 1]) expect(stepOfCode(secret, totpAt(secret, step + away), nowMs)).toBe(step + away)
  for (const away of [-2, 2]) expect(stepOfCode(secret, totpAt(secret, step + away), nowMs)).toBeNull()
})

test('secrets are written in base32 (RFC 4648, section 10)', () => {
  const spelled = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, code] of Object.entries(spelled)) {
    expect(base32(Buffer.from(text))).toBe(code)
    expect(fromBase32(code).toString()).toBe(text)
  }
})

test('the address for apps names the account and the installation', () => {
  const uri = new URL(totpUri(secret, 'ada+x@example.com'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Sonde:ada+x@example.com')
  expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test('typed codes may be grouped, and nothing else is a code', () => {
  expect(totpCodeOf(' 123 456')).toBe('123456')
  for (const typed of ['', '12345', '1234567', '12345a', '１２３４５６']) expect(totpCodeOf(typed)).toBeNull()
  expect(recoveryCodeOf('ABCD-efgh jkmn-pqrs')).toBe('abcdefghjkmnpqrs')
  for (const typed of ['abcd', 'abcd-efgh-ijkm-npqr', 'abcd-efgh-jkmn-pqrst']) expect(recoveryCodeOf(typed)).toBeNull()
})

test('recovery codes are ten different ones that can be typed back', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(recoveryCodeOf(spellRecoveryCode(code))).toBe(code)
  expect(recoveryCodeFrom(Array(64).fill(255))).toBeNull()
})
