import { DDSketch } from '@datadog/sketches-js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addTo,
  decodeSketch,
  emptySketch,
  encodeSketch,
  mergeInto,
  quantile,
  type Sketch,
} from '../../../src/domain/core/sketch.ts'
import { exactQuantile } from '../../../src/domain/statistics/statistics.ts'

const latencyMs = fc.oneof(
  fc.double({ min: 0, max: 120_000, noNaN: true }),
  fc.integer({ min: 0, max: 200 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1e-300, Number.MIN_VALUE, 1e15),
)
const values = fc.array(latencyMs, { maxLength: 200 })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const sketchOf = (list: readonly number[]): Sketch => {
  const sketch = emptySketch()
  for (const value of list) addTo(sketch, value)
  return sketch
}
describe('The sketch of latencies', () => {
  test('every quantile is within 1 % of the exact one', () => {
    fc.assert(
      fc.property(
        values.filter((list) => list.length > 0),
        share,
        (list, q) => {
          const found = quantile(sketchOf(list), q) ?? -1
          const wanted = exactQuantile(list, q) ?? -1
          // 1e-9 allows for the last bits of the powers, for values at the edge of a bucket; what is below the least counts as 0.
          return Math.abs(found - wanted) <= wanted * (0.01 + 1e-9) + 2 ** -1022
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a quantile is near the value at its rank, not between two values', () => {
    const sketch = sketchOf([2, 7, 10, 22, 41, 90])
    expect(quantile(sketch, 0.99)).toBeCloseTo(41, 0)
    expect(quantile(sketch, 0.5)).toBeCloseTo(10, 0)
    expect(quantile(sketch, 1)).toBeCloseTo(90, -1)
  })

  test('it agrees with another implementation at every value, bucket by bucket', () => {
    fc.assert(
      fc.property(
        values.filter((list) => list.length > 0),
        fc.nat(200),
        (list, place) => {
          // Between two values the other one takes the lower.
          const rank = place % list.length
          const q = list.length === 1 ? 0 : rank / (list.length - 1)
          fc.pre(q * (list.length - 1) === rank)
          const other = new DDSketch({ relativeAccuracy: 0.01 })
          for (const value of list) other.accept(value)
          const theirs = other.getValueAtQuantile(q)
          expect(quantile(sketchOf(list), q)).toBeCloseTo(theirs, Math.max(0, 9 - Math.log10(theirs + 1)))
        },
      ),
    )
  })

  test('merging is the same as adding all values to one sketch, in any order', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const merged = sketchOf(a)
        mergeInto(merged, sketchOf(b))
        expect(merged).toEqual(sketchOf([...b, ...a]))
        expect(merged.count).toBe(a.length + b.length)
      }),
    )
  })

  test('merging leaves the other sketch unchanged', () => {
    const other = sketchOf([1, 2, 3])
    const sketch = sketchOf([2, 50])
    mergeInto(sketch, other)
    addTo(sketch, 1)
    expect(other).toEqual(sketchOf([1, 2, 3]))
  })

  test('adding a value n times equals adding it with a count of n', () => {
    fc.assert(
      fc.property(latencyMs, fc.integer({ min: 1, max: 50 }), (value, count) => {
        const once = emptySketch()
        addTo(once, value, count)
        expect(once).toEqual(sketchOf(new Array<number>(count).fill(value)))
      }),
    )
  })

  test('decoding returns the encoded sketch, even with large counts', () => {
    const weighted = fc.array(fc.tuple(latencyMs, fc.integer({ min: 1, max: 2 ** 40 })), { maxLength: 50 })
    fc.assert(
      fc.property(weighted, (list) => {
        const sketch = emptySketch()
        for (const [value, count] of list) addTo(sketch, value, count)
        expect(decodeSketch(encodeSketch(sketch))).toEqual(sketch)
      }),
    )
  })

  test('one value takes at most 8 bytes, and 600 of one target about 140', () => {
    fc.assert(fc.property(latencyMs, (value) => encodeSketch(sketchOf([value])).length <= 8))
    // 600 latencies like a real monitor's: log-normal around 200 ms, by the inverse of a logistic curve.
    const latencies = Array.from(
      { length: 600 },
      (_, index) => 200 * Math.exp(0.15 * Math.log((index + 0.5) / (599.5 - index))),
    )
    expect(encodeSketch(sketchOf(latencies)).length).toBeLessThan(180)
  })

  test('invalid bytes are rejected in finite time', () => {
    for (const bytes of [
      [],
      [0],
      [2, 0],
      [1],
      [1, 128],
      [1, 0, 3],
      [1, 0, 2, 0],
      [1, ...new Array<number>(20).fill(255)],
    ])
      expect(() => decodeSketch(Uint8Array.from(bytes)), String(bytes)).toThrow('not a sketch')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const sketch = decodeSketch(bytes)
          return sketch.keys.every((key, index) => index === 0 || key > (sketch.keys[index - 1] ?? key))
        } catch (error) {
          return error instanceof Error && error.message.includes('not a sketch')
        }
      }),
    )
  })

  test('values that are not latencies are rejected', () => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => addTo(emptySketch(), value)).toThrow(RangeError)
    for (const count of [0, -1, 1.5]) expect(() => addTo(emptySketch(), 1, count)).toThrow(RangeError)
  })

  test('an empty sketch has no quantiles', () => {
    expect(quantile(emptySketch(), 0.5)).toBeNull()
    expect(decodeSketch(encodeSketch(emptySketch()))).toEqual(emptySketch())
    expect(quantile(sketchOf([1]), 1.1)).toBeNull()
  })
})

describe('Exact quantiles of small sets', () => {
  test('a quantile of 1 2 3 4 is the value at rank ⌊3 q⌋', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((q) => exactQuantile([4, 1, 3, 2], q))).toEqual([1, 1, 2, 3, 4])
    expect(exactQuantile([], 0.5)).toBeNull()
  })

  test('they rise with the share and stay within the set', () => {
    const list = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(list, share, share, (set, a, b) => {
        const [low, high] = [exactQuantile(set, Math.min(a, b)) ?? -1, exactQuantile(set, Math.max(a, b)) ?? -1]
        return low <= high + 1e-9 && low >= Math.min(...set) && high <= Math.max(...set)
      }),
    )
  })
})
