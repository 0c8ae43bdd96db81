import { expect, test } from 'vitest'
import type { Condition } from '../../../src/domain/conditions/operators.ts'
import { type ReadingMonitor, usedVariables } from '../../../src/domain/environments/used-variables.ts'
import { type OlderRule, olderRulesOf, type RuledMonitor } from '../../../src/domain/monitors/older-rules.ts'

const older = { method: 'GET', follow_redirects: true, url: '', body: null }
const price: Condition = { source: 'json', property: '$.price', condition: 'eq', val: '1.10' }

const rulesOf = (
  request: Partial<RuledMonitor['request'] & Pick<ReadingMonitor, 'url' | 'body' | 'form' | 'steps'>>,
  conditions: RuledMonitor['conditions'] = { meta: {}, conditions: [] },
  isBrowserTest = false,
): OlderRule[] => {
  const full = { ...older, ...request }
  const reading = { workspace: 'global', parameters: [], headers: [], variables: [], conditions: [], ...full }
  const used = usedVariables(reading, () => new Set(['KNOWN']))
  return olderRulesOf({ request: full, conditions, isBrowserTest }, reading, used)
}

test('a monitor whose document names no rule has the older ones, and a new one has none', () => {
  expect(rulesOf({})).toEqual([
    { rule: 'redirect_method', differences: [] },
    { rule: 'unset_variables', differences: [] },
  ])
  expect(rulesOf({ redirect_method: 'keep', unset_variables: 'fail' })).toEqual([])
})

test.each<[string, Parameters<typeof rulesOf>, string[]]>([
  [
    'a method that became GET',
    [{ method: 'DELETE' }],
    ['After 301 and 302 it would repeat DELETE with its body. It sends GET without one now.'],
  ],
  ['redirects that are not followed', [{ method: 'DELETE', follow_redirects: false }], []],
  ['a POST, which becomes GET by both rules', [{ method: 'post' }], []],
  [
    'an address with a variable that no environment has',
    [{ url: 'https://example.com/{{ ORDER_ID }}/__KNOWN__' }],
    ['ORDER_ID has no value in its environment. A run that is not given it would fail before it is sent.'],
  ],
  [
    'several variables, in a body only those in braces',
    [{ url: '%%A%%', body: '__init__ {{ B }}' }],
    ['A, B have no value in its environment. A run that is not given them would fail before it is sent.'],
  ],
  [
    'a condition on a text in JSON that may be a number',
    [{}, { meta: {}, conditions: [price, { ...price, val: 'ok' }] }],
    ['A text in JSON would be compared as a text: JSON value $.price equals 1.10.'],
  ],
  [
    'several variables, in the parts of a form only those in braces',
    [{ form: [{ key: 'file', value: '__init__\n{{ B }}' }] }],
    ['B has no value in its environment. A run that is not given it would fail before it is sent.'],
  ],
  [
    'a browser test, which has no redirects of its own and types names in braces',
    [
      {
        method: 'PUT',
        url: '{{ X }}',
        steps: [
          ['step:1', '/cart\n__init__'],
          ['assertion:1', '{{ Y }} {{ KNOWN }}'],
        ],
      },
      { meta: {}, conditions: [{ ...price, name: 'The price' }] },
      true,
    ],
    [
      'X, Y have no value in its environment. A run that is not given them would fail before it is sent.',
      'A text in JSON would be compared as a text: The price.',
    ],
  ],
])('%s', (_, given, says) => {
  expect(rulesOf(...given).flatMap(({ differences }) => differences)).toEqual(says)
})

test('conditions that compare texts as numbers are an older rule; a set without conditions has nothing to keep', () => {
  const ruleOf = (set: RuledMonitor['conditions']) => rulesOf({}, set).some(({ rule }) => rule === 'numeric_texts')
  expect(ruleOf({ meta: {}, conditions: [price] })).toBe(true)
  expect(ruleOf({ meta: { numeric_texts: 'number' }, conditions: [price] })).toBe(true)
  expect(ruleOf({ meta: { numeric_texts: 'text' }, conditions: [price] })).toBe(false)
  expect(ruleOf({ meta: {}, conditions: [] })).toBe(false)
})
