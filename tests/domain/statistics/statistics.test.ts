import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  availability,
  type Counts,
  countedResults,
  effectivePassRate,
  errorRate,
  outlierRate,
  passRate,
  sumCounts,
  warningRate,
} from '../../../src/domain/statistics/statistics.ts'

const count = fc.nat({ max: 10_000 })
const counts: fc.Arbitrary<Counts> = fc.record({ pass: count, slow: count, warning: count, fail: count })

describe('Rates', () => {
  test('warnings change only the warning rate', () => {
    fc.assert(
      fc.property(counts, count, (some, warning) => {
        const other = { ...some, warning }
        expect([passRate(other), errorRate(other)]).toEqual([passRate(some), errorRate(some)])
      }),
    )
  })

  test('pass rate and error rate add up to one', () => {
    fc.assert(
      fc.property(counts, (some) => {
        const [pass, error] = [passRate(some), errorRate(some)]
        if (countedResults(some) === 0) expect([pass, error]).toEqual([null, null])
        else expect((pass ?? 0) + (error ?? 0)).toBeCloseTo(1, 12)
      }),
    )
  })

  test('availability is at least the pass rate, and the effective pass rate at most', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (some, share) => {
        const unavailable = Math.floor(some.fail * share)
        const outliers = Math.floor((some.pass + some.slow) * share)
        const pass = passRate(some)
        if (pass === null) return availability({ ...some, unavailable }) === null
        return (
          (availability({ ...some, unavailable }) ?? -1) >= pass &&
          (effectivePassRate({ ...some, outliers }) ?? 2) <= pass
        )
      }),
    )
  })

  test('the formulas, by example', () => {
    const day = { pass: 80, slow: 10, warning: 25, fail: 10 }
    expect(passRate(day)).toBe(0.9)
    expect(errorRate(day)).toBe(0.1)
    expect(warningRate(day)).toBe(0.2)
    expect(availability({ ...day, unavailable: 4 })).toBe(0.96)
    expect(outlierRate({ ...day, outliers: 9 })).toBe(0.1)
    expect(effectivePassRate({ ...day, outliers: 10 })).toBe(0.8)
    expect(warningRate({ pass: 0, slow: 0, warning: 0, fail: 0 })).toBeNull()
  })

  test('counts of two ranges add up', () => {
    fc.assert(
      fc.property(counts, counts, (a, b) => countedResults(sumCounts(a, b)) === countedResults(a) + countedResults(b)),
    )
  })
})
