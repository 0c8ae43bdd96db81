import { expect, test } from 'vitest'
import { emptySketch } from '../../../src/domain/core/sketch.ts'
import { distributionOf } from '../../../src/domain/statistics/distribution.ts'
import { dividePhases, eachPhase, encodePhases, PHASES } from '../../../src/domain/statistics/phase-sums.ts'

const sketchOf = (key: number) => ({ ...emptySketch(), count: 3, keys: [key], counts: [3] })
const stored = encodePhases(PHASES.map((_, index) => ({ sum: index + 0.5, sketch: sketchOf(100 * index) })))

test('a wanted phase is found as if all were divided, and no other is made', () => {
  const all = dividePhases(stored)
  expect(all.map(({ sum }) => sum)).toEqual(PHASES.map((_, index) => index + 0.5))
  for (const index of PHASES.keys()) {
    const found: unknown[] = []
    eachPhase(stored, [index], (at, sum, from, to) => found.push([at, { sum, sketch: stored.subarray(from, to) }]))
    expect(found).toEqual([[index, all[index]]])
  }
  expect(() => eachPhase(stored.subarray(0, 12), [5], () => undefined)).toThrow('not phases')
})

test('a distribution of damaged bytes fails, and leaves nothing behind for the next one', () => {
  const [phase] = dividePhases(stored)
  const sketch = phase?.sketch ?? new Uint8Array()
  const parts = { sketches: [sketch], values: [], count: 3, sum: 0 }
  const before = distributionOf(parts, false).quantiles([0, 1])
  const damaged = { ...parts, sketches: [sketch, Uint8Array.of(1, 0, 255)] }
  expect(() => distributionOf(damaged, false).quantiles([0.5])).toThrow('not a sketch')
  expect(distributionOf(parts, false).quantiles([0, 1])).toEqual(before)
  expect(distributionOf(parts, false).countBelow(1e9, true)).toBe(3)
})
