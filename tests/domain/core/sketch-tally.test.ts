import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, emptySketch, encodeSketch, mergeInto, quantile, sketchTally } from '../../../src/domain/core/sketch.ts'

const values = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e9, noNaN: true })), { maxLength: 60 })

test('a tally of stored sketches returns the same quantiles as merging them, and starts anew', () => {
  const tally = sketchTally()
  fc.assert(
    fc.property(fc.array(values, { maxLength: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), (groups, q) => {
      const whole = emptySketch()
      for (const group of groups) {
        const sketch = emptySketch()
        for (const value of group) addTo(sketch, value)
        tally.add(encodeSketch(sketch))
        mergeInto(whole, sketch)
      }
      expect(tally.take(q)).toBe(quantile(whole, q))
    }),
  )
})
