import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobMaker } from '../../../src/server/dispatch/prepare.ts'
import { createSecretCipher } from '../../../src/server/store/core/secret-cipher.ts'
import { monitors, newMonitor } from '../../../src/server/store/monitors/monitors.ts'
import { openStore, type TestStore } from '../../support/store.ts'

let store: TestStore
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.stop())

const addLarge = (bytes: number) =>
  monitors.create(store.database.db, {
    projectKey: store.projectKey,
    name: 'large',
    owner: 'o',
    now: 1,
    doc: { ...newMonitor, request: { ...newMonitor.request, url: 'http://example.com/', body: 'x'.repeat(bytes) } },
  })

const leasedOf = (key: number) => ({
  target_key: key,
  due: 1,
  start: 1,
  location_key: 1,
  source: 1,
  attempt: 0,
  project_key: store.projectKey,
  context: null,
})

const NO_KEYS = { load: async () => false, reasonOf: () => '' }

test('a page of large documents is short but never empty, and all pages together are complete', async () => {
  const made: number[] = []
  for (const bytes of [1_000_000, 9_000_000, 1_000_000, 1_000_000, 5_000_000, 3_000_000, 10])
    made.push((await addLarge(bytes)).key)
  const pages: number[][] = []
  let cursor: string | null | undefined
  do {
    const page = await monitors.list(store.database.db, store.projectKey, { limit: 1000, ...(cursor && { cursor }) })
    pages.push(page.rows.map(({ key }) => key))
    expect(page.more).toBe(page.next_cursor !== null)
    cursor = page.next_cursor
  } while (cursor)
  expect(pages.flat()).toEqual(made.toReversed())
  expect(pages.map(({ length }) => length)).toEqual([2, 1, 2, 1, 1])
})

test('jobs of known monitors are also made after their cache was evicted', async () => {
  const jobsOf = jobMaker(store.database.db, createSecretCipher('s'.repeat(40)), NO_KEYS, () => {}, {
    monitors: 1,
    bytes: 1e9,
    handedBytes: 1e9,
  })
  const made = [await addLarge(1), await addLarge(2), await addLarge(3)]
  const leased = (count: number) => made.slice(0, count).map(({ key }) => leasedOf(key))
  expect((await jobsOf(leased(2))).jobs).toHaveLength(2)
  expect((await jobsOf(leased(3))).jobs).toHaveLength(3)
})

test('large monitors are leased a few at a time, at least one; the others later', async () => {
  const jobsOf = jobMaker(store.database.db, createSecretCipher('s'.repeat(40)), NO_KEYS, () => {})
  const leased = []
  for (const bytes of [3_000_000, 900_000, 900_000, 900_000]) leased.push(leasedOf((await addLarge(bytes)).key))
  const counts: number[] = []
  for (let left: typeof leased = leased; left.length > 0; ) {
    const answer = await jobsOf(left)
    counts.push(answer.jobs.length)
    left = left.slice(answer.jobs.length)
    expect(answer.left).toEqual(left)
  }
  expect(counts).toEqual([1, 2, 1])
})
