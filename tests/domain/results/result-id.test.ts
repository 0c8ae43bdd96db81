import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '../../../src/domain/core/base64.ts'
import { parseResultId, type RunKey, resultId } from '../../../src/domain/results/result-id.ts'

const key: fc.Arbitrary<RunKey> = fc.record({
  target: fc.integer(),
  location: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  source: fc.integer(),
  dueMs: fc.oneof(
    fc.maxSafeNat().map((n) => n % (2 ** 47 + 1)),
    fc.constant(2 ** 47),
    fc.constant(0),
  ),
  attempt: fc.integer({ min: 0, max: 255 }),
})

test('a run can be parsed from its result id, which has 23 URL-safe characters', () => {
  fc.assert(
    fc.property(key, (run) => {
      const id = resultId(run)
      expect(id).toMatch(/^[A-Za-z0-9_-]{23}$/)
      expect(parseResultId(id)).toEqual(run)
    }),
  )
})

test('different runs have different ids', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      fc.pre(JSON.stringify(Object.entries(a)) !== JSON.stringify(Object.entries(b)))
      return resultId(a) !== resultId(b)
    }),
  )
})

test('a text is parsed as a result id only if it is exactly the id of the parsed run', () => {
  const likeAnId = fc.stringMatching(/^[A-Za-z0-9_-]{23}$/)
  const text = fc.oneof(
    likeAnId,
    fc.string(),
    fc.tuple(key, fc.string({ maxLength: 2 })).map(([run, end]) => resultId(run) + end),
  )
  fc.assert(
    fc.property(text, (id) => {
      const run = parseResultId(id)
      return run === null || resultId(run) === id
    }),
    { numRuns: 1000 },
  )
  for (const id of [
    '',
    'x',
    'A'.repeat(22),
    'A'.repeat(24),
    `${'A'.repeat(22)}B`,
    `${'A'.repeat(22)}=`,
    `${'A'.repeat(22)}é`,
  ])
    expect(parseResultId(id), id).toBeNull()
})

test('a key out of bounds is rejected instead of being cut', () => {
  const good: RunKey = { target: 1, location: 1, source: 1, dueMs: 1, attempt: 0 }
  const bad: Partial<RunKey>[] = [
    { target: 2 ** 31 },
    { target: 1.5 },
    { location: 2 ** 15 },
    { source: -(2 ** 31) - 1 },
    { dueMs: -1 },
    { dueMs: 2 ** 47 + 1 },
    { dueMs: Number.NaN },
    { attempt: 256 },
    { attempt: -1 },
  ]
  for (const part of bad) expect(() => resultId({ ...good, ...part }), JSON.stringify(part)).toThrow(RangeError)
})

test('base64url agrees with the platform in both directions', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
  )
})
