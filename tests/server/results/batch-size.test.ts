import { expect, test } from 'vitest'
import { openBatchSize } from '../../../src/server/ingest/batch-size.ts'

const LIMITS = { least: 25, most: 1_000 }

test('long transactions of results become smaller, and quick ones larger again, within their limits', () => {
  const size = openBatchSize(LIMITS)
  const after = (...msOfResult: number[]) => {
    for (const ms of msOfResult) size.took(ms * size.size, size.size)
    return size.size
  }
  expect(after()).toBe(100)
  expect(after(30)).toBe(50)
  expect(after(8)).toBe(50)
  expect(after(36, 36, 36, 36)).toBe(25)
  expect(after(4)).toBe(50)
  expect(after(...Array(10).fill(0.1))).toBe(1_000)
})

test('a transaction with room for more results changes nothing', () => {
  const size = openBatchSize(LIMITS)
  for (const [ms, results] of [
    [1, 3],
    [3_000, 99],
  ] as const) {
    size.took(ms, results)
    expect(size.size).toBe(100)
  }
})

/** What is stored by transactions that take so long, once their size has settled. */
const settled = (msOf: (results: number) => number, size = openBatchSize(LIMITS)) => {
  const step = () => {
    const { size: results } = size
    size.took(msOf(results), results)
    return { results, ms: msOf(results) }
  }
  for (let turn = 0; turn < 30; turn++) step()
  const steps = Array.from({ length: 30 }, step)
  const sum = (of: 'results' | 'ms') => steps.reduce((total, each) => total + each[of], 0)
  return { perSecond: (1_000 * sum('results')) / sum('ms'), longestMs: Math.max(...steps.map(({ ms }) => ms)) }
}

test.each([300, 600, 1_200, 2_400])(
  'where a transaction takes %i ms whatever it holds, as with a distant database, results are stored by many',
  (ms) => {
    const { perSecond, longestMs } = settled((results) => ms + results)
    expect(perSecond).toBeGreaterThan(200)
    expect(longestMs).toBeLessThan(5_000)
  },
)

test('where each result takes long, transactions stay short', () => {
  expect(settled((results) => 50 + 20 * results).longestMs).toBe(550)
})

test('the size follows the database when it becomes slow, and when it is quick again', () => {
  const size = openBatchSize(LIMITS)
  const quick = (results: number) => 20 + results / 2
  const slow = (results: number) => 1_500 + results
  for (const msOf of [quick, slow, quick, slow]) expect(settled(msOf, size).perSecond).toBeGreaterThan(200)
})
