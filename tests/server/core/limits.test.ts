import { expect, test } from 'vitest'
import { openBuckets } from '../../../src/server/limits/buckets.ts'
import { limitsOf } from '../../../src/server/limits/settings.ts'

test('a bucket holds one minute of tokens, refills evenly, and returns the wait', () => {
  let now = 0
  const buckets = openBuckets(() => now)
  const take = () => buckets.take('one', 60)
  expect(Array.from({ length: 60 }, take)).toEqual(Array(60).fill(0))
  expect(take()).toBe(1_000)
  now = 500
  expect(take()).toBe(500)
  now = 1_000
  expect(take()).toBe(0)
  expect(take()).toBe(1_000)
  now = 3_600_000
  expect(Array.from({ length: 61 }, take).filter((waitMs) => waitMs > 0)).toHaveLength(1)
  expect(buckets.take('another', 60)).toBe(0)
})

test('the least recently used bucket is evicted', () => {
  const buckets = openBuckets(() => 0)
  const spend = () => Array.from({ length: 3 }, () => buckets.take('kept in use', 2)).at(-1)
  expect(spend()).toBeGreaterThan(0)
  for (let n = 0; n < 50_000; n++) {
    buckets.take(`stranger ${n}`, 2)
    if (n % 1_000 === 0) expect(buckets.take('kept in use', 2)).toBeGreaterThan(0)
  }
  buckets.take('spent', 1)
  for (let n = 0; n < 50_000; n++) buckets.take(`other ${n}`, 2)
  expect(buckets.take('spent', 1)).toBe(0)
})

const read = (env: Record<string, string>) => limitsOf((name) => env[name] ?? null)

test('limits are generous, can be set individually and disabled together', () => {
  expect(read({})).toEqual({
    requests: 3_000,
    runs: 2_000,
    sends: 30,
    signIns: 60,
    streams: 20,
    unconfirmedChanges: 200,
  })
  expect(read({ SONDE_LIMIT_STREAMS: '0', SONDE_LIMIT_RUNS_PER_MINUTE: '7' })).toMatchObject({ streams: null, runs: 7 })
  expect(Object.values(read({ SONDE_LIMITS: 'off', SONDE_LIMIT_STREAMS: '5' }))).toEqual(Array(6).fill(null))
  expect(() => read({ SONDE_LIMITS: 'no' })).toThrow('SONDE_LIMITS must be on or off')
  expect(() => read({ SONDE_LIMIT_SENDS_PER_MINUTE: '-1' })).toThrow('SONDE_LIMIT_SENDS_PER_MINUTE must be a whole')
})
