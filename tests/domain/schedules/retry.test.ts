import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ignoredIn, nextAttempt, type Retry, waitSeconds, waitsOf } from '../../../src/domain/schedules/retry.ts'
import {
  type BackoffMethod,
  RETRY_METHODS,
  reconciledRetry,
  retryHomeOf,
  retryOf,
  retryTagProblems,
  retryTextOf,
  retryTextProblems,
} from '../../../src/domain/schedules/retry-settings.ts'

const retryWith = (method: BackoffMethod, ...tags: string[]): Retry => {
  const retry = retryOf({ backoff_method: method, tags })
  if (!retry) throw new Error(`${method} was to try again.`)
  return retry
}

describe('Waits before retries', () => {
  test.each([
    ['constant', [], [10, 10, 10]],
    ['constant', ['sys:backoff_interval:30', 'sys:backoff_max_retries:2'], [30, 30]],
    ['expo', [], [1, 2, 4]],
    ['expo', ['sys:backoff_base:3', 'sys:backoff_factor:5', 'sys:backoff_max_retries:6'], [5, 15, 45, 135, 300, 300]],
    ['expo', ['sys:backoff_base:1.5', 'sys:backoff_factor:2'], [2, 3, 4.5]],
    ['fibo', ['sys:backoff_max_retries:10'], [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]],
  ] as const)('%s with %j waits %j seconds', (method, tags, waits) => {
    expect(waitsOf(retryWith(method, ...tags))).toEqual(waits)
  })

  test('growing waits never shrink, and never exceed five minutes', () => {
    const settings = fc.record({
      method: fc.constantFrom('expo' as const, 'fibo' as const),
      base: fc.double({ min: 1, max: 100, noNaN: true }),
      factor: fc.double({ min: 1, max: 300, noNaN: true }),
    })
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 60 }), (given, k) => {
        const retry = { ...retryWith('expo'), ...given }
        expect(waitSeconds(retry, k + 1)).toBeGreaterThanOrEqual(waitSeconds(retry, k))
        expect(waitSeconds(retry, k)).toBeLessThanOrEqual(300)
      }),
    )
  })
})

describe('Time of the next attempt', () => {
  const retry = retryWith('constant', 'sys:backoff_max_retries:2')
  const failed = { attempt: 0, endMs: 1_000, nextDueMs: 60_000 }
  test('counts from the end of the failed attempt, and is now for a late report', () => {
    expect(nextAttempt(retry, failed, 1_100)).toBe(11_000)
    expect(nextAttempt(retry, failed, 30_000)).toBe(30_000)
  })
  test('is limited by the maximum number of retries and by the next run', () => {
    expect(nextAttempt(retry, { ...failed, attempt: 1 }, 0)).toBe(11_000)
    expect(nextAttempt(retry, { ...failed, attempt: 2 }, 0)).toBeNull()
    expect(nextAttempt(retry, { ...failed, nextDueMs: 11_000 }, 0)).toBeNull()
    expect(nextAttempt(retry, { ...failed, nextDueMs: 11_001 }, 0)).toBe(11_000)
  })
  test('only retried attempts are left out: with any settings, the last one counts', () => {
    const silent = retryWith('fibo', 'sys:backoff_skip_save:1', 'sys:backoff_skip_notifs:10')
    expect(ignoredIn(silent, 0, true)).toEqual({ statistics: true, alerts: true })
    expect(ignoredIn(silent, 1, true)).toEqual({ statistics: false, alerts: true })
    expect(ignoredIn(silent, 0, false)).toEqual({ statistics: false, alerts: false })
  })
})

describe('Stored retry settings', () => {
  test('without a method there are no retries', () => {
    expect(retryOf({ backoff_method: null, tags: [] })).toBeNull()
    expect(retryOf({ backoff_method: 'none', tags: ['sys:backoff_max_retries:5'] })).toBeNull()
  })
  test('typed settings can be stored and loaded, and other tags stay', () => {
    const methods = fc.constantFrom(...RETRY_METHODS.map(({ value }) => value))
    const text = fc.record({
      method: methods,
      intervalSeconds: fc.integer({ min: 1, max: 86_400 }).map(String),
      base: fc.integer({ min: 1, max: 100 }).map(String),
      factor: fc.integer({ min: 1, max: 300 }).map(String),
      maxRetries: fc.integer({ min: 1, max: 10 }).map(String),
      skipSave: fc.constantFrom('', '1', '10'),
      skipNotifs: fc.constantFrom('', '3'),
    })
    fc.assert(
      fc.property(text, (typed) => {
        expect(retryTextProblems(typed)).toEqual([])
        const home = retryHomeOf(typed, ['shop', 'sys:backoff_base:7'])
        expect(retryTagProblems('tags', home.tags)).toEqual([])
        expect(home.tags[0]).toBe('shop')
        expect(retryHomeOf(retryTextOf(home), home.tags)).toEqual(home)
      }),
    )
  })
  test.each([
    'sys:backoff:sometimes',
    'sys:backoff_interval:0',
    'sys:backoff_interval:1.5',
    'sys:backoff_max_retries:11',
    'sys:backoff_base:x',
    'sys:backoff_colour:red',
  ])('%s is rejected with a sentence', (tag) => {
    const [problem] = retryTagProblems('tags', ['shop', tag])
    expect(problem).toMatchObject({ field: 'tags[1]', message: expect.stringMatching(/^tags\[1\] must .+\.$/) })
  })
  test('a setting may occur once', () => {
    expect(retryTagProblems('tags', ['sys:backoff_base:2', 'sys:backoff_base:3'])).toMatchObject([
      { code: 'duplicate' },
    ])
  })
  test('the field overrides the tag, and both agree', () => {
    const before = { backoff_method: 'expo' as const, tags: ['sys:backoff:expo'] }
    expect(reconciledRetry(before, { backoff_method: null })).toEqual({
      backoff_method: null,
      tags: ['sys:backoff:none'],
    })
    expect(reconciledRetry(before, { tags: ['sys:backoff:fibo'] }).backoff_method).toBe('fibo')
    expect(reconciledRetry(before, { tags: ['sys:backoff:fibo'], backoff_method: 'constant' })).toEqual({
      backoff_method: 'constant',
      tags: ['sys:backoff:constant'],
    })
  })
})
