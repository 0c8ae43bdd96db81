import fc from 'fast-check'
import { expect, test } from 'vitest'
import { narrowed } from '../../../src/domain/statistics/windows.ts'

const ms = fc.integer({ min: -1e14, max: 1e14 })

test('a narrowed window is within the one before and shorter, or there is none', () => {
  fc.assert(
    fc.property(ms, ms, ms, ms, (a, b, from, to) => {
      const window = { from: Math.min(a, b), to: Math.max(a, b) }
      const next = narrowed(window, { from, to })
      if (!next) return from <= window.from || window.from === window.to
      expect(next.from).toBeGreaterThanOrEqual(window.from)
      expect(next.to).toBeLessThanOrEqual(window.to)
      expect(next.from).toBeLessThanOrEqual(next.to)
      expect(next.to - next.from).toBeLessThan(window.to - window.from)
      return true
    }),
  )
})

test('a window that the other covers is not narrowed', () => {
  const window = { from: 10, to: 20 }
  for (const part of [window, { from: 0, to: 30 }, { from: Number.NEGATIVE_INFINITY, to: 20 }])
    expect(narrowed(window, part)).toBeNull()
  expect(narrowed(window, { from: 15, to: 30 })).toEqual({ from: 15, to: 20 })
  expect(narrowed(window, { from: 25, to: 30 })).toEqual({ from: 20, to: 20 })
})
