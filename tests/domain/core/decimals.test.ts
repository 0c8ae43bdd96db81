import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalDecimal,
  compareDecimals,
  compareNumbers,
  isWholeDecimal,
  type Rounding,
  roundedDecimal,
} from '../../../src/domain/core/decimals.ts'

/** A decimal as an integer of 10^-40, and one of its many texts. */
const scaled = fc
  .tuple(fc.bigInt(-(10n ** 60n), 10n ** 60n), fc.constantFrom(0n, 1n, 10n ** 20n, 10n ** 39n))
  .map(([units, factor]) => units * factor)
const textOf = (units: bigint, shift: number, isPadded: boolean): string => {
  const digits = String(units < 0n ? -units : units).padStart(shift + 1, '0')
  const whole = digits.slice(0, digits.length - shift)
  const fraction = digits.slice(digits.length - shift) + (isPadded ? '000' : '')
  return `${units < 0n ? '-' : ''}${isPadded ? '00' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}e${shift - 40}`
}
const written = fc
  .record({ units: scaled, shift: fc.integer({ min: 0, max: 70 }), isPadded: fc.boolean() })
  .map(({ units, shift, isPadded }) => ({ units, text: textOf(units, shift, isPadded) }))

describe('Decimals', () => {
  test.each([
    ['174322306148984899', '174322306148984901', -1],
    ['18446744073709551615', '18446744073709551614', 1],
    ['1.0', '1', 0],
    ['1e2', '100', 0],
    ['-0', '0.000', 0],
    ['0e999', '0', 0],
    ['1e400', '1e399', 1],
    ['1e-400', '0', 1],
    ['-1e-400', '0', -1],
    ['1e1000000000', '1e1000000001', -1],
    ['-1e1000000000', '1', -1],
    [`1e${'9'.repeat(400)}`, `1e${'9'.repeat(399)}8`, 1],
    ['0.12345678901234567', '0.1234567890123456789', -1],
    [' +.5 ', '5.e-1', 0],
  ])('%s against %s is %d', (a, b, order) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(order)
    expect(Math.sign(compareDecimals(b, a)) + order).toBe(0)
    expect(Math.sign(compareNumbers(a, Number(a), b, Number(b)))).toBe(order)
  })

  test('have the order of their values, however they are written', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const order = a.units < b.units ? -1 : a.units > b.units ? 1 : 0
        expect(Math.sign(compareDecimals(a.text, b.text))).toBe(order)
        expect(Math.sign(compareNumbers(a.text, Number(a.text), b.text, Number(b.text)))).toBe(order)
        expect(canonicalDecimal(a.text) === canonicalDecimal(b.text)).toBe(order === 0)
      }),
    )
  })

  test('are equal to their canonical text, which JSON can read', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const canonical = canonicalDecimal(text)
        expect(compareDecimals(canonical, text)).toBe(0)
        expect(() => JSON.parse(canonical)).not.toThrow()
      }),
    )
  })

  test('that doubles hold are in the order of the doubles', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(double, double, (a, b) => {
        expect(Math.sign(compareDecimals(String(a), String(b))) === Math.sign(a > b ? 1 : a < b ? -1 : 0)).toBe(true)
        expect(isWholeDecimal(String(a))).toBe(Number.isInteger(a))
      }),
    )
  })

  test.each<[string, number, Rounding, string]>([
    ['174322306148984899.5', 0, 'common', '174322306148984900'],
    ['-174322306148984899.5', 0, 'common', '-174322306148984899'],
    ['-174322306148984899.51', 0, 'common', '-174322306148984900'],
    ['174322306148984899.9', 0, 'truncate', '174322306148984899'],
    ['-174322306148984899.1', 0, 'floor', '-174322306148984900'],
    ['0.1234567890123456789', 2, 'ceiling', '0.13'],
    ['1e-400', 3, 'ceiling', '0.001'],
    ['1e-400', 3, 'common', '0'],
    ['-0.4', 0, 'common', '0'],
    ['1e1000000000', 2, 'floor', '1e1000000000'],
  ])('%s rounded to %d places by %s is %s', (text, places, method, rounded) => {
    expect(roundedDecimal(text, places, method)).toBe(rounded)
  })
})
