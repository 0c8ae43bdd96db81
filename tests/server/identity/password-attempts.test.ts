import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPasswordAttempt } from '../../../src/server/access/password-attempts.ts'
import { openStore, type TestStore } from '../../support/store.ts'

/** Without a server: its healing would bring back times that a test has moved ahead of the clock that it read before. */
let store: TestStore
let nowMs = Date.now()
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.stop())

/** Counts a wrong attempt; returns the wait (s), 0 if it may be made. */
const count = async (email: string, ip: string, afterMs = 0): Promise<number> =>
  (await countPasswordAttempt(store.database.db, { email, ip, device: null }, nowMs + afterMs)).waitMs / 1000

test('after five wrong passwords waits start, double up to 15 minutes, and are forgotten after a day', async () => {
  const waits: number[] = []
  for (let n = 0; n < 16; n++) {
    expect(await count('a@example.com', `192.0.2.${n}`)).toBe(0)
    const waitSeconds = n < 5 ? 0 : await count(' A@Example.com', '192.0.2.99')
    waits.push(waitSeconds)
    nowMs += waitSeconds * 1000
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  nowMs += 25 * 3_600_000
  for (let n = 0; n < 5; n++) expect(await count('a@example.com', '192.0.2.1')).toBe(0)
})

test('concurrent attempts are all counted', async () => {
  const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => count('crowd@example.com', `198.51.100.${n}`)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(6)
})

test('an address that tries many accounts is delayed, its neighbour is not; IPv6 counts by network', async () => {
  for (let n = 0; n < 21; n++) expect(await count(`many${n}@example.com`, `2001:db8:1:2::${n.toString(16)}`)).toBe(0)
  expect(await count('another@example.com', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await count('another@example.com', '2001:db8:1:3::1')).toBe(0)
})

test('the right password clears its own attempts, not those of others at the same address', async () => {
  const { db } = store.database
  for (let n = 0; n < 20; n++) await count(`neighbour${n}@example.com`, '192.0.2.250')
  for (let n = 0; n < 5; n++) {
    const right = await countPasswordAttempt(
      db,
      { email: 'me@example.com', ip: '192.0.2.250', device: null },
      nowMs + n * 6_000,
    )
    expect(right.waitMs).toBe(0)
    await right.wasRight()
  }
  expect(await count('x@example.com', '192.0.2.250', 60_000)).toBe(0)
  expect(await count('y@example.com', '192.0.2.250', 60_000)).toBeGreaterThan(0)
})
