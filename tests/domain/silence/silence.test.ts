import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedFrom, type Expectation, isSilent, missedRuns, silentFrom } from '../../../src/domain/silence/silence.ts'

const minute = 60_000
const at = (changes: Partial<Expectation> = {}): Expectation => ({
  lastMs: 10 * minute,
  expectedSinceMs: 0,
  frequencyMs: minute,
  timeoutMs: 30_000,
  ...changes,
})

test('data is missing after two whole periods plus the longest call, and not a millisecond before', () => {
  expect(isSilent(at(), 12 * minute + 29_999)).toBe(false)
  expect(isSilent(at(), 12 * minute + 30_000)).toBe(true)
})

test('a monitor that never ran gets the same time from when results are expected', () => {
  const never = at({ lastMs: null, expectedSinceMs: 20 * minute })
  expect(isSilent(never, 22 * minute)).toBe(false)
  expect(isSilent(never, 22.5 * minute)).toBe(true)
})

test('time in which no results were expected does not count', () => {
  expect(isSilent(at({ expectedSinceMs: 60 * minute }), 62 * minute)).toBe(false)
})

test('an alert that waits for more periods waits longer, and never for fewer than two', () => {
  const from = { frequencyMs: minute, timeoutMs: 0, countedFromMs: 0 }
  expect(silentFrom(from, 5)).toBe(5 * minute)
  expect(silentFrom(from, 1)).toBe(2 * minute)
})

test('data is missing until a result arrives, and a result within two periods ends it', () => {
  const ms = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.record({
        lastMs: fc.option(ms),
        expectedSinceMs: ms,
        frequencyMs: fc.integer({ min: 1000, max: 3_600_000 }),
        timeoutMs: fc.integer({ min: 1000, max: 120_000 }),
      }),
      ms,
      ms,
      (expectation, now, later) => {
        if (isSilent(expectation, now)) expect(isSilent(expectation, now + later)).toBe(true)
        expect(isSilent({ ...expectation, lastMs: now - expectation.frequencyMs }, now)).toBe(false)
        expect(countedFrom(expectation)).toBeGreaterThanOrEqual(expectation.expectedSinceMs)
      },
    ),
  )
})

test('missed runs are whole periods', () => {
  expect(missedRuns(0, 180_000, 1000)).toBe(180)
  expect(missedRuns(0, 999, 1000)).toBe(0)
  expect(missedRuns(5000, 0, 1000)).toBe(0)
})
