import { expect, test } from 'vitest'
import { openBatchSize } from '../../../src/server/ingest/batch-size.ts'

test('long transactions of results become smaller, and quick ones larger again, within their limits', () => {
  const size = openBatchSize({ least: 25, most: 1_000 })
  const after = (...durationsMs: number[]) => {
    for (const ms of durationsMs) size.took(ms)
    return size.size
  }
  expect(after()).toBe(100)
  expect(after(3_000)).toBe(50)
  expect(after(400)).toBe(50)
  expect(after(900, 900, 900, 900, 900, 900, 900)).toBe(25)
  expect(after(100)).toBe(50)
  expect(after(...Array(10).fill(10))).toBe(1_000)
})
