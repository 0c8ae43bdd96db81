import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExactNumber, numberOf } from '../../../src/domain/core/exact-number.ts'
import { mayHoldExact } from '../../../src/domain/core/exact-scan.ts'

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most })
/** Number texts of JSON, of every length around that which a double holds. */
const numbers = fc
  .tuple(
    fc.boolean(),
    digits(22),
    fc.option(digits(22), { nil: null }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), digits(4)), { nil: null }),
  )
  .map(
    ([isNegative, whole, fraction, exponent]) =>
      `${isNegative ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : exponent.join('')}`,
  )
const plain = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('true', 'null', '"a"', '{"b":[1.5, 2]}', '"4e1234-9999999999999999-0.12345"'),
)

describe('The search for exact numbers', () => {
  test('finds each number that a double would change, wherever it stands', () => {
    fc.assert(
      fc.property(numbers, fc.array(plain), fc.array(plain), fc.constantFrom('', ' ', '\n  '), (number, a, b, gap) => {
        fc.pre(numberOf(number) instanceof ExactNumber)
        expect(mayHoldExact(`[${[...a, number, ...b].join(`,${gap}`)}]`)).toBe(true)
        expect(mayHoldExact(`{"n":${gap}${number}}`)).toBe(true)
        expect(mayHoldExact(number)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('finds none among the numbers that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        expect(mayHoldExact(JSON.stringify(values))).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })
})
