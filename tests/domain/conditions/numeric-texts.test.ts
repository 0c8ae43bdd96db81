import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hangsOnNumericTexts, type NumericTexts } from '../../../src/domain/conditions/comparison.ts'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import type { Condition, OperatorKey } from '../../../src/domain/conditions/operators.ts'
import { classify } from '../../../src/domain/results/classify.ts'
import { responseWith } from '../../support/judging.ts'

const EQUALITY = ['eq', 'ne', 'in', 'not_in'] as const satisfies readonly OperatorKey[]

const verdictsOf = (conditions: readonly Condition[], body: string, numeric_texts?: NumericTexts) =>
  classify(
    responseWith({ body, headers: [{ key: 'x-v', value: '1.10' }] }),
    { meta: numeric_texts ? { numeric_texts } : {}, conditions: [...conditions] },
    { engines: expressionEngines },
  ).verdicts

/** The answers of equality, then of a list that contains the value. */
const answers = (is: unknown, val: string, rule?: NumericTexts) =>
  verdictsOf(
    [
      ...EQUALITY.map((condition): Condition => ({ source: 'json', property: '$.v', condition, val })),
      { source: 'json', property: '$.list', condition: 'contains', val },
    ],
    JSON.stringify({ v: is, list: [is] }),
    rule,
  ).map(({ verdict }) => verdict)

const EQUAL = [true, false, true, false, true]
const DIFFERENT = [false, true, false, true, false]

describe('Texts in JSON that could be numbers', () => {
  test.each([
    ['1.10', '1.1'],
    ['2.0', '2'],
    ['00123', '123'],
    ['1e3', '1000'],
    [' 12 ', '12'],
    ['+5', '5'],
  ])('"%s" is another text than %s, and the same number in conditions from before 0.6', (is, val) => {
    expect(answers(is, val, 'text')).toEqual(DIFFERENT)
    expect(answers(is, val, 'number')).toEqual(EQUAL)
    expect(answers(is, val)).toEqual(EQUAL)
    expect(answers(Number(is), val, 'text')).toEqual(EQUAL)
  })

  test('a text equals exactly itself', () => {
    const text = fc.oneof(fc.string(), fc.double({ noNaN: true }).map(String), fc.stringMatching(/^[0-9]{1,20}$/))
    // A list of values is split at commas, and its items are trimmed.
    const one = text.map((each) => each.replaceAll(',', '').trim()).filter((each) => each !== '')
    fc.assert(
      fc.property(one, one, (is, val) => {
        expect(answers(is, val, 'text')).toEqual(is === val ? EQUAL : DIFFERENT)
      }),
    )
  })

  test('orders read them, filters make numbers and texts of them, and the verdict says how it was compared', () => {
    const found = verdictsOf(
      [
        { source: 'json', property: '$.v', condition: 'gt', val: '1.05' },
        { source: 'json', property: '$.v|float', condition: 'eq', val: '1.1' },
        { source: 'json', property: '$.v|trim', condition: 'eq', val: '1.1' },
        { source: 'json', property: '$.at', condition: 'lt', val: '2026-02-01T00:00:00Z' },
        { source: 'header', property: 'x-v', condition: 'eq', val: '1.1' },
        { source: 'text', property: "|jsonpath('$.v')", condition: 'eq', val: '1.1' },
        { source: 'regex', property: '"v":"([^"]+)', condition: 'in', val: '2, 1.1' },
        { source: 'json', property: '$.v', condition: 'eq', val: '1.10' },
        { source: 'json', property: '$.n', condition: 'gt', val: '1' },
        { source: 'json', property: '$.mixed', condition: 'contains', val: '2' },
      ],
      '{"v":"1.10","at":"2026-01-01T00:00:00Z","n":2,"mixed":["1.0","2.0"]}',
      'text',
    )
    expect(found.map(({ verdict, compared }) => [verdict, compared])).toEqual([
      [true, 'number'],
      // Headers come before the body.
      [true, 'number'],
      [true, undefined],
      [false, 'text'],
      [true, 'time'],
      [false, 'text'],
      [true, 'number'],
      [true, undefined],
      [true, undefined],
      [false, 'text'],
    ])
  })

  test.each<[boolean, Partial<Condition>]>([
    [true, { condition: 'eq', val: '1.10' }],
    [true, { condition: 'not_in', val: 'a, 7' }],
    [true, { condition: 'contains', val: '{{ ORDER }}' }],
    [false, { condition: 'eq', val: 'ok' }],
    [false, { condition: 'gt', val: '1' }],
    [false, { condition: 'eq', val: '1', enabled: false }],
    [false, { condition: 'eq', val: '1', source: 'header', property: 'x-v' }],
    [true, { condition: 'eq', val: '1', source: 'header', property: "x-v|jsonpath('$.v')" }],
  ])('the rule matters (%s) to %j', (matters, part) => {
    expect(hangsOnNumericTexts({ source: 'json', property: '$.v', condition: 'eq', ...part })).toBe(matters)
  })
})
