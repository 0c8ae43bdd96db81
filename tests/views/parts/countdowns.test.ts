import { expect, test } from 'vitest'
import { countdownNow, stopCountdowns } from '../../../src/views/parts/text/ticker.ts'

test('countdowns stand still while the server is away, and go on when it is back', () => {
  expect(countdownNow(5_000)).toBe(5_000)
  stopCountdowns(3_000)
  expect([countdownNow(2_000), countdownNow(3_000), countdownNow(9_000)]).toEqual([2_000, 3_000, 3_000])
  stopCountdowns(null)
  expect(countdownNow(9_000)).toBe(9_000)
})
