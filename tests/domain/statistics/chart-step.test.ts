import { expect, test } from 'vitest'
import { presetNear } from '../../../src/domain/statistics/chart-ranges.ts'
import { chartStep } from '../../../src/domain/statistics/chart-step.ts'

const START = Date.parse('2026-03-10T08:00:00Z')
const MINUTE_MS = 60_000

/** Steps that each have `count` results, `every` minutes apart. */
const pointsOf = (steps: number, every: number, count: number) =>
  Array.from({ length: steps }, (_, index) => ({
    time: new Date(START + index * every * MINUTE_MS).toISOString(),
    count,
  }))

test('a step of a chart has at least ten results at the median, or is an hour', () => {
  expect(chartStep(pointsOf(60, 1, 10), 'PT1M')).toBe('PT1M')
  expect(chartStep(pointsOf(60, 1, 9), 'PT1M')).toBe('PT5M')
  // Two a minute are ten in five minutes.
  expect(chartStep(pointsOf(60, 1, 2), 'PT1M')).toBe('PT5M')
  // Four locations every ten minutes.
  expect(chartStep(pointsOf(36, 10, 4), 'PT5M')).toBe('HOUR')
  expect(chartStep(pointsOf(72, 5, 12), 'PT5M')).toBe('PT5M')
  expect(chartStep([], 'PT1M')).toBe('PT1M')
})

test('a window that ends where a preset does, or a little before, is that preset again', () => {
  const now = Date.parse('2026-03-10T14:20:30Z')
  const window = (end: string, hours: number) => {
    const to = Date.parse(end)
    return { from: to - hours * 60 * MINUTE_MS, to }
  }
  expect(presetNear(window('2026-03-10T15:00:00Z', 24), now)).toBe('24h')
  // The hour went by meanwhile.
  expect(presetNear(window('2026-03-10T14:00:00Z', 24), now)).toBe('24h')
  expect(presetNear(window('2026-03-10T13:00:00Z', 24), now)).toBeNull()
  expect(presetNear(window('2026-03-10T14:18:00Z', 1), now)).toBe('1h')
  expect(presetNear(window('2026-03-10T14:10:00Z', 1), now)).toBeNull()
  expect(presetNear(window('2026-03-10T15:00:00Z', 23), now)).toBeNull()
})
