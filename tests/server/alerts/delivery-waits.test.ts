import { expect, test } from 'vitest'
import { waitAfter } from '../../../src/server/delivery/sender.ts'

test('a delivery is retried with growing waits for more than a day', () => {
  const waits = Array.from({ length: 40 }, (_, index) => waitAfter(index + 1))
  expect(waits[0]).toBe(5_000)
  for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(waits[index - 1] ?? 0)
  expect(Math.max(...waits)).toBe(3_600_000)
})
