import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLag,
  addLags,
  decodeLags,
  divideLags,
  emptyLags,
  encodeLags,
} from '../../../src/domain/statistics/lag-sums.ts'

const lagsOf = (values: readonly number[]) => {
  const lags = emptyLags()
  for (const ms of values) addLag(lags, ms)
  return lags
}
const values = fc.array(fc.integer({ min: 0, max: 2_147_483_647 }), { maxLength: 200 })

test('stored lags are what was added, and merging them is adding all of them', () => {
  fc.assert(
    fc.property(values, values, (some, more) => {
      const lags = lagsOf(some)
      const bytes = encodeLags(lags)
      expect(decodeLags(bytes)).toEqual(lags)
      expect(divideLags(bytes)?.count ?? 0).toBe(some.length)
      expect(divideLags(bytes)?.most ?? null).toBe(some.length === 0 ? null : Math.max(...some))
      addLags(lags, lagsOf(more))
      expect(lags).toEqual(lagsOf([...some, ...more]))
    }),
  )
})

test('an hour without scheduled runs takes a byte, and one of 60 usual lags less than 100', () => {
  expect(encodeLags(emptyLags())).toHaveLength(1)
  const usual = Array.from({ length: 60 }, (_, index) => 2 + ((index * 37) % 90))
  expect(encodeLags(lagsOf(usual)).length).toBeLessThan(100)
})

test('other bytes are refused', () => {
  expect(() => divideLags(Uint8Array.of(9, 1))).toThrow('not schedule lags')
  expect(() => divideLags(Uint8Array.of(1, 200))).toThrow('not schedule lags')
})
