import { expect, test } from 'vitest'
import { resultInShort } from '../../src/mcp/result-in-short.ts'

const condition = (outcome: string, at = 0) => ({
  id: `${at}`,
  name: `Condition ${at}`,
  group: 'status',
  operator: 'equals',
  actual: '500',
  expected: '200',
  verdict: outcome !== 'fail',
  outcome,
})

test('a result in short has the conditions that were not met, with what was expected and found', () => {
  const conditions = ['pass', 'none', 'slow', 'warning', 'fail'].map(condition)
  expect(resultInShort({ id: 'r', conditions, response: { body: 'long' }, messages: ['a'] })).toEqual({
    id: 'r',
    conditions: ['slow', 'warning', 'fail'].map((outcome, at) => ({
      name: `Condition ${at + 2}`,
      outcome,
      operator: 'equals',
      expected: '200',
      actual: '500',
    })),
    conditions_passed: 2,
  })
})

test('it is bounded in size, and says what was left out', () => {
  const long = 'x'.repeat(100_000)
  const conditions = Array.from({ length: 100 }, (_, at) => ({
    ...condition('fail', at),
    actual: long,
    expected: long,
    message: long,
    note: long,
  }))
  const steps = Array.from({ length: 50 }, (_, at) => ({ number: at + 1, status: 'failed', words: long, error: long }))
  const short = resultInShort({ id: 'r', exception: long, conditions, browser: { steps } })
  expect(short).toMatchObject({ conditions_left_out: 80 })
  expect(JSON.stringify(short).length).toBeLessThan(40_000)
})

test('of a browser test it has the steps that failed', () => {
  const steps = [
    { number: 1, kind: 'go', words: 'go to /', status: 'passed', error: null },
    { number: 2, kind: 'click', words: 'click “Pay”', status: 'failed', error: 'There is no such button.' },
  ]
  expect(resultInShort({ id: 'r', conditions: [], browser: { steps } })).toMatchObject({
    failed_steps: [{ number: 2, words: 'click “Pay”', error: 'There is no such button.' }],
  })
})

test('a result without its detail says nothing of conditions', () => {
  expect(resultInShort({ id: 'r', result_category: 'QUEUED' })).toEqual({ id: 'r', result_category: 'QUEUED' })
})

test('a result in short says why it did not pass, as the terminal does', () => {
  const short = (result: object) => resultInShort({ id: 'r', result_category: 'FAIL', conditions: [], ...result })
  expect(short({ http_code: 500, meta: { result: 'HTTP_SERVER_ERROR' }, browser: { steps: [] } })).toMatchObject({
    reasons: ['Failed with a server error (HTTP 500).'],
  })
  expect(short({ result_category: 'PASS', http_code: 500, meta: { result: 'COMPLETE' } })).not.toHaveProperty('reasons')
})
