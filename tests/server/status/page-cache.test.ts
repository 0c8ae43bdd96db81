import { expect, test } from 'vitest'
import { FRESH_MS, openRenewed } from '../../../src/server/status/page-cache.ts'

/** A cache whose values are made by hand. */
const bench = () => {
  let now = 0
  const made: { done: (value: string) => void; failed: (cause: unknown) => void }[] = []
  const cache = openRenewed<string>({
    make: () => new Promise((done, failed) => made.push({ done, failed })),
    clock: () => now,
    log: () => {},
  })
  const settle = async (value: string) => {
    made.at(-1)?.done(value)
    await new Promise(setImmediate)
  }
  return { cache, made, settle, pass: (ms: number) => (now += ms) }
}

test('a thousand visitors at once wait for one value', async () => {
  const { cache, made, settle } = bench()
  const visits = Array.from({ length: 1_000 }, () => cache.wait())
  await settle('a')
  expect([...new Set(await Promise.all(visits))]).toEqual(['a'])
  expect(made.length).toBe(1)
  expect(cache.now()).toBe('a')
})

test('an older value is served while one visitor renews it, once every five seconds', async () => {
  const { cache, made, settle, pass } = bench()
  const first = cache.wait()
  await settle('a')
  await first
  pass(FRESH_MS)
  for (let visit = 0; visit < 1_000; visit++) expect(cache.now()).toBe('a')
  expect(made.length).toBe(2)
  await settle('b')
  expect(cache.now()).toBe('b')
  expect(made.length).toBe(2)
  // What is made slowly is not begun twice.
  pass(FRESH_MS)
  cache.now()
  pass(FRESH_MS)
  cache.now()
  expect(made.length).toBe(3)
})

test('a value that nobody asked for in half a minute is not served: the visitor waits', async () => {
  const { cache, settle, pass } = bench()
  const first = cache.wait()
  await settle('a')
  await first
  pass(31_000)
  expect(cache.now()).toBeUndefined()
  const next = cache.wait()
  await settle('b')
  expect(await next).toBe('b')
})

test('while it cannot be renewed, the last value is served for ten minutes', async () => {
  const { cache, made, settle, pass } = bench()
  const first = cache.wait()
  await settle('a')
  await first
  pass(60_000)
  const next = cache.wait()
  made.at(-1)?.failed(new Error('away'))
  expect(await next).toBe('a')
  pass(600_000)
  const last = cache.wait()
  made.at(-1)?.failed(new Error('away'))
  await expect(last).rejects.toThrow('away')
})

test('a value that is invalidated, also while it is made, is never served', async () => {
  const { cache, made, settle } = bench()
  const first = cache.wait()
  cache.invalidate()
  await settle('before')
  expect(made.length).toBe(2)
  await settle('after')
  expect(await first).toBe('after')
  cache.invalidate()
  expect(cache.now()).toBeUndefined()
})
