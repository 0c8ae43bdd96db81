import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConditionOutcome, Outcome } from '../../../src/domain/conditions/conditions.ts'
import { type Condition, OPERATORS, type OperatorKey } from '../../../src/domain/conditions/operators.ts'
import { type Category, classify, type Reason } from '../../../src/domain/results/classify.ts'
import { holds } from '../../support/operators.ts'

const timing = { dns: 10, tcp: 20, handshake: 30, upload: 1, processing: 100, download: 39, redirect: 50, total: 250 }
const reply = (change: Partial<Outcome> = {}): Outcome => ({
  exceptionType: null,
  httpCode: 200,
  timing,
  responseSize: 2048,
  headers: [
    { key: 'Content-Type', value: 'application/json' },
    { key: 'X-Count', value: '7' },
    { key: 'Vary', value: 'Accept' },
    { key: 'vary', value: 'Origin' },
    { key: 'X-Empty', value: '' },
    { key: 'Date', value: 'Mon, 05 Jan 2026 10:00:00 GMT' },
  ],
  body: '{"status":"ok"}',
  ...change,
})
const set = (conditions: Condition[], breakOnFail = false) => ({ meta: { break_on_fail: breakOnFail }, conditions })
const demand = (condition: Partial<Condition>): Condition => ({
  source: 'text',
  condition: 'contains',
  val: 'x',
  ...condition,
})
const says = (condition: Partial<Condition>, outcome: ConditionOutcome): Condition => ({
  ...demand(condition),
  on_true: { outcome },
  on_false: { outcome },
})
const judgedAs = (outcome: Outcome, ...conditions: Condition[]): [Category, Reason] => {
  const { category, reason } = classify(outcome, set(conditions))
  return [category, reason]
}

const REASONS: Record<string, readonly string[]> = {
  PASS: ['COMPLETE'],
  SLOW: ['SLOW_COMPLETE'],
  WARNING: ['CONNECTION_WARNING', 'HTTP_REDIRECT_ERROR', 'HTTP_CLIENT_ERROR', 'CONTENT_WARNING', 'SLA_WARNING'],
  FAIL: ['HTTP_SERVER_ERROR', 'CONNECTION_ERROR', 'HEADER_ERROR', 'CONTENT_ERROR', 'SLA_ERROR'],
  SKIPPED: ['TOKEN_EXPIRED'],
}

describe('Without conditions', () => {
  test.each([
    [200, 'PASS', 'COMPLETE'],
    [299, 'PASS', 'COMPLETE'],
    [304, 'WARNING', 'HTTP_REDIRECT_ERROR'],
    [404, 'WARNING', 'HTTP_CLIENT_ERROR'],
    [503, 'FAIL', 'HTTP_SERVER_ERROR'],
    [101, 'FAIL', 'HTTP_SERVER_ERROR'],
    [600, 'FAIL', 'HTTP_SERVER_ERROR'],
    [999, 'FAIL', 'HTTP_SERVER_ERROR'],
    [null, 'FAIL', 'CONNECTION_ERROR'],
  ] as const)('a status code of %s is %s, %s', (httpCode, category, reason) => {
    expect(judgedAs(reply({ httpCode }))).toEqual([category, reason])
  })

  test.each([
    ['skipped', 'SKIPPED', 'TOKEN_EXPIRED'],
    ['agent', 'WARNING', 'CONNECTION_WARNING'],
    ['api_setup', 'FAIL', 'CONNECTION_ERROR'],
    ['download', 'FAIL', 'CONNECTION_ERROR'],
  ] as const)('an exception of type %s is %s, %s, whatever the conditions ask', (exceptionType, category, reason) => {
    const outcome = reply({ exceptionType, httpCode: null, body: null })
    expect(classify(outcome, set([demand({})]))).toEqual({ category, reason, verdicts: [] })
  })
})

const outcomes: readonly ConditionOutcome[] = ['none', 'pass', 'slow', 'warning', 'fail']
const source = fc.constantFrom<Condition['source']>('http_code', 'size', 'header', 'text', 'latency')
const anyCondition = fc
  .record({
    source,
    condition: fc.constantFrom(
      ...Object.keys(OPERATORS).filter((key): key is OperatorKey => Object.hasOwn(OPERATORS, key)),
    ),
    property: fc.constantFrom('content-type', 'x-count', 'total', 't_connect', 'missing'),
    val: fc.constantFrom('200', '7', 'ok', '2xx', '100-300, 404', 'application', ''),
    val2: fc.constantFrom('300', '9'),
    on_true: fc.constantFrom(...outcomes).map((outcome) => ({ outcome })),
    on_false: fc.constantFrom(...outcomes).map((outcome) => ({ outcome })),
    enabled: fc.boolean(),
  })
  .map((condition): Condition => (condition.source === 'latency' ? condition : withoutSlow(condition)))
const withoutSlow = (condition: Condition): Condition => ({
  ...condition,
  on_true: { outcome: condition.on_true?.outcome === 'slow' ? 'warning' : (condition.on_true?.outcome ?? 'none') },
  on_false: { outcome: condition.on_false?.outcome === 'slow' ? 'pass' : (condition.on_false?.outcome ?? 'none') },
})
const anyReply = fc.constantFrom(200, 302, 404, 500).map((httpCode) => reply({ httpCode }))
const RANK = ['PASS', 'SLOW', 'WARNING', 'FAIL']

describe('How conditions combine', () => {
  test('the reason always belongs to the category', () => {
    fc.assert(
      fc.property(anyReply, fc.array(anyCondition), fc.boolean(), (outcome, conditions, breakOnFail) => {
        const { category, reason } = classify(outcome, set(conditions, breakOnFail))
        return REASONS[category]?.includes(reason) ?? false
      }),
      { numRuns: 500 },
    )
  })

  test('the category is the worst of the status code and all later outcomes', () => {
    fc.assert(
      fc.property(anyReply, fc.array(anyCondition), (outcome, conditions) => {
        const { category, verdicts } = classify(outcome, set(conditions))
        const rank = (name: ConditionOutcome) => ['pass', 'slow', 'warning', 'fail'].indexOf(name)
        const status = verdicts
          .filter(({ group, outcome: o }) => group === 'status' && o !== 'none')
          .map((v) => rank(v.outcome))
        const start = status.length > 0 ? Math.max(...status) : RANK.indexOf(classify(outcome, set([])).category)
        const later = verdicts.filter(({ group }) => group !== 'status').map((verdict) => rank(verdict.outcome))
        expect(RANK.indexOf(category)).toBe(Math.max(start, ...later))
      }),
      { numRuns: 500 },
    )
  })

  test('conditions are judged in the order status, size, header, body, timing, and as listed within each', () => {
    fc.assert(
      fc.property(fc.array(anyCondition), (conditions) => {
        const named = conditions.map((condition, index) => ({ ...condition, id: `${index}` }))
        const { verdicts } = classify(reply(), set(named))
        const groups = ['status', 'size', 'header', 'body', 'timing']
        const order = verdicts.map(({ group, id }) => groups.indexOf(group) * 1000 + Number(id))
        expect(order).toEqual([...order].sort((a, b) => a - b))
        expect(verdicts.length).toBe(conditions.filter(({ enabled }) => enabled !== false).length)
      }),
    )
  })

  test('the worst explicit outcome for the status code replaces what the code would be', () => {
    const code = (val: string, outcome: ConditionOutcome): Condition => ({
      source: 'http_code',
      condition: 'eq',
      val,
      on_true: { outcome },
      on_false: { outcome: 'none' },
    })
    expect(judgedAs(reply({ httpCode: 404 }), code('404', 'pass'))).toEqual(['PASS', 'COMPLETE'])
    expect(judgedAs(reply({ httpCode: 200 }), code('200', 'fail'))).toEqual(['FAIL', 'HTTP_SERVER_ERROR'])
    expect(judgedAs(reply({ httpCode: 404 }), code('403', 'pass'))).toEqual(['WARNING', 'HTTP_CLIENT_ERROR'])
    expect(judgedAs(reply({ httpCode: 500 }), code('500', 'pass'), code('500', 'warning'))).toEqual([
      'WARNING',
      'HTTP_CLIENT_ERROR',
    ])
    expect(judgedAs(reply({ httpCode: 500 }), code('500', 'fail'), code('500', 'pass'))).toEqual([
      'FAIL',
      'HTTP_SERVER_ERROR',
    ])
  })

  test.each([
    ['size', 'warning', 'WARNING', 'CONTENT_WARNING'],
    ['size', 'fail', 'FAIL', 'CONTENT_ERROR'],
    ['header', 'warning', 'WARNING', 'CONTENT_WARNING'],
    ['header', 'fail', 'FAIL', 'HEADER_ERROR'],
    ['text', 'warning', 'WARNING', 'CONTENT_WARNING'],
    ['text', 'fail', 'FAIL', 'CONTENT_ERROR'],
    ['latency', 'slow', 'SLOW', 'SLOW_COMPLETE'],
    ['latency', 'warning', 'WARNING', 'SLA_WARNING'],
    ['latency', 'fail', 'FAIL', 'SLA_ERROR'],
    ['text', 'pass', 'PASS', 'COMPLETE'],
    ['text', 'none', 'PASS', 'COMPLETE'],
  ] as const)('a condition on %s that says %s makes a run %s, %s', (on, outcome, category, reason) => {
    expect(judgedAs(reply(), says({ source: on, condition: 'eq' }, outcome))).toEqual([category, reason])
  })

  test('the first condition that leads to the final category gives the reason', () => {
    const bad = [
      says({ source: 'latency', condition: 'eq' }, 'fail'),
      says({ source: 'header', property: 'a' }, 'fail'),
    ]
    expect(judgedAs(reply(), ...bad)).toEqual(['FAIL', 'HEADER_ERROR'])
    expect(judgedAs(reply({ httpCode: 500 }), ...bad)).toEqual(['FAIL', 'HTTP_SERVER_ERROR'])
  })

  test('no condition is checked after the first failure if the set says so', () => {
    const conditions = [
      says({ source: 'text' }, 'warning'),
      says({ source: 'text' }, 'fail'),
      says({ source: 'text' }, 'pass'),
      says({ source: 'latency', condition: 'gt' }, 'fail'),
    ]
    expect(classify(reply(), set(conditions, true)).verdicts.map(({ outcome }) => outcome)).toEqual(['warning', 'fail'])
    expect(classify(reply(), set(conditions, false)).verdicts.length).toBe(4)
    expect(classify(reply({ httpCode: 500 }), set(conditions, true)).verdicts).toEqual([])
  })

  test('a condition without outcomes must be true', () => {
    expect(judgedAs(reply(), demand({ val: 'ok' }))).toEqual(['PASS', 'COMPLETE'])
    expect(judgedAs(reply(), demand({ val: 'nope' }))).toEqual(['FAIL', 'CONTENT_ERROR'])
    expect(judgedAs(reply(), demand({ val: 'nope', on_true: { outcome: 'warning' } }))).toEqual(['PASS', 'COMPLETE'])
  })
})

const answers = (condition: Condition, outcome = reply()): boolean =>
  classify(outcome, set([condition])).verdicts[0]?.verdict ?? false

describe('Operators', () => {
  const header = (property: string, condition: OperatorKey, val?: string, val2?: string): Condition => ({
    source: 'header',
    property,
    condition,
    val: val ?? null,
    val2: val2 ?? null,
  })
  test.each<[Condition, boolean]>([
    [{ source: 'http_code', condition: 'eq', val: '200' }, true],
    [{ source: 'http_code', condition: 'in', val: '404, 2xx' }, true],
    [{ source: 'http_code', condition: 'in', val: '404, 2XX' }, true],
    [{ source: 'http_code', condition: 'in', val: '199-201' }, true],
    [{ source: 'http_code', condition: 'in', val: '201-299,3xx' }, false],
    [{ source: 'http_code', condition: 'not_in', val: '201-299,3xx' }, true],
    [{ source: 'http_code', condition: 'between', val: '200', val2: '299' }, true],
    [{ source: 'size', condition: 'ge', val: '2048' }, true],
    [{ source: 'size', condition: 'gt', val: '2048' }, false],
    [{ source: 'size', condition: 'lt', val: '1e4' }, true],
    [header('CONTENT-TYPE', 'contains', 'json'), true],
    [header('content-type', 'eq', 'application/JSON'), false],
    [header('x-count', 'eq', '7.0'), true],
    [header('x-count', 'gt', '6'), true],
    [header('x-count', 'le', 'six'), false],
    [header('vary', 'eq', 'Accept, Origin'), true],
    [header('date', 'lt', '2026-01-05T10:00:01Z'), true],
    [header('date', 'gt', '5'), false],
    [header('missing', 'exists'), false],
    [header('missing', 'empty'), true],
    [header('missing', 'not_contains', 'a'), true],
    [header('missing', 'ne', 'a'), true],
    [header('missing', 'lt', '5'), false],
    [header('x-empty', 'exists'), true],
    [header('x-empty', 'empty'), true],
    [header('x-empty', 'lt', '5'), false],
    [{ source: 'text', condition: 'starts', val: '{"' }, true],
    [{ source: 'text', condition: 'ends', val: '}' }, true],
    [{ source: 'text', condition: 'in', val: 'a, {"status":"ok"}' }, true],
    [{ source: 'text', condition: 'not_empty' }, true],
    [{ source: 'latency', condition: 'between', val: '250', val2: '250' }, true],
  ])('%j: %s', (condition, answer) => expect(answers(condition)).toBe(answer))

  test('each negative operator is the opposite of its positive one', () => {
    const pairs: [OperatorKey, OperatorKey][] = [
      ['eq', 'ne'],
      ['between', 'not_between'],
      ['in', 'not_in'],
      ['contains', 'not_contains'],
      ['exists', 'not_exists'],
      ['empty', 'not_empty'],
    ]
    const text = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('200', '2xx', '1,2', '2026-01-05'))
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.option(text),
        text,
        text,
        fc.boolean(),
        fc.boolean(),
        ([yes, no], actual, val, val2, codes, exactTexts) => {
          return (
            holds(yes, actual, { val, val2, codes, exactTexts }) !== holds(no, actual, { val, val2, codes, exactTexts })
          )
        },
      ),
    )
  })

  test('numbers are compared as numbers', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const expected = { val: String(b), val2: '', codes: false, exactTexts: true }
        const ask = (operator: OperatorKey) => holds(operator, String(a), expected)
        expect([ask('eq'), ask('gt'), ask('ge'), ask('lt'), ask('le')]).toEqual([a === b, a > b, a >= b, a < b, a <= b])
      }),
    )
  })
})

describe('Latencies', () => {
  test.each([
    ['total', 250],
    ['dns', 10],
    ['t_connect', 30],
    ['t_tls', 60],
    ['t_upload', 61],
    ['t_first_byte', 161],
    ['t_redirect', 250],
    ['p_connect', 20],
    ['p_tls', 30],
    ['p_upload', 1],
    ['p_processing', 100],
    ['p_download', 39],
    ['nd_connect', 20],
    ['nd_tls', 50],
    ['nd_upload', 51],
    ['nd_first_byte', 151],
    ['nd_redirect', 240],
  ])('%s is %d ms', (property, ms) => {
    expect(answers({ source: 'latency', property, condition: 'eq', val: String(ms) })).toBe(true)
  })

  test('without a property it is the total', () => {
    expect(answers({ source: 'latency', condition: 'eq', val: '250' })).toBe(true)
  })
})

describe('The stored verdict', () => {
  test('contains the question, the actual value and the outcome', () => {
    const asked: Condition = {
      id: 'size',
      source: 'size',
      condition: 'between',
      val: '1',
      val2: '9',
      on_false: { outcome: 'warning' },
    }
    expect(classify(reply(), set([asked])).verdicts).toEqual([
      {
        id: 'size',
        name: 'response size is between 1 and 9',
        group: 'size',
        operator: 'between',
        actual: '2048',
        expected: '1 and 9',
        verdict: false,
        outcome: 'warning',
      },
    ])
  })

  test('does not contain a long body', () => {
    const { verdicts } = classify(reply({ body: 'x'.repeat(100_000) }), set([demand({})]))
    expect(verdicts[0]?.actual?.length).toBeLessThan(500)
  })
})
