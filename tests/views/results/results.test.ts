import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { joinedBy } from '../../../src/views/core/joined-pages.ts'
import { isNarrowed } from '../../../src/views/kit/list/filter.ts'
import { hiddenCount } from '../../../src/views/kit/list/held-rows.ts'
import { queryOf } from '../../../src/views/kit/list/list.ts'
import type { Result } from '../../../src/views/results/full-result.ts'
import { resultList } from '../../../src/views/results/result-list.ts'
import {
  countWords,
  heldOf,
  measured,
  noBodyWords,
  questionOf,
  reasonWord,
  resultTitle,
  verdictOf,
} from '../../../src/views/results/result-words.ts'

const resultAt = (second: number): Result => ({
  id: `r${second}`,
  result_category: 'PASS',
  http_code: 200,
  response_time: 10,
  location_id: 'here',
  test: 'Orders',
  created: new Date(Date.parse('2026-01-01T00:00:00Z') + second * 1000).toISOString(),
})
const pageFrom = (newest: number, size: number): Result[] =>
  Array.from({ length: size }, (_, index) => resultAt(newest - index))

test('the reason of a result is told in words', () => {
  expect(reasonWord({ result: 'CONNECTION_ERROR' }, null)).toBe('Got no response')
  expect(reasonWord({ result: 'COMPLETE' }, 200)).toBe('Passed')
})

test('a call that cannot be made as it is written is not said to have reached for anything', () => {
  const meta = { result: 'CONNECTION_ERROR' } as Result['meta']
  const failed = { ...resultAt(0), result_category: 'FAIL', http_code: null, meta } as const
  expect(resultTitle(failed)).toBe('Got no response')
  const unsent = { ...failed, exception_type: 'api_setup', exception: 'the variable orderId has no value' }
  expect([resultTitle(unsent), verdictOf(unsent)]).toEqual([
    'Could not be sent',
    { title: 'Could not be sent.', text: 'The variable orderId has no value.' },
  ])
})

const joined = joinedBy<Result>((a, b) => Date.parse(b.created) - Date.parse(a.created))

test('a first page that is read again joins what was kept, without a gap and without a double', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (grown, size, older) => {
        const kept = pageFrom(100, size + older)
        const first = pageFrom(100 + grown, size)
        const rows = joined(kept, { results: first, meta: { more: true, next_cursor: null } })
        const seconds = rows.map(({ id }) => Number(id.slice(1)))
        expect(new Set(seconds).size).toBe(seconds.length)
        for (const [index, second] of seconds.entries())
          if (index > 0) expect((seconds[index - 1] ?? 0) - second).toBe(1)
        expect(seconds[0]).toBe(100 + grown)
        // Only where the new page does not reach what was kept is that let go.
        expect(rows.length).toBe(grown < size ? grown + size + older : size)
      },
    ),
  )
})

test('what came since is counted', () => {
  expect(hiddenCount(pageFrom(100, 10), pageFrom(103, 13), ({ id }) => id)).toBe(3)
})

test('an address asks for what it says, and a time that ends now begins at a whole hour', () => {
  vi.setSystemTime('2026-03-10T14:20:30Z')
  const list = resultList('result.list', { locations: [], project: { monitors: [], tags: [] }, withReasons: true })
  expect(queryOf(list, {})).toEqual({ limit: 100 })
  expect(queryOf(list, { category: 'fail', location: 'here', range: '24h' })).toEqual({
    limit: 100,
    result_category: 'FAIL',
    location_id: 'here',
    from: '2026-03-09T14:00:00.000Z',
  })
  expect(
    queryOf(list, { category: 'fail, SLOW,no', call: 'm1', tag: 'shop,eu', code: '5xx,none', reason: 'sla_error' }),
  ).toEqual({
    limit: 100,
    result_category: 'FAIL,SLOW',
    call_id: 'm1',
    tag: 'shop,eu',
    code: '5xx,none',
    reason: 'SLA_ERROR',
  })
  expect(queryOf(list, { category: 'no', from: '2026-03-01', to: '2026-03-02' })).toEqual({
    limit: 100,
    from: '2026-03-01T00:00:00.000Z',
    time: '2026-03-02T23:59:59.999Z',
  })
  const isOn = (search: Record<string, string>) => isNarrowed(list.filters, search)
  expect([isOn({}), isOn({ range: '' }), isOn({ from: 'x' })]).toEqual([false, false, true])
  vi.useRealTimers()
})

const judged = (over: object) => ({
  id: 'c1',
  name: 'body contains id',
  group: 'body' as const,
  operator: 'contains',
  actual: '{}',
  expected: 'id',
  verdict: false,
  outcome: 'fail' as const,
  ...over,
})

test('a condition without a name of its own is told as what it is about and what was expected', () => {
  expect(questionOf(judged({}))).toEqual({ about: 'Body', expected: 'contains id' })
  expect(questionOf(judged({ name: 'Has an id' }))).toEqual({ about: 'Has an id', expected: 'contains id' })
  expect(questionOf(judged({ name: 'header x exists', operator: 'exists', expected: '' }))).toEqual({
    about: 'Header x',
    expected: 'exists',
  })
})

test('sizes and times of conditions have their units, and what is no number has none', () => {
  expect(measured('is at most 500', { group: 'timing' }, false)).toBe('is at most 500 ms')
  expect(measured('243.5', { group: 'timing' }, false)).toBe('243.5 ms')
  expect(measured('0.12', { group: 'timing' }, true)).toBe('0.12')
  expect(measured('222', { group: 'size' }, true)).toBe('222 bytes')
  expect(measured('exists', { group: 'size' }, false)).toBe('exists')
  expect(measured('17', { group: 'body' }, false)).toBe('17')
})

test('a result is called by its code, else by what happened; a verdict names what was not met', () => {
  const failed: Result = {
    ...resultAt(1),
    result_category: 'FAIL',
    conditions: [judged({}), judged({ id: 'c2', outcome: 'none' })],
  }
  expect(resultTitle({ ...failed, http_code: 502, response: { status_code: 502, status_string: 'Bad Gateway' } })).toBe(
    '502 Bad Gateway',
  )
  expect(resultTitle({ ...failed, http_code: null, result_category: 'QUEUED' })).toBe('Waiting to run')
  expect(verdictOf(failed)).toEqual({
    title: 'One condition was not met.',
    text: 'Responded with 200 after 10 ms, and this was not met: body contains id.',
  })
  expect(verdictOf(resultAt(1))).toBeNull()
})

test('a condition that is false and changes nothing did not apply: it is told neither as held nor as failed', () => {
  const slowIfLong = judged({ operator: 'gt', expected: '1700', actual: '718', verdict: false, outcome: 'none' })
  const all = [slowIfLong, judged({ verdict: true, outcome: 'none' }), judged({ verdict: false, outcome: 'fail' })]
  expect(all.map(heldOf)).toEqual([null, true, false])
  expect(countWords(all)).toBe('1 not met, 1 met, 1 did not apply')
})

test('a result without a body says whether the response had none, or why it is not stored', () => {
  const why = 'the body stays compressed: its Content-Encoding is not supported; it is not stored'
  expect(noBodyWords(['variable A not set'])).toBe('The response has no body.')
  expect(noBodyWords(['variable A not set', why])).toBe(
    'The body stays compressed: its Content-Encoding is not supported; it is not stored.',
  )
})
