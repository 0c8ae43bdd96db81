import { expect, test } from 'vitest'
import { openConfirmationCodes } from '../../src/mcp/confirmation-code.ts'

const key = Buffer.alloc(32, 7)
const MINUTE = 60_000

const openAt = (start: number) => {
  const clock = { now: start }
  return { clock, codes: openConfirmationCodes(key, 'ada', () => clock.now) }
}

test('a code confirms what it was given for, on every server with the same key, for five minutes', () => {
  const { clock, codes } = openAt(1_800_000_000_000)
  const code = codes.issue('delete Checkout')
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  const elsewhere = openConfirmationCodes(key, 'ada', () => clock.now - 2_000)
  expect([codes.verify(code, 'delete Checkout'), elsewhere.verify(code, 'delete Checkout')]).toEqual(['right', 'right'])
  clock.now += 4.5 * MINUTE
  expect(codes.verify(code, 'delete Checkout')).toBe('right')
  clock.now += MINUTE
  expect(codes.verify(code, 'delete Checkout')).toBe('expired')
  clock.now += 24 * 60 * MINUTE
  expect(codes.verify(code, 'delete Checkout')).toBe('unknown')
})

test('a code for something else is told from one that nobody was given, and another caller’s is nobody’s', () => {
  const { clock, codes } = openAt(1_800_000_000_000)
  const code = codes.issue('delete Checkout')
  expect(codes.verify(code, 'delete Basket')).toBe('other')
  expect(openConfirmationCodes(key, 'grace', () => clock.now).verify(code, 'delete Checkout')).toBe('unknown')
  expect(openConfirmationCodes(Buffer.alloc(32, 8), 'ada', () => clock.now).verify(code, 'delete Checkout')).toBe(
    'unknown',
  )
  for (const wrong of ['', 'yes', 'Checkout', `${code}0`, code.slice(1)])
    expect([wrong, codes.verify(wrong, 'delete Checkout')]).toEqual([wrong, 'unknown'])
})

test('a changed letter makes a code unknown', () => {
  const { codes } = openAt(1_800_000_000_000)
  const code = codes.issue('delete Checkout')
  for (let at = 0; at < code.length; at++)
    for (const letter of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const changed = code.slice(0, at) + letter + code.slice(at + 1)
      if (changed !== code) expect([changed, codes.verify(changed, 'delete Checkout')]).toEqual([changed, 'unknown'])
    }
})

test('a code is read as people write it', () => {
  const { codes } = openAt(1_800_000_000_000)
  const code = codes.issue('delete Checkout')
  const written = `${code.slice(0, 5)}-${code.slice(5)} `.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  expect(codes.verify(written, 'delete Checkout')).toBe('right')
})
