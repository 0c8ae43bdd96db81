import { expect, test } from 'vitest'
import { reasonsOf } from '../../../src/domain/results/result-reasons.ts'

const condition = (change: object) => ({
  ...{ name: 'status is 200', group: 'status', operator: 'eq', outcome: 'fail', actual: '503', expected: '200' },
  ...change,
})
const meta = { result: 'HTTP_SERVER_ERROR' }

test('a status that fails without any condition is the reason', () => {
  expect(reasonsOf({ http_code: 500, meta, conditions: [], exception: null, browser: { steps: [] } })).toEqual([
    'Failed with a server error (HTTP 500).',
  ])
  expect(reasonsOf({ http_code: 404, meta: { result: 'HTTP_CLIENT_ERROR' }, conditions: [] })).toEqual([
    'Was rejected by the server: there is nothing at this address (HTTP 404).',
  ])
})

test('a failed step is named by its number and words, once, beside the status of its page', () => {
  const steps = [
    { number: 1, words: 'go to /', status: 'passed', error: null },
    { number: 2, words: 'click “Pay”', status: 'failed', error: 'it is disabled' },
    { number: 3, words: 'click “Done”', status: 'skipped', error: null },
  ]
  const verdict = condition({ group: 'body', operator: 'step', name: 'step 2: click “Pay”', message: 'it is disabled' })
  const failed = { conditions: [verdict], exception: null, browser: { steps } }
  expect(reasonsOf({ ...failed, http_code: 200, meta: { result: 'CONTENT_ERROR' } })).toEqual([
    'Step 2 failed: click “Pay”: it is disabled',
  ])
  expect(reasonsOf({ ...failed, http_code: 500, meta })).toEqual([
    'Step 2 failed: click “Pay”: it is disabled',
    'Failed with a server error (HTTP 500).',
  ])
})

test('a condition on the status says what the status was, so that it is not said again', () => {
  expect(reasonsOf({ http_code: 503, meta, conditions: [condition({})] })).toEqual(['status is 200: 503, expected 200'])
  expect(
    reasonsOf({ http_code: 503, meta, conditions: [condition({ group: 'body', name: 'id', actual: null })] }),
  ).toEqual(['id: null, expected 200', 'Failed with a server error (HTTP 503).'])
})

test('an exception is the reason by itself, and its call has no status to speak of', () => {
  const said = { exception: 'The variable a has no value.', exception_type: 'api_setup' }
  expect(reasonsOf({ ...said, http_code: null, meta: { result: 'CONNECTION_ERROR' } })).toEqual([said.exception])
})

test('a run without a detail gives the reason that its figures name, and one that passed gives none', () => {
  expect(reasonsOf({ http_code: null, meta: { result: 'QUOTA' } })).toEqual(['Did not run: the quota was used up.'])
  expect(reasonsOf({ http_code: 500, result_category: 'FAIL' })).toEqual(['Responded with HTTP 500.'])
  expect(reasonsOf({ http_code: 200, meta: { result: 'COMPLETE' }, conditions: [] })).toEqual([])
  expect(reasonsOf({ meta: { result: 'QUEUED' } })).toEqual([])
  expect(reasonsOf(null)).toEqual([])
})

test('a step of a workflow is named with the reason of its own result', () => {
  const failed_step = { index: 1, name: 'pay', result: 'HTTP_SERVER_ERROR' }
  const results = [{ index: 1, http_code: 502 }]
  expect(reasonsOf({ failed_step, results, meta })).toEqual(['Step 2 “pay” failed with a server error (HTTP 502).'])
  expect(reasonsOf({ failed_step, meta })).toEqual(['Step 2 “pay” failed with a server error.'])
})
