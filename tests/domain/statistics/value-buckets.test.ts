import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, emptySketch, type Sketch } from '../../../src/domain/core/sketch.ts'
import { addSize, decodeSizes, emptySizes, encodeSizes } from '../../../src/domain/statistics/size-sums.ts'
import { gridOf } from '../../../src/domain/statistics/value-buckets.ts'

const sketchOf = (values: readonly number[]): Sketch => {
  const sketch = emptySketch()
  for (const value of values) addTo(sketch, value)
  return sketch
}

/** γ of a sketch with an accuracy of 1 %: values of bucket k lie above γ^(k − 1) and up to γ^k. */
const GAMMA = 1.01 / 0.99

test('known values stand in the buckets that were worked out by hand', () => {
  // 100, 101 and 102 ms: k = ⌈ln 100 / ln γ⌉ = ⌈230.25⌉ = 231, ⌈230.75⌉ = 231 and ⌈231.24⌉ = 232.
  const sketch = sketchOf([100, 101, 102])
  const grid = gridOf([sketch])
  expect(grid.buckets).toHaveLength(20)
  const shown = grid.countsOf(sketch).flatMap((count, index) => {
    const bucket = grid.buckets[index]
    return count > 0 && bucket ? [[bucket.from, bucket.to, count]] : []
  })
  expect(shown.flat()).toEqual(
    [GAMMA ** 230, GAMMA ** 231, 2, GAMMA ** 231, GAMMA ** 232, 1].map((value) => expect.closeTo(value, 6)),
  )
})

test('a wide range has at most 40 buckets of whole buckets of the sketch, and zeros have one of their own', () => {
  // From 1 ms (k = 0) to 60 s (k = ⌈550.08⌉ = 551) are 552 keys: 14 a bucket, from ⌈0 / 14⌉ = 0 to ⌈551 / 14⌉ = 40 are 41, so 15: 38.
  const sketch = sketchOf([0, 0, 1, 60_000])
  const grid = gridOf([sketch])
  expect(grid.buckets).toHaveLength(39)
  expect(grid.buckets[0]).toEqual({ from: 0, to: 0 })
  expect(grid.buckets[1]).toEqual({ from: expect.closeTo(GAMMA ** -15, 9), to: 1 })
  const counts = grid.countsOf(sketch)
  expect([counts[0], counts[1], counts.at(-1)]).toEqual([2, 1, 1])
  expect(gridOf([]).buckets).toEqual([])
  expect(gridOf([sketchOf([0])]).countsOf(sketchOf([0, 0]))).toEqual([2])
})

test('each value is counted once, in the bucket that has it', () => {
  const value = fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e6, noNaN: true }))
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 60 }), { minLength: 1, maxLength: 4 }), (lists) => {
      const sketches = lists.map(sketchOf)
      const { buckets, countsOf } = gridOf(sketches)
      const wide = buckets.filter(({ to }) => to > 0)
      if (wide.length > 0) expect(wide.length).toBeGreaterThanOrEqual(20)
      expect(wide.length).toBeLessThanOrEqual(40)
      for (const [index, list] of lists.entries())
        expect(countsOf(sketches[index] ?? emptySketch())).toEqual(
          buckets.map(
            ({ from, to }) => list.filter((each) => (to === 0 ? each === 0 : each > from && each <= to)).length,
          ),
        )
    }),
  )
})

test('stored sizes keep sum, least and most to the byte', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 80 }), (values) => {
      const sizes = emptySizes()
      for (const value of values) addSize(sizes, value)
      const stored = decodeSizes(encodeSizes(sizes))
      expect(stored).toEqual(sizes)
      expect([stored.sum, stored.least, stored.most]).toEqual([
        values.reduce((sum, value) => sum + value, 0),
        values.reduce((a, b) => Math.min(a, b)),
        values.reduce((a, b) => Math.max(a, b)),
      ])
    }),
  )
  const usual = emptySizes()
  for (let run = 0; run < 60; run++) addSize(usual, 1_180 + (run % 7) * 40)
  expect(encodeSizes(usual).length).toBeLessThanOrEqual(40)
  expect(() => decodeSizes(Uint8Array.of(2, 0, 0))).toThrow('These bytes are not sizes')
})
