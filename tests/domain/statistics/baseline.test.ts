import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baselineOf, deltaPct, isAsUsual, medianDeviation, usualBand } from '../../../src/domain/statistics/baseline.ts'

const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 })

test('the median absolute deviation of known values, by hand', () => {
  // Median 4 (rank ⌊0.5 · 6⌋ = 3), deviations 3 2 1 0 1 2 96, in order 0 1 1 2 2 3 96: rank 3 is 2.
  expect(medianDeviation([1, 2, 3, 4, 5, 6, 100])).toBe(2)
  expect(medianDeviation([200])).toBe(0)
  expect(medianDeviation([])).toBeNull()
})

test('the deviation does not change when all values are moved, and grows with them when they are scaled', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 1000 }), fc.constantFrom(2, 4, 8), (all, by, times) => {
      const found = medianDeviation(all) ?? 0
      expect(medianDeviation(all.map((value) => value + by)) ?? Number.NaN).toBeCloseTo(found, 6)
      expect(medianDeviation(all.map((value) => value * times))).toBe(found * times)
    }),
  )
})

test('fewer than half of the values can be wrong by any amount, and the deviation stays among the others', () => {
  fc.assert(
    fc.property(values, fc.double({ min: 1e7, max: 1e12, noNaN: true }), (all, wild) => {
      // n values and n − 1 wild ones: the median and the deviation are still among those of the n.
      const spoiled = [...all, ...all.slice(1).map(() => wild)]
      const range = all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b))
      expect(medianDeviation(spoiled)).toBeLessThanOrEqual(range)
    }),
  )
})

test('a baseline needs 7 days or 24 hours', () => {
  const days = [100, 110, 90, 105, 95, 102]
  expect(baselineOf(days, 'DAY')).toBeNull()
  expect(baselineOf([...days, 98], 'DAY')).toEqual({ p50: 100, mad: 5 })
  expect(baselineOf([...days, 98], 'HOUR')).toBeNull()
})

test('a change is in percent of the baseline, and none without one', () => {
  expect(deltaPct(150, 100)).toBeCloseTo(50)
  expect(deltaPct(75, 100)).toBeCloseTo(-25)
  expect([deltaPct(null, 100), deltaPct(1, null), deltaPct(1, 0)]).toEqual([null, null, null])
})

test('two medians of the same value, each within 1 %, are as usual', () => {
  expect([deltaPct(1.01, 0.99), deltaPct(0.99, 1.01), 0].map((delta) => isAsUsual(delta ?? Number.NaN))).toEqual([
    true,
    true,
    true,
  ])
  expect([2.1, -2.1].map(isAsUsual)).toEqual([false, false])
})

test('the usual band is three scaled deviations wide on both sides, and never below 0', () => {
  expect(usualBand({ p50: 100, mad: 5 })).toEqual({ low: 100 - 22.239, high: 100 + 22.239 })
  expect(usualBand({ p50: 10, mad: 50 }).low).toBe(0)
})
